// The best one-to-one pairing of rows and columns.
// Kuhn, "The Hungarian Method for the Assignment Problem", 1955, in the O(n³) form with potentials.
#pragma once

#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// For every row the column it is paired with, so that the sum of the paired weights is the largest possible;
// -1 for rows that are left over if there are more rows than columns.
std::vector<Index> best_assignment(const DenseView& weights);

}  // namespace tamis::detail
