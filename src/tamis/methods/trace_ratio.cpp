#include "tamis/methods/trace_ratio.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/graph/pairs.hpp"
#include "tamis/methods/trace_ratio/dinkelbach.hpp"

namespace tamis {

About TraceRatioOptions::about() {
    return {.name = "trace-ratio",
            .title = "Trace ratio, globally optimal subset",
            .citation = "Nie, Xiang, Jia, Zhang, Yan: Trace Ratio Criterion for Feature Selection. AAAI 2008",
            .nested = false};
}

Fields<TraceRatioOptions> TraceRatioOptions::fields() {
    return Fields<TraceRatioOptions>()
        .choice("criterion", &TraceRatioOptions::criterion,
                {{"fisher", Criterion::fisher},
                 {"laplacian", Criterion::laplacian},
                 {"graph", Criterion::graph},
                 {"semi", Criterion::semi}},
                "which pair of graphs: classes, neighbors, your own (--graph, --graph-between), or both for "
                "data with "
                "some labels")
        .real("gamma", &TraceRatioOptions::gamma, above(0),
              "criterion semi: weight of labeled pairs of one class; larger trusts the labels more")
        .boolean("path", &TraceRatioOptions::path, "also the optimum for every smaller number of features");
}

Needs TraceRatioOptions::needs() const {
    return {.labels = criterion == Criterion::fisher,
            .graph = criterion != Criterion::fisher,
            .own_graph = criterion == Criterion::graph,
            .pair = criterion == Criterion::graph};
}

namespace {

Scatter terms_of(const MatrixView& x, const Inputs& inputs, const TraceRatioOptions& options,
                 const Context& context) {
    using Criterion = TraceRatioOptions::Criterion;
    static const Labels no_labels;
    const Labels& labels = inputs.labels != nullptr ? *inputs.labels : no_labels;
    if (options.criterion == Criterion::fisher) {
        require_classes(labels, x.rows(), "trace-ratio with criterion=fisher");
        return class_scatter(x, labels, context);
    }
    if (inputs.graph == nullptr) throw Error("trace-ratio needs a graph for this criterion and got none");
    if (options.criterion == Criterion::semi)
        return semi_supervised_pair(x, labels, *inputs.graph, options.gamma, context);
    if (options.criterion == Criterion::graph && inputs.between != nullptr)
        return graph_pair(x, *inputs.graph, *inputs.between, context);
    return laplacian_pair(x, *inputs.graph, context);
}

bool contains_all(const std::vector<Index>& larger, const std::vector<Index>& smaller) {
    const std::vector<Index> sorted = [&] {
        std::vector<Index> copy = larger;
        std::sort(copy.begin(), copy.end());
        return copy;
    }();
    return std::all_of(smaller.begin(), smaller.end(),
                       [&](Index j) { return std::binary_search(sorted.begin(), sorted.end(), j); });
}

std::vector<PathStep> to_path(std::vector<TraceRatioSolution> solutions) {
    std::vector<PathStep> path;
    for (TraceRatioSolution& solution : solutions) {
        const bool nested = path.empty() || contains_all(solution.selected, path.back().selected);
        path.push_back({static_cast<Index>(solution.selected.size()), solution.lambda,
                        std::move(solution.selected), nested});
    }
    return path;
}

// Σ(b - λe) = 0 at the optimum; what is left is rounding.
constexpr double residual_limit = 1e-12;

}  // namespace

Selection trace_ratio(const MatrixView& x, const Inputs& inputs, const TraceRatioOptions& options,
                      const Context& context) {
    require_k(options.k, x.cols());
    require_samples(x, 2);
    TraceRatioOptions::fields().check(options);
    const Scatter pair = terms_of(x, inputs, options, context);
    const RatioTerms terms{pair.between, pair.within, pair.constant};
    const TraceRatioSolution solution = solve_trace_ratio(terms, options.k, context);

    Selection result;
    result.selected = solution.selected;
    result.raw_scores = ratios(pair.between, pair.within, Direction::larger);
    result.raw_direction = Direction::larger;
    result.scores = result.raw_scores;
    if (std::isfinite(solution.lambda))
        for (std::size_t j = 0; j < result.scores.size(); ++j)
            result.scores[j] = pair.between[j] - solution.lambda * pair.within[j];
    result.objective = {"trace ratio", solution.history, solution.lambda};
    result.iterations = static_cast<Index>(solution.history.size());
    result.stop = solution.informative < options.k ? Stop::exhausted : Stop::converged;
    result.certificate = {{"optimal", solution.residual <= residual_limit},
                          {"lambda", solution.lambda},
                          {"residual", solution.residual},
                          {"margin", solution.margin},
                          {"ties", solution.ties}};
    if (options.path) result.path = to_path(trace_ratio_path(terms, options.k, context));
    return result;
}

}  // namespace tamis
