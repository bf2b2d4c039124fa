// Properties of chosen features that need no classifier: whether they repeat each other, and whether another
// sample of the data would have chosen the same.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// The mean absolute correlation over all pairs of the first counts[0], counts[1], … columns of x (ascending
// counts). A constant column correlates with nothing; a single column has no pair and redundancy 0.
std::vector<double> redundancy(const DenseView& x, std::span<const Index> counts,
                               const Context& context = {});

// Kuncheva, "A Stability Index for Feature Selection", 2007: over all pairs of sets of the same size k, the
// mean of (r·d - k²) / (k·(d - k)) with r features in common: 1 for equal sets, about 0 for random ones. 1
// if k = d.
double kuncheva_stability(const std::vector<std::vector<Index>>& sets, Index features);

// Nogueira, Sechidis, Brown, "On the Stability of Feature Selection Algorithms", JMLR 18, 2018, eq. 4: 1 less
// the mean variance of "feature j is chosen" over that of random sets. 1 if nothing can vary.
double nogueira_stability(const std::vector<std::vector<Index>>& sets, Index features);

}  // namespace tamis::detail
