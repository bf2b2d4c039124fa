// The globally optimal subset under the trace ratio criterion.
// nie2008, eq. 8, 16-18 and Algorithm 1.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/index.hpp"

namespace tamis::detail {

// Per feature: numerator b (to be large), denominator e (to be small), neither negative.
struct RatioTerms {
    std::span<const double> between;
    std::span<const double> within;
    std::span<const char> constant = {};  // non-zero: only to fill up with; empty = none is
    // The included features are in every subset, the excluded ones in none.
    const FixedFeatures* fixed = nullptr;
};

struct TraceRatioSolution {
    std::vector<Index> selected;  // included, by b - λe, largest first, then what fills up, by index
    double lambda = 0.0;          // Σb / Σe of the selected; +inf when Σe = 0 < Σb
    std::vector<double> history;  // strictly increasing (Theorem 1), last = lambda
    double residual = 0.0;        // |Σ(b - λe)| over the selected, relative to Σb: 0 proves optimality
    double margin = 0.0;  // b - λe of the last one in minus that of the first one left out; +inf if none is
    std::vector<Index> ties;  // left out, but with exactly the value of the last one in
    Index informative = 0;    // how many of the selected are included or no fillers
};

// Maximizes Σ_S b / Σ_S e over |S| = m. Dinkelbach's iteration, one selection in O(d) per round; `start` is a
// first guess of λ (any number leads to the same optimum), NaN means the ratio of the m best features by b/e.
TraceRatioSolution solve_trace_ratio(const RatioTerms& terms, Index m, double start,
                                     const Context& context = {});
TraceRatioSolution solve_trace_ratio(const RatioTerms& terms, Index m, const Context& context = {});

// The optimum for every m = 1 … largest in one run, from the number of included features on; each λ starts
// the next (λ*(m) never rises with m, Theorem 2).
std::vector<TraceRatioSolution> trace_ratio_path(const RatioTerms& terms, Index largest,
                                                 const Context& context = {});

}  // namespace tamis::detail
