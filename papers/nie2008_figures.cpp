// nie2008, Figs. 1 to 4 as data. Figs. 2 and 3 are the curves of the comparisons that the tables are made of.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "papers/figure.hpp"
#include "papers/nie2008.hpp"
#include "papers/papers.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/graph/pairs.hpp"
#include "tamis/methods/trace_ratio/dinkelbach.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/pipeline/statistics.hpp"

namespace tamis::papers {

namespace {

constexpr Index shown_features = 100;

// f(λ) = max over |S| = m of Σ_S (b - λe), among the features that are not constant.
double best_difference(const Scatter& pair, Index m, double lambda) {
    std::vector<double> values;
    for (std::size_t j = 0; j < pair.between.size(); ++j)
        if (pair.constant[j] == 0) values.push_back(pair.between[j] - lambda * pair.within[j]);
    std::sort(values.begin(), values.end(), std::greater<>());
    values.resize(std::min(values.size(), at(m)));
    return std::accumulate(values.begin(), values.end(), 0.0);
}

Figure iteration(const PaperLoader& load, const Context& context) {
    Figure figure{.number = 1,
                  .title = "The iteration of Algorithm 1 on f(lambda)",
                  .x_axis = "lambda",
                  .y_axis = "f(lambda) = max of sum(b - lambda e) over m features",
                  .mirrors = "Fig. 1, a sketch in the paper; here computed for one problem",
                  .protocol = "UMIST, all samples, m = 100, Fisher pair, started from the first m features"};
    const std::optional<Dataset> data = load_panel(figure, load, umist(), "UMIST, m = 100");
    if (!data) return figure;
    const Scatter pair = class_scatter(data->x, data->labels, context);
    double b = 0.0, e = 0.0;
    for (std::size_t j = 0; j < at(shown_features); ++j) b += pair.between[j], e += pair.within[j];
    const TraceRatioSolution found =
        solve_trace_ratio({pair.between, pair.within, pair.constant}, shown_features, b / e, context);
    const auto add = [&](const std::string& curve, double lambda) {
        figure.points.push_back({.panel = "UMIST, m = 100",
                                 .curve = curve,
                                 .x = lambda,
                                 .mean = best_difference(pair, shown_features, lambda)});
    };
    const double low = std::min(b / e, found.history.front()), high = 1.2 * found.lambda;
    for (int step = 0; step <= 60; ++step) add("f(lambda)", low + (high - low) * step / 60.0);
    add("iterates", b / e);
    for (const double lambda : found.history) add("iterates", lambda);
    return figure;
}

CurveNames methods() {
    return {{"fisher", "F-FS"},
            {"trace-ratio", "S-FS"},
            {"laplacian", "F-LS"},
            {"trace-ratio:criterion=laplacian", "S-LS"}};
}

// Of the comparisons that were made for the tables.
Figure accuracies(int number, bool faces, const Reproduction& made, const std::string& protocol) {
    Figure figure{
        .number = number,
        .title = faces ? "Accuracy on faces" : "Accuracy on six sets of the UCI repository",
        .x_axis = "number of features",
        .y_axis = "1NN accuracy",
        .mirrors = faces ? "Fig. 3" : "Fig. 2; the paper does not say how the data are scaled: three ways",
        .protocol = protocol};
    for (const PaperRun& run : made.runs) {
        const bool is_face = run.results.features > 100;
        if (is_face != faces) continue;
        add_curves(figure, run.results, {.panel = run.data + ", " + run.setting}, methods());
    }
    for (const std::string& file : made.absent) figure.absent.push_back(file);
    return figure;
}

double ratio_of(const Scatter& pair, std::span<const Index> set) {
    double b = 0.0, e = 0.0;
    for (const Index j : set) b += pair.between[at(j)], e += pair.within[at(j)];
    return b / e;
}

// The best single features by b/e against the optimum.
Figure subset_scores(const PaperLoader& load, bool quick, const Context& context) {
    const std::string protocol = quick ? "per-class:5x4" : "per-class:5x20";
    Figure figure{.number = 4,
                  .title = "Subset scores on UMIST",
                  .x_axis = "number of features",
                  .y_axis = "subset score: sum of b over sum of e",
                  .mirrors = "Fig. 4, one panel per pair of graphs",
                  .protocol = "UMIST, training parts of " + protocol + ", raw values"};
    const std::optional<Dataset> data = load_panel(figure, load, umist(), "UMIST");
    if (!data) return figure;
    std::vector<Index> counts = {1, 2, 5};
    for (const Index k : grid(10, 630, quick ? 60 : 20)) counts.push_back(k);
    for (const bool by_class : {true, false}) {
        const std::string panel = by_class ? "Fisher pair" : "Laplacian pair";
        std::vector<std::vector<double>> single(counts.size()), optimal(counts.size());
        for (const Split& split :
             make_splits(parse_protocol(protocol), data->labels, context.seed, data->name)) {
            context.check_cancel();
            const Matrix x = take_rows(data->x, split.train);
            const Scatter pair = by_class ? class_scatter(x, take_labels(data->labels, split.train), context)
                                          : laplacian_pair(x, build_graph(x, {}, context), context);
            std::vector<Index> order(at(x.cols()));
            for (std::size_t j = 0; j < order.size(); ++j) order[j] = static_cast<Index>(j);
            const auto key = [&](Index j) {
                return pair.constant[at(j)] != 0 ? -1.0 : pair.between[at(j)] / pair.within[at(j)];
            };
            std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return key(a) > key(b); });
            for (std::size_t c = 0; c < counts.size(); ++c) {
                single[c].push_back(ratio_of(pair, std::span(order).first(at(counts[c]))));
                optimal[c].push_back(
                    solve_trace_ratio({pair.between, pair.within, pair.constant}, counts[c], context).lambda);
            }
        }
        for (const bool optimum : {false, true})
            for (std::size_t c = 0; c < counts.size(); ++c) {
                const std::vector<double>& values = optimum ? optimal[c] : single[c];
                figure.points.push_back(
                    {.panel = panel,
                     .curve = std::string(optimum ? "S-" : "F-") + (by_class ? "FS" : "LS"),
                     .x = static_cast<double>(counts[c]),
                     .mean = mean_std(values).mean,
                     .sd = mean_std(values).std,
                     .n = static_cast<Index>(values.size())});
            }
    }
    return figure;
}

}  // namespace

std::vector<Figure> nie2008_figures(const Reproduction& made, const PaperLoader& load, bool quick,
                                    const Context& context) {
    const std::string repeats = quick ? "4 splits" : "20 splits";
    return {iteration(load, context), accuracies(2, false, made, "30 training samples per class, " + repeats),
            accuracies(3, true, made, "5 training images per person, " + repeats),
            subset_scores(load, quick, context)};
}

}  // namespace tamis::papers
