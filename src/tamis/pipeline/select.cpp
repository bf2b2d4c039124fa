#include "tamis/pipeline/select.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis {

namespace {

template <class Number>
std::optional<Number> whole_text_as(const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

void check_shape(const DataView& data) {
    if (data.x.cols() == 0) throw Error(data.name + " has no features to select from");
    if (data.x.rows() < 2)
        throw Error(data.name + " has " + std::to_string(data.x.rows()) +
                    " sample: selecting features needs at least 2");
}

MatrixView first_rows(const MatrixView& x, Index count) {
    if (x.is_sparse()) {
        SparseView rows = x.sparse();
        rows.rows = std::min(count, rows.rows);
        return rows;
    }
    DenseView rows = x.dense();
    rows.rows = std::min(count, rows.rows);
    return rows;
}

Index count_varying(const MatrixView& x, const Context& context) {
    const std::vector<char> constant = constant_columns(x, context);
    return std::count(constant.begin(), constant.end(), 0);
}

// How many features can say anything, or k where there are at least so many: a few rows mostly show that.
Index count_informative(const MatrixView& x, Index k, const Context& context) {
    constexpr Index few = 512;
    if (count_varying(first_rows(x, few), context) >= k) return k;
    const Index informative = count_varying(x, context);
    if (informative == 0)
        context.warning("every feature is constant: nothing tells the samples apart");
    else if (informative < k)
        context.warning("only " + std::to_string(informative) +
                        (informative == 1 ? " feature varies" : " features vary") + ", fewer than the " +
                        std::to_string(k) + " to be selected");
    return informative;
}

GraphSummary summarize(const Graph& graph, Record options, const MatrixView& x, const Context& context) {
    GraphSummary summary;
    summary.options = std::move(options);
    summary.bandwidth = graph.bandwidth;
    summary.health = check_graph(graph, x, context);
    summary.hash = graph_hash(graph);
    for (const std::string& remark : summary.health.remarks) context.warning(remark);
    return summary;
}

// The graph options of a request over the method's defaults; wrong ones throw even where no graph is used.
GraphOptions graph_options(const Method& method, const SelectRequest& request) {
    GraphOptions options = method.about.graph;
    GraphOptions::fields().assign(options, request.graph_settings);
    return options;
}

void check_graph_request(const Method& method, const Needs& needs, const SelectRequest& request,
                         const DataView& data, const Context& context) {
    const bool asked = request.graph != nullptr || !request.graph_settings.empty();
    if (!needs.graph && asked)
        context.warning(method.about.name + " uses no graph: the graph options have no effect");
    if (needs.own_graph && request.graph == nullptr)
        throw UsageError(method.about.name +
                         " with this setting works on a graph of your own: give it with --graph FILE");
    if (request.between != nullptr && !needs.pair)
        throw UsageError(
            method.about.name +
            " with these settings takes one graph: leave --graph-between out, or use trace-ratio with "
            "criterion=graph");
    for (const Graph* graph : {request.graph, request.between})
        if (graph != nullptr && graph->samples != data.x.rows())
            throw Error("the graph has " + std::to_string(graph->samples) + " vertices and " + data.name +
                        " has " + std::to_string(data.x.rows()) + " samples");
    if (request.graph == nullptr) return;
    if (!request.graph_settings.empty())
        throw UsageError("'" + request.graph_settings.front().first +
                         "' describes how to build a graph, but a finished graph was given as well: use one");
}

// Options that were left to the method ("auto", "cv"): the certificate names what it took.
void resolve_keywords(const Method& method, const Record& certificate, Record& params) {
    for (auto& [name, value] : params) {
        const auto field = std::find_if(method.fields.begin(), method.fields.end(),
                                        [&](const FieldInfo& info) { return info.name == name; });
        if (field == method.fields.end() || field->keyword.empty() || value != Value(field->keyword))
            continue;
        const auto taken = std::find_if(certificate.begin(), certificate.end(),
                                        [&](const auto& entry) { return entry.first == name; });
        if (taken != certificate.end()) value = taken->second;
    }
}

}  // namespace

Index parse_feature_count(const std::string& text, Index features) {
    if (text == "all") return features;
    if (const auto count = whole_text_as<Index>(text)) {
        require_k(*count, features);
        return *count;
    }
    const auto fraction = whole_text_as<double>(text);
    if (!fraction || !(*fraction > 0.0 && *fraction < 1.0))
        throw UsageError(
            "k takes a number of features (25), a fraction between 0 and 1 (0.1) or 'all', not '" + text +
            "'");
    return std::max<Index>(1, std::llround(*fraction * static_cast<double>(features)));
}

SelectRun run_select(const Dataset& data, const SelectRequest& request, const Context& context) {
    return run_select(view_of(data), request, context);
}

SelectRun run_select(const DataView& given, const SelectRequest& request, const Context& context) {
    const Timer total;
    DataView data = given;
    if (data.labels != nullptr && data.labels->empty()) data.labels = nullptr;
    static const Labels no_labels;
    const Labels& labels = data.labels != nullptr ? *data.labels : no_labels;
    const Method& method = find_method(request.method);
    const Needs needs = method.needs(request.settings);
    const GraphOptions graph_choice = graph_options(method, request);
    SelectRun run{
        run_head(method.about.name, method.resolve(request.settings), request.scale, data, context)};
    check_shape(data);
    const Index k = parse_feature_count(request.k, data.x.cols());
    check_graph_request(method, needs, request, data, context);
    if (needs.labels) {
        require_classes(labels, data.x.rows(), method.about.name);
        warn_of_single_samples(labels, context);
    }
    require_finite(data.x, data.name, context);
    if (request.hash_data) run.data_hash = data_hash(data.x, labels, context);

    Matrix scaled;
    if (request.scale != Scaling::none)
        scaled = scaled_copy(fit_scaler(data.x, request.scale, context), data.x, context);
    const MatrixView x = request.scale == Scaling::none ? data.x : scaled.view();
    const Index informative = count_informative(x, k, context);

    Timer stage;
    Graph built;
    Inputs inputs{.labels = data.labels, .graph = nullptr};
    if (needs.graph) {
        Record options;
        if (request.graph == nullptr) {
            built = build_graph(x, graph_choice, context, data.labels);
            options = GraphOptions::fields().values(graph_choice);
        }
        inputs.graph = request.graph != nullptr ? request.graph : &built;
        inputs.between = request.between;
        run.graph = summarize(*inputs.graph, std::move(options), x, context);
        if (request.between != nullptr) {
            run.graph->between_edges = request.between->edges();
            run.graph->between_hash = graph_hash(*request.between);
        }
        run.graph_seconds = stage.seconds();
    }
    stage.lap();
    run.selection = method.run(x, inputs, k, request.settings, context);
    run.method_seconds = stage.seconds();
    resolve_keywords(method, run.selection.certificate, run.params);
    if (informative < k && run.selection.stop == Stop::converged) run.selection.stop = Stop::exhausted;
    run.total_seconds = total.seconds();
    return run;
}

}  // namespace tamis
