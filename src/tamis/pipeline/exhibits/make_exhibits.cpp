#include "tamis/pipeline/exhibits/make_exhibits.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/message.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/pipeline/choice/explain.hpp"
#include "tamis/pipeline/exhibits/dyadic_histogram.hpp"
#include "tamis/pipeline/exhibits/sample_map.hpp"
#include "tamis/pipeline/exhibits/shown_columns.hpp"
#include "tamis/pipeline/prepared.hpp"
#include "tamis/pipeline/remarks.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/preprocess/cells.hpp"

namespace tamis::detail {

namespace {

constexpr double most_explained_cells = 1e8;
constexpr double correlation_unit = 1e6;  // six digits are enough to draw and to sort by

std::vector<Index> first_of(const std::vector<Index>& list, Index most) {
    return {list.begin(), list.begin() + std::min(most, static_cast<Index>(list.size()))};
}

// The chosen features and those that come next by score; nothing says who comes next without scores.
std::vector<Index> counted_features(const Selection& selection) {
    std::vector<Index> features = first_of(selection.selected, most_shown_features);
    if (selection.scores.empty()) return features;
    const auto chosen = static_cast<Index>(selection.selected.size()),
               all = static_cast<Index>(selection.scores.size());
    const std::vector<Index> order =
        top_features({selection.scores}, std::min(all, chosen + most_shown_features),
                     FixedFeatures{.include = selection.selected});
    features.insert(features.end(), order.begin() + chosen, order.end());
    return features;
}

std::vector<std::vector<double>> rounded(const DenseMatrix& r) {
    std::vector<std::vector<double>> rows(at(r.rows()));
    for (Index a = 0; a < r.rows(); ++a)
        for (Index b = 0; b < r.cols(); ++b)
            rows[at(a)].push_back(std::round(r(a, b) * correlation_unit) / correlation_unit);
    return rows;
}

}  // namespace

ShownClasses shown_classes(const Labels& labels) {
    if (labels.empty()) return {};
    const Index classes = labels.classes();
    const bool some_unlabeled =
        std::find(labels.of.begin(), labels.of.end(), int{Labels::unlabeled}) != labels.of.end();
    const Index places = most_shown_classes - (some_unlabeled ? 1 : 0);
    std::vector<Index> by_size(at(classes));
    std::iota(by_size.begin(), by_size.end(), Index{0});
    if (classes > places) {
        std::stable_sort(by_size.begin(), by_size.end(),
                         [&](Index a, Index b) { return labels.counts[at(a)] > labels.counts[at(b)]; });
        by_size.resize(at(places - 1));
        std::sort(by_size.begin(), by_size.end());
    }
    ShownClasses shown;
    std::vector<int> group_of(at(classes), static_cast<int>(by_size.size()));
    for (const Index own : by_size) {
        group_of[at(own)] = static_cast<int>(shown.names.size());
        shown.names.push_back(labels.names[at(own)]);
    }
    if (classes > places)
        shown.names.push_back("the other " + std::to_string(classes - static_cast<Index>(by_size.size())) +
                              " classes");
    if (some_unlabeled) shown.names.push_back("without a label");
    for (const int own : labels.of)
        shown.of.push_back(own == Labels::unlabeled ? static_cast<int>(shown.names.size()) - 1
                                                    : group_of[static_cast<std::size_t>(own)]);
    return shown;
}

Exhibits selection_exhibits(const Rows& x, const Labels& labels, const Selection& selection,
                            const Context& context) {
    const std::vector<Index> counted = counted_features(selection),
                             mapped = first_of(selection.selected, most_mapped_features);
    Exhibits exhibits;
    exhibits.correlated = first_of(selection.selected, most_shown_features);
    ShownClasses classes = shown_classes(labels);
    std::vector<Index> samples = mapped_samples(x.rows(), context);
    ShownData shown = show_columns(x,
                                   {.counted = counted,
                                    .correlated = exhibits.correlated,
                                    .mapped = mapped,
                                    .samples = samples,
                                    .group_of = classes.of,
                                    .groups = std::max<Index>(1, static_cast<Index>(classes.names.size()))},
                                   context);
    for (std::size_t h = 0; h < counted.size(); ++h)
        exhibits.histograms.push_back({counted[h], std::move(shown.histograms[h])});
    exhibits.histogram_classes = std::move(classes.names);
    exhibits.correlations = rounded(shown.correlations);
    exhibits.map = map_samples(shown.cells, std::move(samples), labels, context);
    return exhibits;
}

GraphExhibit graph_exhibit(const Graph& graph) {
    DyadicHistogram degrees, weights;
    for (const double degree : graph.degrees) degrees.add(degree);
    for (Index i = 0; i < graph.samples; ++i)
        for (auto e = at(graph.row_start[at(i)]); e < at(graph.row_start[at(i) + 1]); ++e)
            if (graph.neighbors[e] > i) weights.add(graph.weights[e]);
    return {degrees.histogram(), weights.histogram()};
}

Exhibits projection_exhibits(const Rows& x, const Labels& labels, const std::string& method,
                             const Projection& projection, std::span<const double> deviations,
                             const Context& context) {
    Exhibits exhibits;
    exhibits.map = map_projected(projection, method, x, labels, context);
    for (std::size_t j = 0; j < deviations.size(); ++j)
        exhibits.contributions.push_back(projection.feature_weights[j] * deviations[j]);
    return exhibits;
}

void explain_run(SelectRun& run, const Rows& x, const Labels& labels, const Context& context) {
    const std::optional<CountRule> rule = CountRule::parse(run.k_rule);
    run.explanations = explain(x, labels,
                               {.selection = run.selection,
                                .fixed = run.fixed,
                                .names = run.feature_names,
                                .q = run.trust.pvalues.q,
                                .by_stability = rule && rule->kind == CountRule::Kind::stable},
                               context);
}

void explain_for_report(SelectRun& run, const Rows& x, const Labels& labels, const Context& context) {
    const std::size_t chosen = run.selection.selected.size();
    if (chosen == 0) return;
    if (static_cast<double>(chosen) * static_cast<double>(x.cols()) > most_explained_cells)
        context.warning("the report does not explain single features: the correlations of " +
                        std::to_string(chosen) + " chosen ones with all " + std::to_string(x.cols()) +
                        " are too many; " + option("explain") + " computes them nevertheless");
    else
        explain_run(run, x, labels, context);
}

void add_exhibits(SelectRun& run, const DataView& data, const Context& caller) {
    check_data(data);
    if (data.x.rows() != run.samples || data.x.cols() != run.features)
        throw Error(data.name + " has " + counted(data.x.rows(), "sample") + " and " +
                    counted(data.x.cols(), "feature") + ", and the selection was made from " +
                    std::to_string(run.samples) + " and " + std::to_string(run.features));
    Remarks remarks(caller, {});
    const Context& context = remarks.context();
    Context silent = context;  // what is to be said of the data was said when the features were selected
    silent.warn = nullptr;
    const Prepared prepared(data, run.scale, Survey::Hash::no, Reading::in_passes, silent);
    const Labels& labels = prepared.labels();
    if (run.explanations.features.empty()) explain_for_report(run, prepared.x(), labels, context);
    run.exhibits = selection_exhibits(prepared.x(), labels, run.selection, context);
    run.exhibits.scale = run.scale;
    for (std::string& remark : remarks.take()) run.remarks.push_back(std::move(remark));
}

}  // namespace tamis::detail
