// What every projector does with the directions it found.
#pragma once

#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// The length of every row of a matrix.
std::vector<double> row_lengths(const DenseMatrix& weights);

// In every column the entry of largest magnitude becomes positive, the first of them if several are. The
// columns of `companion` change their sign along.
void fix_signs(DenseMatrix& weights, DenseMatrix* companion = nullptr);

}  // namespace tamis::detail
