// Sequential optimal design: one feature after the other, each the best addition to those before it.
// he2011, eq. 12, 13, 20, 29.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/methods/lapofs/design_options.hpp"
#include "tamis/methods/lapofs/feature_gram.hpp"

namespace tamis::detail {

struct GreedyDesign {
    std::vector<Index> selected;
    std::vector<double> objective;  // after each selection: Tr(H⁻¹), or log det(H)
    // Per feature, the paper's score (eq. 20 or 29): of selected features when they were selected, of the
    // others now.
    std::vector<double> scores;
    // A: λ2-scaled variance that S removes, Σ of its scores; D: log det(A_S) - log det(M). Not more than that
    // if rounding hides what a feature adds: it then counts as nothing, or for D as what is certain.
    double value = 0.0;
    double bound = 0.0;  // no set of as many features has a larger value
    Index unknown = 0;   // selections of which rounding hides what they add
    Index passes = 0;    // over the data, for columns of K
};

// The included features come first, in their order. The bound is then on the sets that hold them and none of
// the excluded ones.
GreedyDesign select_greedily(const FeatureGram& gram, Design design, double lambda2, Index k,
                             const Context& context, const FixedFeatures& fixed = {});

// The features of a set, which has the included ones: each of the others is the best addition. Everything
// else as above.
GreedyDesign order_greedily(const FeatureGram& gram, Design design, double lambda2,
                            std::span<const Index> set, const Context& context,
                            const FixedFeatures& fixed = {});

// Ties: of all features whose merit is within `window` (relative) of the best, the lowest index.
constexpr double tie_window = 1e-10;

}  // namespace tamis::detail
