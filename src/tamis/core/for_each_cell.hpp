// The cells of one row, however they are stored.
#pragma once

#include <algorithm>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// Calls visit(column, value) for the cells of a row that are stored: all of a dense row.
template <class Visit>
void for_each_cell(const MatrixView& x, Index i, Visit&& visit) {
    if (x.is_sparse()) {
        const SparseRow row = x.sparse().row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p) visit(Index{row.columns[p]}, row.values[p]);
    } else {
        const double* row = x.dense().row(i);
        for (Index j = 0; j < x.cols(); ++j) visit(j, row[j]);
    }
}

// The same for the columns begin … end-1.
template <class Visit>
void for_each_cell(const MatrixView& x, Index i, Index begin, Index end, Visit&& visit) {
    if (x.is_sparse()) {
        const SparseRow row = x.sparse().row(i);
        const auto first =
            std::lower_bound(row.columns.begin(), row.columns.end(), static_cast<Small>(begin));
        for (auto p = at(first - row.columns.begin()); p < row.columns.size() && row.columns[p] < end; ++p)
            visit(Index{row.columns[p]}, row.values[p]);
    } else {
        const double* row = x.dense().row(i);
        for (Index j = begin; j < end; ++j) visit(j, row[j]);
    }
}

// The stored values of a row: all of a dense one.
inline std::span<const double> stored_values(const MatrixView& x, Index i) {
    if (x.is_sparse()) return x.sparse().row(i).values;
    return {x.dense().row(i), at(x.cols())};
}

// out[0 … end-begin-1] = the cells of the columns begin … end-1, with the zeros that are not stored.
inline void copy_cells(const MatrixView& x, Index i, Index begin, Index end, double* out) {
    if (!x.is_sparse()) {
        std::copy_n(x.dense().row(i) + begin, end - begin, out);
        return;
    }
    std::fill_n(out, end - begin, 0.0);
    for_each_cell(x, i, begin, end, [&](Index j, double value) { out[j - begin] = value; });
}

// Row i with the zeros that are not stored: a dense row in place, a sparse one in `space` (x.cols() numbers).
inline const double* dense_row(const MatrixView& x, Index i, double* space) {
    if (!x.is_sparse()) return x.dense().row(i);
    copy_cells(x, i, 0, x.cols(), space);
    return space;
}

// Calls change(column, value) with a reference to every stored cell of a row.
template <class Change>
void change_cells(Matrix& x, Index i, Change&& change) {
    if (x.is_sparse()) {
        SparseMatrix& sparse = x.sparse();
        const std::span<double> values = sparse.values();
        for (auto p = at(sparse.row_start()[at(i)]); p < at(sparse.row_start()[at(i) + 1]); ++p)
            change(Index{sparse.columns()[p]}, values[p]);
    } else {
        double* row = x.dense().row(i);
        for (Index j = 0; j < x.cols(); ++j) change(j, row[j]);
    }
}

}  // namespace tamis::detail
