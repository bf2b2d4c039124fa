// What selections on many half samples say: how often each feature is chosen, how alike the sets are, and how
// many of the stable features may be there by luck.
#pragma once

#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// The share of the sets that hold each feature.
std::vector<double> selection_shares(const std::vector<std::vector<Index>>& sets, Index features);

// Nogueira, Sechidis, Brown, "On the Stability of Feature Selection Algorithms", JMLR 18, 2018, eq. 4 and
// theorem 7, with an interval of 95 %. All of it is NaN if the sets hold nothing or everything. Sets from
// halves of the same samples overlap: the interval is then too short.
struct SetStability {
    double value, variance, low, high;
};
SetStability set_stability(const std::vector<std::vector<Index>>& sets, Index features);

// Bounds on the expected number of features that are chosen on at least `threshold` of the halves although
// their probability to be chosen on one of them is no more than size/features, that of a random choice.
// NaN where a bound says nothing. Shah, Samworth 2013; the first is also that of Meinshausen, Bühlmann 2010.
struct StabilityBounds {
    double any;        // for any law
    double unimodal;   // if the law of the share over the pairs is unimodal
    double r_concave;  // if it is r-concave, r = -1/2 for pairs and -1/4 for halves
};
StabilityBounds stability_bounds(Index size, Index features, double threshold, Index pairs);

}  // namespace tamis::detail
