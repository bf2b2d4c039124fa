// The sparse half of group_moments: sums of stored cells, with the implicit zeros accounted for.
#pragma once

#include "tamis/core/rows.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail {

// What the sums of each group and column are taken about: the group's first sample if its first samples
// all store the column (it may be full, and constant), else 0, which most of its cells are.
DenseMatrix sparse_shift(const Rows& x, const Grouping& grouping);

// Fills `sum` and `square` of the moments about their shift.
void add_sparse_moments(const Rows& x, const Grouping& grouping, GroupMoments& moments,
                        const Context& context);

}  // namespace tamis::detail
