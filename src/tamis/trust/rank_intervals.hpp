// Where a feature stands in rankings from many samples.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/ranking.hpp"

namespace tamis::detail {

// 1 for the best, by the rule of core/ranking.hpp.
std::vector<Small> ranks_of_features(const RankingKeys& keys);

// Per feature.
struct RankIntervals {
    std::vector<Index> low, high;   // the order statistics ⌈0.05 B⌉ and ⌈0.95 B⌉
    std::vector<double> mean;       // rank
    std::vector<double> top_share;  // of the rankings with the feature among the first `top`
};

// One ranking of all features per replicate.
RankIntervals rank_intervals(const std::vector<std::vector<Small>>& rankings, Index top,
                             const Context& context = {});

}  // namespace tamis::detail
