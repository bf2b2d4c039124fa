// The nearest sample, exactly: the neighbor of 1NN classification.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// For every row of `asked` the row of `known` with the smallest Σ(a-b)²; the lower index on exact ties. Both
// dense or both sparse, with the same number of columns; `known` has a row or more. Nothing of the size
// asked × known is held.
std::vector<Index> nearest_samples(const MatrixView& known, const MatrixView& asked,
                                   const Context& context = {});

// The same on the first counts[0], counts[1], … columns, one answer each. `counts` ascend. Every product is
// computed once: the columns of a larger count are added to those of the smaller one.
std::vector<std::vector<Index>> nearest_by_prefix(const MatrixView& known, const MatrixView& asked,
                                                  std::span<const Index> counts, const Context& context = {});

// For every row of x the nearest other row, on the first counts[0], counts[1], … columns. x has two rows or
// more.
std::vector<std::vector<Index>> nearest_others_by_prefix(const MatrixView& x, std::span<const Index> counts,
                                                         const Context& context = {});

}  // namespace tamis::detail
