#include "tamis/pipeline/select.hpp"

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/choice/choose_count.hpp"
#include "tamis/pipeline/choice/graph_columns.hpp"
#include "tamis/pipeline/driver.hpp"
#include "tamis/pipeline/exhibits/make_exhibits.hpp"
#include "tamis/pipeline/prepared.hpp"
#include "tamis/pipeline/remarks.hpp"
#include "tamis/pipeline/shards/shared.hpp"
#include "tamis/pipeline/trust/run_trust.hpp"

namespace tamis {

using namespace detail;

namespace {

// The method's own options that look like the graph options given: `neighbors`, or `relief_neighbors` of
// SPEC.
Message own_options_like_these(const SelectRequest& request) {
    Message text;
    if (!request.graph_options) return text;
    const Record usual = GraphOptions::fields().values(request.method.about().graph);
    for (const auto& [name, value] : GraphOptions::fields().values(*request.graph_options)) {
        if (*find(usual, name) == value) continue;
        for (const auto& own : request.method.params())
            if (own.first == name || own.first.ends_with("_" + name))
                text += "; its own option is " + method_option(own.first, to_text(value));
    }
    return text;
}

void check_graph_request(const SelectRequest& request, const DataView& data, const Context& context) {
    const Needs& needs = request.method.needs();
    const std::string& method = request.method.name();
    if (!needs.graph && (request.graph != nullptr || request.graph_options))
        context.warning(method + " uses no graph: the graph options have no effect" +
                        own_options_like_these(request));
    if (needs.own_graph && request.graph == nullptr)
        throw UsageError(method + " with this setting needs a graph of your own",
                         "give it with " + option("graph", "FILE"));
    if (request.between != nullptr && !needs.pair)
        throw UsageError(method + " with these settings takes one graph",
                         "leave " + option("graph-between") + " out, or use trace-ratio with " +
                             method_option("criterion", "graph"));
    for (const Graph* graph : {request.graph, request.between})
        if (graph != nullptr && graph->samples != data.x.rows())
            throw Error("the graph has " + std::to_string(graph->samples) + " vertices and " + data.name +
                        " has " + std::to_string(data.x.rows()) + " samples");
    if (request.graph != nullptr && request.graph_options)
        throw UsageError(
            "graph options describe how to build a graph, but a finished graph was given as well", "use one");
}

}  // namespace

SelectRun run_select(const Dataset& data, const SelectRequest& request, const Context& context) {
    return run_select(view_of(data), request, context);
}

SelectRun run_select(const DataView& data, const SelectRequest& request, const Context& caller) {
    const Timer total;
    check_data(data);
    require_shared(request, data);
    Remarks remarks(caller, data.remarks);
    const Context& context = remarks.context();
    SelectRun run{run_head(request.method.name(), {}, request.scale, data, context)};
    check_graph_request(request, data, context);
    check_trust(request);

    std::optional<Prepared> prepared;
    const auto prepare = [&]() -> const Prepared& {
        if (prepared) return *prepared;
        prepared.emplace(data, request.scale, request.hash_data ? Survey::Hash::yes : Survey::Hash::no,
                         reading(request, request.graph != nullptr), context,
                         sums_for(request.method.needs().labels));
        if (units_matter(request.method, request.graph != nullptr))
            prepared->remark_on_units(data.feature_names, context);
        return *prepared;
    };
    std::shared_ptr<const CheckedGraph> built;
    const auto make_graph = [&] {
        if (request.graph != nullptr)
            return std::make_shared<const CheckedGraph>(
                check_own(*request.graph, request.between, prepared->x(), context));
        const GraphColumns columns(prepared->x(), request.fixed);
        const Rows x = columns.x();
        const GraphOptions options = request.graph_options.value_or(request.method.about().graph);
        const Labels* labels = prepared->labels().empty() ? nullptr : &prepared->labels();
        const auto build = [&](const Context& inside) { return build_graph(x, options, inside, labels); };
        return std::make_shared<const CheckedGraph>(build_checked(build, options, x, context));
    };
    const auto graph = [&] {
        if (!built) built = make_graph();
        return built;
    };
    const Sources sources{prepare, graph};
    FeatureCount k = request.k;
    FixedFeatures fixed = request.fixed;
    if (request.rule) {
        CountChoice choice = choose_count(request, data, sources, context);
        run.k_rule = to_text(*request.rule);
        run.k_reason = choice.count.reason;
        k = choice.count.k;
        fixed = choice.fixed(fixed);
        run.trust = std::move(choice.trust);
    }
    MethodRun done = run_method(request.method, k, data, sources, context, fixed);
    run.params = std::move(done.params);
    run.data_hash = prepared->hash();
    run.graph = std::move(done.graph);
    run.selection = std::move(done.selection);
    if (request.rule) remark_on_insignificant(*request.rule, run.selection, run.trust.pvalues, context);
    if (request.trust.any())
        run.trust = run_trust(data, request, *prepared, run.selection, context, std::move(run.trust));
    run.fixed = request.fixed;
    if (request.explain)
        explain_run(run, prepared->x(), prepared->labels(), context);
    else if (request.exhibits)
        explain_for_report(run, prepared->x(), prepared->labels(), context);
    if (request.exhibits) {
        run.exhibits = selection_exhibits(prepared->x(), prepared->labels(), run.selection, context);
        if (built) run.exhibits.graph = graph_exhibit(*built->graph);
    }
    run.exhibits.scale = run.scale;
    run.graph_seconds = done.graph_seconds;
    run.method_seconds = done.method_seconds;
    run.remarks = remarks.take();
    note_rounds(run, data);
    run.total_seconds = total.seconds();
    return run;
}

}  // namespace tamis
