// Rows and columns of a matrix, and its other forms, as copies.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

using namespace detail;

namespace {

void require_positions(std::span<const Index> positions, Index count, const char* what) {
    for (const Index position : positions)
        if (position < 0 || position >= count)
            throw Error(std::string("there is no ") + what + " " + std::to_string(position) +
                        " (counted from 0) among " + std::to_string(count));
}

Matrix take_dense_columns(const DenseView& x, std::span<const Index> columns) {
    DenseMatrix result = DenseMatrix::uninitialized(x.rows, static_cast<Index>(columns.size()));
    for (Index i = 0; i < x.rows; ++i) {
        const double* source = x.row(i);
        double* target = result.row(i);
        for (const Index column : columns) *target++ = source[column];
    }
    return result;
}

Matrix take_sparse_columns(const SparseView& x, std::span<const Index> columns) {
    // One column may be wanted several times: (old column, new column) pairs in order of the old one.
    std::vector<std::pair<Index, Index>> wanted;
    for (std::size_t i = 0; i < columns.size(); ++i) wanted.emplace_back(columns[i], static_cast<Index>(i));
    std::sort(wanted.begin(), wanted.end());
    std::vector<std::size_t> first(at(x.cols) + 1);
    for (const auto& pair : wanted) ++first[at(pair.first) + 1];
    for (std::size_t j = 1; j < first.size(); ++j) first[j] += first[j - 1];

    CsrArrays cells;
    cells.row_start.reserve(at(x.rows) + 1);
    std::vector<std::pair<Small, double>> entries;
    for (Index i = 0; i < x.rows; ++i) {
        entries.clear();
        const SparseRow row = x.row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            const auto column = at(row.columns[p]);
            for (std::size_t q = first[column]; q < first[column + 1]; ++q)
                entries.emplace_back(static_cast<Small>(wanted[q].second), row.values[p]);
        }
        if (!std::is_sorted(entries.begin(), entries.end())) std::sort(entries.begin(), entries.end());
        for (const auto& [column, value] : entries) cells.add(column, value);
        cells.end_row();
    }
    return SparseMatrix(x.rows, static_cast<Index>(columns.size()), std::move(cells));
}

}  // namespace

Matrix take_columns(const MatrixView& x, std::span<const Index> columns) {
    require_positions(columns, x.cols(), "column");
    return x.is_sparse() ? take_sparse_columns(x.sparse(), columns) : take_dense_columns(x.dense(), columns);
}

Matrix take_rows(const MatrixView& x, std::span<const Index> rows) {
    require_positions(rows, x.rows(), "row");
    if (!x.is_sparse()) {
        DenseMatrix result = DenseMatrix::uninitialized(static_cast<Index>(rows.size()), x.cols());
        for (std::size_t i = 0; i < rows.size(); ++i)
            std::copy_n(x.dense().row(rows[i]), x.cols(), result.row(static_cast<Index>(i)));
        return result;
    }
    CsrArrays cells;
    for (const Index i : rows) {
        const SparseRow row = x.sparse().row(i);
        cells.columns.insert(cells.columns.end(), row.columns.begin(), row.columns.end());
        cells.values.insert(cells.values.end(), row.values.begin(), row.values.end());
        cells.end_row();
    }
    return SparseMatrix(static_cast<Index>(rows.size()), x.cols(), std::move(cells));
}

DenseMatrix to_dense(const MatrixView& x) {
    DenseMatrix result = DenseMatrix::uninitialized(x.rows(), x.cols());
    for (Index i = 0; i < x.rows(); ++i) copy_cells(x, i, 0, x.cols(), result.row(i));
    return result;
}

SparseMatrix to_sparse(const MatrixView& x) {
    CsrArrays cells;
    for (Index i = 0; i < x.rows(); ++i) {
        for_each_cell(x, i, [&](Index column, double value) {
            if (value != 0.0) cells.add(column, value);
        });
        cells.end_row();
    }
    return SparseMatrix(x.rows(), x.cols(), std::move(cells));
}

namespace {

// Counting sort by column: the classic CSR transposition, rows stay ascending.
SparseMatrix transposed_sparse(const SparseView& x) {
    CsrArrays result;
    result.row_start.assign(at(x.cols) + 1, 0);
    result.columns.resize(at(x.nonzeros()));
    result.values.resize(result.columns.size());
    for (Index i = 0; i < x.rows; ++i)
        for (const Small column : x.row(i).columns) ++result.row_start[at(column) + 1];
    for (std::size_t j = 1; j < result.row_start.size(); ++j) result.row_start[j] += result.row_start[j - 1];
    std::vector<Index> next(result.row_start.begin(), result.row_start.end() - 1);
    for (Index i = 0; i < x.rows; ++i) {
        const SparseRow row = x.row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            const auto place = at(next[at(row.columns[p])]++);
            result.columns[place] = static_cast<Small>(i);
            result.values[place] = row.values[p];
        }
    }
    return SparseMatrix(x.cols, x.rows, std::move(result));
}

}  // namespace

Matrix transposed(const MatrixView& x) {
    if (x.is_sparse()) return transposed_sparse(x.sparse());
    DenseMatrix result = DenseMatrix::uninitialized(x.cols(), x.rows());
    constexpr Index tile = 32;  // both sides of a tile stay in the first-level cache
    for (Index i0 = 0; i0 < x.rows(); i0 += tile)
        for (Index j0 = 0; j0 < x.cols(); j0 += tile)
            for (Index j = j0; j < std::min(j0 + tile, x.cols()); ++j)
                for (Index i = i0; i < std::min(i0 + tile, x.rows()); ++i) result(j, i) = x.dense()(i, j);
    return result;
}

}  // namespace tamis
