// The sparse half of group_moments: sums of stored cells, with the implicit zeros accounted for.
#pragma once

#include "tamis/passes/group_moments.hpp"

namespace tamis {

// What the sums of each group and column are taken about: the group's first sample where its first samples
// all store the column (it may be full, and constant), else 0, which most of its cells are.
DenseMatrix sparse_shift(const SparseView& x, const Grouping& grouping);

// Fills `sum` and `square` (groups × columns) with Σ w(x - shift) and Σ w(x - shift)².
void sparse_moments(const SparseView& x, const Grouping& grouping, const std::vector<double>& group_weight,
                    const DenseMatrix& shift, DenseMatrix& sum, DenseMatrix& square, const Context& context);

}  // namespace tamis
