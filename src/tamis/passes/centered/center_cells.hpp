// Single rows of data after centering.
#pragma once

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// out[j - begin] = (x_ij - means[j - begin])·unit for the columns begin … end-1 of row i; a sparse row gives
// the same bits as a dense one.
void center_cells(const MatrixView& x, Index i, Index begin, Index end, const double* means, double unit,
                  double* out);

}  // namespace tamis::detail
