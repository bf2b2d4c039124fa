#include "tamis/passes/moments/centered.hpp"

#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/products.hpp"
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

void CenteredProducts::left(const double* block, Index count, double* out, const Context& context) const {
    left_products(x_, block, count, out, context);
    for (Index c = 0; c < count && !means_.empty(); ++c) {
        double sum = 0.0;
        for (Index i = 0; i < samples(); ++i) sum += block[i * count + c];
        for (Index j = 0; j < features(); ++j) out[c * features() + j] -= means_[at(j)] * sum;
    }
}

void CenteredProducts::right(const double* rows, Index count, double* out, const Context& context) const {
    right_products(x_, rows, count, out, context);
    if (means_.empty()) return;
    std::vector<double> offset(at(count));
    for (Index c = 0; c < count; ++c)
        for (Index j = 0; j < features(); ++j) offset[at(c)] += means_[at(j)] * rows[c * features() + j];
    for (Index i = 0; i < samples(); ++i)
        for (Index c = 0; c < count; ++c) out[i * count + c] -= offset[at(c)];
}

}  // namespace tamis::detail
