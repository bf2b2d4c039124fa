#include "tamis/methods/lapofs/design_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/ranking.hpp"
#include "tamis/methods/exchange/exchange.hpp"
#include "tamis/methods/lapofs/branch_and_bound.hpp"
#include "tamis/methods/lapofs/design_method.hpp"
#include "tamis/methods/lapofs/greedy.hpp"

namespace tamis::detail {

namespace {

constexpr Index sensible_size = 1000;    // features times selected ones
constexpr double sensible_seconds = 60;  // for what is beyond, unless the user says otherwise
constexpr Index most_features = 8000;    // whose inner products are held

// What a search found, with its certificate.
struct Found {
    GreedyDesign design;
    Record proof;
    std::string guarantee;  // empty: what the ratio says
    Stop stop = Stop::converged;
};

// The sets that the result is compared with.
template <Design kind>
std::string counted(const DesignOptions<kind>& options) {
    return std::to_string(options.k) + (options.k == 1 ? " feature" : " features") +
           (options.fixed.empty() ? "" : " with the included and without the excluded ones");
}

// The set in greedy order, with the sharper of two bounds; nothing is lost if the digits say otherwise.
template <Design kind>
bool replace_if_better(GreedyDesign& design, const FeatureGram& gram, const DesignOptions<kind>& options,
                       std::span<const Index> set, const Context& context) {
    GreedyDesign better = order_greedily(gram, kind, options.lambda2, set, context, options.fixed);
    const double before = design.objective.back(), after = better.objective.back();
    if (kind == Design::d ? !(after > before) : !(after < before)) return false;
    better.bound = std::min(better.bound, design.bound);
    better.passes += design.passes;
    design = std::move(better);
    return true;
}

template <Design kind>
void exchange_in(Found& found, const FeatureGram& gram, const DesignOptions<kind>& options,
                 const Context& context) {
    const double greedy = found.design.value;
    Index swaps = 0;
    if (options.k == gram.features() - static_cast<Index>(options.fixed.exclude.size()))
        context.warning(nothing_to_exchange(options.k));
    else if (found.design.unknown == 0) {
        const auto rows = [&](std::span<const Index> features, double* out) {
            gram.rows(features, out, context);
        };
        const std::vector<char> barred = marks(options.fixed.exclude, gram.features());
        const ExchangeProblem problem{.goal = kind == Design::d ? ExchangeGoal::log_det : ExchangeGoal::trace,
                                      .diagonal = gram.diagonal(),
                                      .ridge = options.lambda2,
                                      .rows = rows,
                                      .barred = barred,
                                      .kept = options.fixed.include};
        const Exchanged exchanged = exchange_features(problem, found.design.selected, context);
        if (exchanged.swaps > 0 && replace_if_better(found.design, gram, options, exchanged.set, context))
            swaps = exchanged.swaps;
    }
    found.proof = {{"greedy", greedy}, {"swaps", swaps}};
}

DenseMatrix information_matrix(const FeatureGram& gram, double lambda2, const Context& context) {
    const Index d = gram.features();
    std::vector<Index> all(at(d));
    std::iota(all.begin(), all.end(), Index{0});
    DenseMatrix h = DenseMatrix::uninitialized(d, d);
    gram.rows(all, h.data(), context);
    for (Index a = 0; a < d; ++a) {
        h(a, a) = gram.diagonal()[at(a)] + lambda2;
        for (Index b = 0; b < a; ++b) h(a, b) = h(b, a) = 0.5 * (h(a, b) + h(b, a));
    }
    return h;
}

ProofLimits limits_of(const DesignOptions<Design::d>& options, Index features, const Context& context) {
    ProofLimits limits{options.max_nodes, options.time_limit};
    if (features > most_features)
        throw Error(
            fmt::format("{} holds the inner products of all features and takes at most {} of them, not {}",
                        method_option("solver", "exact").text(), most_features, features),
            "use " + method_option("solver", "exchange"));
    if (features * options.k <= sensible_size) return limits;
    if (!limits.seconds) limits.seconds = sensible_seconds;
    context.warning(
        method_option("solver", "exact") +
        fmt::format(" can prove optima of about {} features times selected ones, not {} x {}: the "
                    "search ends after {} seconds with what is proven by then; ",
                    sensible_size, features, options.k, to_text(Value(*limits.seconds))) +
        method_option("time_limit") + " sets another limit");
    return limits;
}

void prove(Found& found, const FeatureGram& gram, const DesignOptions<Design::d>& options,
           const Context& context) {
    GreedyDesign& design = found.design;
    const double base = static_cast<double>(options.k) * std::log(options.lambda2);
    double bound = design.bound;
    ProvenDesign proven;
    if (design.unknown == 0) {
        const ProofLimits limits = limits_of(options, gram.features(), context);
        proven = prove_best(information_matrix(gram, options.lambda2, context), options.lambda2,
                            design.selected, limits, context, options.fixed);
        std::vector<Index> before = design.selected;
        std::sort(before.begin(), before.end());
        if (proven.set != before) replace_if_better(design, gram, options, proven.set, context);
        bound = std::min(bound, proven.bound - base);
        if (proven.closed) bound = std::max(bound, design.value);
    }
    const double gap = std::max(0.0, bound - design.value);
    design.bound = std::max(bound, design.value);
    found.proof.insert(found.proof.end(),
                       {{"gap", gap}, {"optimal", proven.closed}, {"nodes", proven.nodes}});
    if (proven.closed) {
        found.guarantee = fmt::format("optimal: no other {} reach more", counted(options));
        return;
    }
    found.stop = Stop::iteration_limit;
    found.guarantee = fmt::format("within {:.3g} nats of what any {} could reach", gap, counted(options));
    if (proven.out_of_time)
        context.warning(
            fmt::format("the search ended by its time limit with a proven gap of {:.3g} nats: the "
                        "result depends on the machine; ",
                        gap) +
            method_option("max_nodes") + " gives one that does not");
    else if (design.unknown == 0)
        context.warning(fmt::format("the search ended after {} nodes with a proven gap of {:.3g} nats: a "
                                    "larger ",
                                    proven.nodes, gap) +
                        method_option("max_nodes") + " may close it");
}

}  // namespace

template <Design kind>
Selection search_design(const FeatureGram& gram, const DesignOptions<kind>& options, const Context& context) {
    Found found;
    found.design = select_greedily(gram, kind, options.lambda2, options.k, context, options.fixed);
    const bool too_large = is_ridge_too_large(gram, options.lambda2, context);
    if (options.solver != DesignSolver::greedy && !too_large) {
        exchange_in(found, gram, options, context);
        if constexpr (kind == Design::d)
            if (options.solver == DesignSolver::exact) prove(found, gram, options, context);
    }
    GreedyDesign& design = found.design;
    Selection result;
    result.stop = too_large ? Stop::exhausted : found.stop;
    if (result.stop == Stop::converged) result.stop = greedy_stop(gram, design.selected, options.fixed);
    result.selected = std::move(design.selected);
    result.scores = design.scores;
    result.raw_scores = std::move(design.scores);
    result.raw_direction = Direction::larger;
    result.objective.name =
        kind == Design::d ? "log det of the information matrix" : "trace of the inverse information matrix";
    result.objective.value = design.objective.back();
    result.objective.trace = std::move(design.objective);
    result.iterations = options.k;
    warn_of_hidden(design.unknown, options.k, options.lambda2, gram, context);
    const double ratio = design.bound > 0.0 ? std::min(1.0, design.value / design.bound) : 1.0;
    result.certificate = {{"bound", design.bound}, {"value", design.value}, {"ratio", ratio}};
    result.certificate.insert(result.certificate.end(), found.proof.begin(), found.proof.end());
    // Rounded down: it is a bound.
    result.guarantee = !found.guarantee.empty()
                           ? found.guarantee
                           : fmt::format("at least {:.1f} % of what any {} could reach",
                                         std::floor(1000.0 * ratio) / 10.0, counted(options));
    return result;
}

template Selection search_design(const FeatureGram&, const DesignOptions<Design::a>&, const Context&);
template Selection search_design(const FeatureGram&, const DesignOptions<Design::d>&, const Context&);

}  // namespace tamis::detail
