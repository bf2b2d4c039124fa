#include "tamis/methods/lapofs/design_method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/ranking.hpp"
#include "tamis/methods/lapofs/design_search.hpp"
#include "tamis/methods/lapofs/relaxation.hpp"
#include "tamis/passes/identical_columns.hpp"

namespace tamis::detail {

namespace {

template <Design kind>
Selection run_convex(const MatrixView& x, const FeatureGram& gram, const DesignOptions<kind>& options,
                     const Context& context) {
    constexpr double smallest_share = 1e-100;  // squares of less vanish
    if (gram.largest_diagonal() > 0.0 && gram.largest_diagonal() < smallest_share * options.lambda2)
        throw Error("lambda2 = " + to_text(Value(options.lambda2)) +
                    " is too large for solver=convex: all features are negligible next to it");
    if (options.lambda2 < smallest_share * gram.largest_diagonal())
        throw Error("lambda2 = " + to_text(Value(options.lambda2)) +
                    " is too small for solver=convex: it is negligible next to the squares of the features");
    Relaxation relaxation(gram, kind, options.lambda2, context);
    if (options.price && *options.price < smallest_share * relaxation.largest_price())
        throw Error("a price of " + to_text(Value(*options.price)) +
                    " is too small for solver=convex: the weights would overflow");
    RelaxedSelection relaxed = options.price
                                   ? select_relaxed(relaxation, options.k, *options.price, options.tolerance)
                                   : select_relaxed(relaxation, options.k, options.tolerance);
    Relaxed& solution = relaxed.solution;
    // Only the sum of the weights of equal features is determined.
    settle_equal_columns(first_equal_columns(x, context), solution.alpha, relaxed.selected);
    if (!solution.converged)
        context.warning("the relaxation stopped at a relative gap of " + to_text(Value(solution.gap)) +
                        ", above tolerance: rounding allows no more; use a larger tolerance");
    if (relaxed.filled_up)
        context.warning("the relaxation gives weight to " + std::to_string(solution.support.size()) +
                        " features; the rest of the " + std::to_string(options.k) +
                        " are those nearest to getting some");
    Selection result;
    result.selected = std::move(relaxed.selected);
    result.scores = solution.alpha;
    result.raw_scores = solution.alpha;
    result.raw_direction = Direction::larger;
    result.objective = {
        kind == Design::d ? "relaxed -log det, relative to no features" : "relaxed trace of the variance",
        {solution.primal},
        solution.primal};
    result.iterations = solution.steps;
    result.stop =
        relaxed.filled_up ? Stop::exhausted : (solution.converged ? Stop::converged : Stop::iteration_limit);
    result.certificate = {{"primal", solution.primal},
                          {"dual", solution.dual},
                          {"gap", solution.gap},
                          {"price", solution.price},
                          {"support", static_cast<Index>(solution.support.size())}};
    return result;
}

}  // namespace

void warn_of_hidden(Index unknown, Index k, double lambda2, const FeatureGram& gram, const Context& context) {
    if (unknown == 0) return;
    context.warning(fmt::format(
        "rounding hides what {} of the {} features add: lambda2 = {} is negligible next to their squares "
        "of up to {:.2g}; scale the data or use a larger lambda2",
        unknown, k, to_text(Value(lambda2)), gram.largest_diagonal()));
}

void warn_of_large_ridge(double lambda2, double square, const Context& context) {
    context.warning("lambda2 = " + to_text(Value(lambda2)) +
                    " is so large next to the features, with squares of " +
                    (square > 0.0 ? fmt::format("at most {:.2g}", square) : "almost 0") +
                    ", that it hides what tells them apart; scale the data or use a smaller lambda2");
}

bool is_ridge_too_large(const FeatureGram& gram, double lambda2, const Context& context) {
    const double square = gram.largest_diagonal();
    if (square == 0.0 || square > tie_window * lambda2) return false;
    warn_of_large_ridge(lambda2, square, context);
    return true;
}

Stop greedy_stop(const FeatureGram& gram, const std::vector<Index>& selected, const FixedFeatures& fixed) {
    const auto free = selected.begin() + static_cast<std::ptrdiff_t>(fixed.include.size());
    const bool zeros =
        std::any_of(free, selected.end(), [&](Index f) { return gram.diagonal()[at(f)] == 0.0; });
    return zeros ? Stop::exhausted : Stop::converged;
}

namespace {

// The relaxation knows nothing of fixed features: it gets the data without the excluded ones.
template <Design design>
Selection relax_without_excluded(const Rows& x, const Graph& graph, const DesignOptions<design>& options,
                                 const Context& context) {
    if (!options.fixed.include.empty())
        throw UsageError(
            "the convex relaxation of " + DesignOptions<design>::about().name +
                " weighs all features against each other, and cannot give some of them in advance",
            "leave out " + option("include") + " or use " + method_option("solver", "exchange"));
    DesignOptions<design> inner = options;
    inner.fixed = {};
    const std::vector<Index> columns = arranged_columns(options.fixed, x.cols());
    return arranged_back(
        run_design(take_columns(x.require_matrix("solver=convex"), columns), graph, inner, context), columns,
        x.cols());
}

}  // namespace

template <Design design>
Selection run_design(const Rows& x, const Graph& graph, const DesignOptions<design>& options,
                     const Context& context) {
    DesignOptions<design>::fields().check(options);
    require_choice(options.k, options.fixed, x.cols());
    if (!options.fixed.empty() && options.solver == DesignSolver::convex)
        return relax_without_excluded(x, graph, options, context);
    const bool convex = options.solver == DesignSolver::convex, exact = options.solver == DesignSolver::exact;
    const auto without_effect = [&](const char* name) {
        const Value solver = *find(DesignOptions<design>::fields().values(options), "solver");
        context.warning(method_option(name) + " has no effect with " +
                        method_option("solver", to_text(solver)));
    };
    if (options.price && !convex) without_effect("price");
    if (options.time_limit && !exact) without_effect("time_limit");
    if (options.max_nodes != DesignOptions<design>().max_nodes && !exact) without_effect("max_nodes");
    const auto run = [&](const Rows& data, const DesignOptions<design>& measured) {
        const FeatureGram gram(data, graph, measured.lambda1, measured.laplacian, context);
        return convex ? run_convex(data.require_matrix("solver=convex"), gram, measured, context)
                      : search_design(gram, measured, context);
    };
    // The relaxations are relative to no features, which has no unit.
    return in_working_unit(x, options, context, run, [&](const WorkingUnit& unit, Objective& objective) {
        if (convex) return;
        for (std::size_t j = 0; j < objective.trace.size(); ++j)
            objective.trace[j] = design == Design::d
                                     ? unit.back_log(objective.trace[j], 2 * static_cast<int>(j + 1))
                                     : unit.back(objective.trace[j], -2);
        objective.value = objective.trace.back();
    });
}

template Selection run_design(const Rows&, const Graph&, const DesignOptions<Design::a>&, const Context&);
template Selection run_design(const Rows&, const Graph&, const DesignOptions<Design::d>&, const Context&);

}  // namespace tamis::detail
