#include "tamis/passes/centered/center_cells.hpp"

#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace centered_loops {

TAMIS_SIMD void center(const double* row, const double* means, double unit, Index width, double* out) {
    for (Index j = 0; j < width; ++j) out[j] = (row[j] - means[j]) * unit;
}

}  // namespace centered_loops

void center_cells(const MatrixView& x, Index i, Index begin, Index end, const double* means, double unit,
                  double* out) {
    if (!x.is_sparse())
        return centered_loops::center(x.dense().row(i) + begin, means, unit, end - begin, out);
    for (Index j = 0; j < end - begin; ++j) out[j] = (0.0 - means[j]) * unit;
    for_each_cell(x, i, begin, end,
                  [&](Index j, double value) { out[j - begin] = (value - means[j - begin]) * unit; });
}

}  // namespace tamis::detail
