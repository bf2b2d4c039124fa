// Order of features: one rule for all methods.
//
// A feature that is constant comes last; then the better score first; among infinite ratios the larger
// numerator first; then the lower index.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/index.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/core/selection.hpp"

namespace tamis::detail {

struct RankingKeys {
    std::span<const double> scores;       // larger is better
    std::span<const char> constant = {};  // non-zero where the feature is constant; empty = none is
    std::span<const double> tie = {};     // larger first among equal infinite scores; empty = none
};

// The k best features, best first: the included ones, then the best of those that are not excluded. Costs
// O(d + k log k).
std::vector<Index> top_features(const RankingKeys& keys, Index k, const FixedFeatures& fixed = {});

// Throws unless 1 <= k <= features.
void require_k(Index k, Index features);

// Throws unless x has `least` samples or more, and a feature.
void require_samples(const Rows& x, Index least);

// a/b per feature; a positive number over 0 is +inf. 0 over 0 is undefined and gets the worst ratio: 0 if
// larger is better, +inf if smaller is.
std::vector<double> ratios(std::span<const double> numerators, std::span<const double> denominators,
                           Direction direction);

// Fills `selected`, `scores`, `raw_scores` and `raw_direction` from a method's per-feature numbers and sets
// the objective to their sum over the chosen features. Constants get the worst score: 0 if
// larger is better, +inf if smaller is.
Selection select_by_score(std::vector<double> raw, Direction direction, std::span<const char> constant,
                          std::span<const double> tie, Index k, const std::string& objective_name,
                          const FixedFeatures& fixed = {});

}  // namespace tamis::detail
