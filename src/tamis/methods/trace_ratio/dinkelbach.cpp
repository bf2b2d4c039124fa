#include "tamis/methods/trace_ratio/dinkelbach.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Features that can be chosen on their merits, those that cost nothing, and those that only fill up. A
// feature with b = e = 0 has b - λe = 0, more than most others at λ*: the printed algorithm would prefer it,
// so it is set aside.
struct Candidates {
    std::vector<Index> informative;
    std::vector<Index> free;  // e = 0 < b; part of `informative`
    std::vector<Index> fillers;
};

Candidates sort_out(const RatioTerms& terms, const FixedFeatures& fixed) {
    Candidates candidates;
    std::vector<Index> constants;
    const auto features = static_cast<Index>(terms.between.size());
    const std::vector<char> included = marks(fixed.include, features),
                            excluded = marks(fixed.exclude, features);
    for (Index j = 0; j < features; ++j) {
        if (included[at(j)] != 0 || excluded[at(j)] != 0) continue;
        const double b = terms.between[at(j)], e = terms.within[at(j)];
        if (!terms.constant.empty() && terms.constant[at(j)] != 0) {
            constants.push_back(j);
        } else if (b == 0.0 && e == 0.0) {
            candidates.fillers.push_back(j);
        } else {
            candidates.informative.push_back(j);
            if (e == 0.0) candidates.free.push_back(j);
        }
    }
    candidates.fillers.insert(candidates.fillers.end(), constants.begin(), constants.end());
    return candidates;
}

template <class Key>
auto larger_first(Key key) {
    return [key](Index a, Index b) {
        const double ka = key(a), kb = key(b);
        return ka != kb ? ka > kb : a < b;
    };
}

// The features with the m largest keys (lower index on ties) in front of `pool`, in order of their index:
// sums over them depend on the set alone.
template <class Key>
void bring_forward(std::vector<Index>& pool, Index m, Key key) {
    if (m < static_cast<Index>(pool.size()))
        std::nth_element(pool.begin(), pool.begin() + m, pool.end(), larger_first(key));
    std::sort(pool.begin(), pool.begin() + m);
}

class Solver {
  public:
    Solver(const RatioTerms& terms, const Context& context)
        : terms_(terms),
          context_(context),
          fixed_(terms.fixed != nullptr ? *terms.fixed : none()),
          candidates_(sort_out(terms, fixed_)) {
        for (const Index j : fixed_.include) {
            between_ += terms.between[at(j)];
            within_ += terms.within[at(j)];
        }
    }

    Index included() const { return static_cast<Index>(fixed_.include.size()); }

    TraceRatioSolution solve(Index m, double start) const {
        TraceRatioSolution solution;
        const Index wanted = m - included();
        const Index chosen = std::min(wanted, static_cast<Index>(candidates_.informative.size()));
        solution.informative = included() + chosen;
        if (chosen > 0) {
            if (within_ == 0.0 && chosen <= static_cast<Index>(candidates_.free.size()))
                take_free(chosen, solution);
            else
                iterate(chosen, start, solution);
        } else if (included() > 0) {
            take_included(solution);
        }
        solution.selected.insert(solution.selected.begin(), fixed_.include.begin(), fixed_.include.end());
        solution.selected.insert(solution.selected.end(), candidates_.fillers.begin(),
                                 candidates_.fillers.begin() + (wanted - chosen));
        return solution;
    }

  private:
    static const FixedFeatures& none() {
        static const FixedFeatures empty;
        return empty;
    }

    // There is no choice.
    void take_included(TraceRatioSolution& solution) const {
        solution.lambda = within_ > 0.0 ? between_ / within_ : between_ > 0.0 ? infinity : 0.0;
        solution.history = {solution.lambda};
        solution.margin = infinity;
    }

    // Enough features cost nothing: the ratio is infinite and the largest numerators win.
    void take_free(Index m, TraceRatioSolution& solution) const {
        std::vector<Index> pool = candidates_.free;
        bring_forward(pool, m, [&](Index j) { return terms_.between[at(j)]; });
        solution.lambda = infinity;
        solution.history = {infinity};
        finish(
            pool, m, [&](Index j) { return terms_.between[at(j)]; }, solution);
    }

    void iterate(Index m, double start, TraceRatioSolution& solution) const {
        std::vector<Index> pool = candidates_.informative;
        if (std::isnan(start)) {
            // Free features first, the larger numerator among them first; then by b/e.
            const auto ratio = [&](Index j) {
                return terms_.within[at(j)] > 0.0 ? terms_.between[at(j)] / terms_.within[at(j)] : infinity;
            };
            bring_forward(pool, m, ratio);
            start = ratio_of(pool, m);
            solution.history.push_back(start);
        }
        double lambda = start;
        const auto value = [&](Index j) { return terms_.between[at(j)] - lambda * terms_.within[at(j)]; };
        for (;;) {
            context_.check_cancel();
            bring_forward(pool, m, value);
            const double next = ratio_of(pool, m);
            // The first step may start above the optimum and lands at or below it; after that λ only rises.
            const bool first = solution.history.empty();
            if (!first && !(next > lambda)) break;
            lambda = next;
            solution.history.push_back(lambda);
        }
        solution.lambda = lambda;
        finish(pool, m, value, solution);
    }

    double ratio_of(const std::vector<Index>& pool, Index m) const {
        double between = between_, within = within_;
        for (Index p = 0; p < m; ++p) {
            between += terms_.between[at(pool[at(p)])];
            within += terms_.within[at(pool[at(p)])];
        }
        return between / within;
    }

    template <class Key>
    void finish(const std::vector<Index>& pool, Index m, Key key, TraceRatioSolution& solution) const {
        solution.selected.assign(pool.begin(), pool.begin() + m);
        std::sort(solution.selected.begin(), solution.selected.end(), larger_first(key));
        double sum = 0.0, scale = between_;
        for (const Index j : fixed_.include) sum += key(j);
        for (const Index j : solution.selected) {
            sum += key(j);
            scale += terms_.between[at(j)];
        }
        solution.residual = std::isinf(solution.lambda) || scale == 0.0 ? 0.0 : std::abs(sum) / scale;
        const double last = key(solution.selected.back());
        solution.margin = infinity;
        for (auto left_out = pool.begin() + m; left_out != pool.end(); ++left_out) {
            solution.margin = std::min(solution.margin, last - key(*left_out));
            if (key(*left_out) == last) solution.ties.push_back(*left_out);
        }
        std::sort(solution.ties.begin(), solution.ties.end());
    }

    const RatioTerms& terms_;
    const Context& context_;
    const FixedFeatures& fixed_;
    Candidates candidates_;
    double between_ = 0.0, within_ = 0.0;  // of the included features
};

void require_terms(const RatioTerms& terms, Index m) {
    if (terms.between.size() != terms.within.size())
        throw Error("the trace ratio needs one numerator and one denominator per feature");
    if (m < 1 || m > static_cast<Index>(terms.between.size()))
        throw Error("the trace ratio cannot choose " + std::to_string(m) + " of " +
                    std::to_string(terms.between.size()) + " features");
    if (terms.fixed != nullptr) require_choice(m, *terms.fixed, static_cast<Index>(terms.between.size()));
}

}  // namespace

TraceRatioSolution solve_trace_ratio(const RatioTerms& terms, Index m, double start, const Context& context) {
    require_terms(terms, m);
    return Solver(terms, context).solve(m, start);
}

TraceRatioSolution solve_trace_ratio(const RatioTerms& terms, Index m, const Context& context) {
    return solve_trace_ratio(terms, m, std::numeric_limits<double>::quiet_NaN(), context);
}

std::vector<TraceRatioSolution> trace_ratio_path(const RatioTerms& terms, Index largest,
                                                 const Context& context) {
    require_terms(terms, largest);
    const Solver solver(terms, context);
    std::vector<TraceRatioSolution> path;
    double start = std::numeric_limits<double>::quiet_NaN();
    for (Index m = std::max<Index>(1, solver.included()); m <= largest; ++m) {
        path.push_back(solver.solve(m, start));
        if (std::isfinite(path.back().lambda)) start = path.back().lambda;
        context.report("path", static_cast<double>(m) / static_cast<double>(largest));
    }
    return path;
}

}  // namespace tamis::detail
