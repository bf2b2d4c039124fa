#include "tamis/passes/column_slabs.hpp"

#include <algorithm>

#include "tamis/core/for_each_cell.hpp"

namespace tamis::detail {

namespace {

constexpr Index most_cells = Index{1} << 25;
constexpr Index unit = 256;  // columns

Matrix read_slab(const Rows& x, Index begin, Index end, const Context& context) {
    if (!x.sparse()) {
        DenseMatrix slab = DenseMatrix::uninitialized(x.rows(), end - begin);
        x.for_each_block(context, [&](const RowBlock& block) {
            context.check_cancel();
            for (Index i = 0; i < block.cells.rows(); ++i)
                copy_cells(block.cells, i, begin, end, slab.row(block.first + i));
        });
        return slab;
    }
    CsrArrays slab;
    x.for_each_block(context, [&](const RowBlock& block) {
        context.check_cancel();
        for (Index i = 0; i < block.cells.rows(); ++i) {
            for_each_cell(block.cells, i, begin, end,
                          [&](Index j, double value) { slab.add(j - begin, value); });
            slab.end_row();
        }
    });
    return SparseMatrix(x.rows(), end - begin, std::move(slab));
}

}  // namespace

void for_each_slab(const Rows& x, FunctionRef<void(const MatrixView& slab, Index first)> visit,
                   const Context& context) {
    if (x.matrix() != nullptr) return visit(*x.matrix(), 0);
    const Index width = std::max(unit, most_cells / std::max<Index>(1, x.rows()) / unit * unit);
    for (Index begin = 0; begin < x.cols(); begin += width)
        visit(read_slab(x, begin, std::min(begin + width, x.cols()), context), begin);
}

}  // namespace tamis::detail
