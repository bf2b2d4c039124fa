// The nearest sample of another set, exactly: the neighbour of 1NN classification.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

// For every row of `asked` the row of `known` with the smallest Σ(a-b)²; the lower index on exact ties. Both
// dense or both sparse, with the same number of columns; `known` has a row or more. Nothing of the size
// asked × known is held.
std::vector<Index> nearest_samples(const MatrixView& known, const MatrixView& asked,
                                   const Context& context = {});

}  // namespace tamis
