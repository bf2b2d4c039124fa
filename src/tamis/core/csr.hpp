// The soundness of arrays that come from outside: checked once, when a view of them is made.
#pragma once

#include <span>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

enum class CsrState {
    sound,
    unsorted,  // positions are inside the matrix, but the columns of a row do not ascend or repeat
    broken,    // anything else
};

// What the arrays describe; `stored` is the number of values. One pass over the columns, in parallel.
CsrState examine_csr(Index rows, Index cols, std::span<const Index> row_start, std::span<const Small> columns,
                     std::size_t stored);

// Throw Error unless the arrays are sound; see DenseView and SparseView.
void require_dense(const void* data, Index rows, Index cols, Index stride);
void require_csr(Index rows, Index cols, std::span<const Index> row_start, std::span<const Small> columns,
                 std::size_t stored);

// Views of arrays that are known to be sound.
struct UncheckedCsr {
    static SparseView view(Index rows, Index cols, const Index* row_start, const Small* columns,
                           const double* values) {
        return {values, columns, row_start, rows, cols};
    }
    // The same cells with other values, in the order of those of `x`.
    static SparseView with_values(const SparseView& x, const double* values) {
        return view(x.rows, x.cols, x.row_start, x.columns, values);
    }
};

}  // namespace tamis::detail
