#include "tamis/methods/lapofs/design_method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/ranking.hpp"
#include "tamis/methods/lapofs/relaxation.hpp"

namespace tamis {

namespace {

Selection run_greedy(const FeatureGram& gram, const DesignRequest& request, const Context& context) {
    GreedyDesign design = select_greedily(gram, request.design, request.lambda2, request.k, context);
    Selection result;
    result.stop = greedy_stop(gram, design.selected);
    result.selected = std::move(design.selected);
    result.scores = design.scores;
    result.raw_scores = std::move(design.scores);
    result.raw_direction = Direction::larger;
    result.objective.name = request.design == Design::d ? "log det of the information matrix"
                                                        : "trace of the inverse information matrix";
    result.objective.value = design.objective.back();
    result.objective.trace = std::move(design.objective);
    result.iterations = request.k;
    if (design.unknown > 0)
        context.warning(fmt::format(
            "rounding hides what {} of the {} features add: lambda2 = {} is nothing beside their squares "
            "of up to {:.2g}; scale the data or use a larger lambda2",
            design.unknown, request.k, to_text(Value(request.lambda2)), gram.largest_diagonal()));
    const double ratio = design.bound > 0.0 ? std::min(1.0, design.value / design.bound) : 1.0;
    result.certificate = {{"bound", design.bound}, {"value", design.value}, {"ratio", ratio}};
    // Rounded down: it is a bound.
    result.guarantee =
        fmt::format("at least {:.1f} % of what any {} {} could reach", std::floor(1000.0 * ratio) / 10.0,
                    request.k, request.k == 1 ? "feature" : "features");
    return result;
}

Selection run_convex(const FeatureGram& gram, const DesignRequest& request, const Context& context) {
    constexpr double smallest_share = 1e-100;  // squares of less vanish
    if (gram.largest_diagonal() > 0.0 && gram.largest_diagonal() < smallest_share * request.lambda2)
        throw Error("lambda2 = " + to_text(Value(request.lambda2)) +
                    " is too large for solver=convex: all features are nothing beside it");
    Relaxation relaxation(gram, request.design, request.lambda2, context);
    RelaxedSelection relaxed = request.gamma
                                   ? select_relaxed(relaxation, request.k, *request.gamma, request.tol)
                                   : select_relaxed(relaxation, request.k, request.tol);
    const Relaxed& solution = relaxed.solution;
    if (!solution.converged)
        context.warning("the relaxation stopped at a relative gap of " + to_text(Value(solution.gap)) +
                        ", above tol: rounding allows no more; use a larger tol");
    if (relaxed.filled_up)
        context.warning("the relaxation gives weight to " + std::to_string(solution.support.size()) +
                        " features; the rest of the " + std::to_string(request.k) +
                        " are those nearest to getting some");
    Selection result;
    result.selected = std::move(relaxed.selected);
    result.scores = solution.alpha;
    result.raw_scores = solution.alpha;
    result.raw_direction = Direction::larger;
    result.objective = {request.design == Design::d ? "relaxed -log det, relative to no features"
                                                    : "relaxed trace of the variance",
                        {solution.primal},
                        solution.primal};
    result.iterations = solution.steps;
    result.stop =
        relaxed.filled_up ? Stop::exhausted : (solution.converged ? Stop::converged : Stop::iteration_limit);
    result.certificate = {
        {"primal", solution.primal},
        {"dual", solution.dual},
        {"gap", solution.gap},
        {"price", solution.gamma},  // not "gamma": that names a setting, this was searched for
        {"support", static_cast<Index>(solution.support.size())}};
    return result;
}

}  // namespace

Stop greedy_stop(const FeatureGram& gram, const std::vector<Index>& selected) {
    const bool zeros = std::any_of(selected.begin(), selected.end(), [&](Index f) {
        return gram.diagonal()[static_cast<std::size_t>(f)] == 0.0;
    });
    return zeros ? Stop::exhausted : Stop::converged;
}

Selection run_design(const MatrixView& x, const Graph& graph, const DesignRequest& request,
                     const Context& context) {
    require_k(request.k, x.cols());
    const FeatureGram gram(x, graph, request.lambda1, request.laplacian, context);
    if (request.solver == DesignSolver::convex) return run_convex(gram, request, context);
    if (request.gamma) context.warning("gamma has no effect with solver=greedy");
    return run_greedy(gram, request, context);
}

}  // namespace tamis
