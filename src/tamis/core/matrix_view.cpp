// Views of arrays that come from outside: checked, and converted if they are not stored as the library reads.
#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "tamis/core/csr.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

using namespace detail;

namespace {

// Lines are rows, or the columns of data stored by columns; `line` and `cell` name them.
void check_lines(const void* data, Index lines, Index length, Index stride, const char* line,
                 const char* cell) {
    if (lines < 0 || length < 0)
        throw Error("a matrix cannot have " + std::to_string(lines < 0 ? lines : length) + " " +
                    (lines < 0 ? line : cell) + "s");
    if (stride < length)
        throw Error(std::string("the stride of a matrix is the distance from one ") + line +
                    " to the next: it cannot be " + std::to_string(stride) + ", less than the " +
                    std::to_string(length) + " " + cell + "s");
    constexpr Index most = std::numeric_limits<Index>::max() / static_cast<Index>(sizeof(double));
    if (stride > 0 && lines > most / stride)
        throw Error("a matrix of " + std::to_string(lines) + " " + line + "s, " + std::to_string(stride) +
                    " numbers apart, cannot fit into memory");
    if (data == nullptr && lines > 0 && length > 0)
        throw Error("a matrix of " + std::to_string(lines) + " " + line + "s and " + std::to_string(length) +
                    " " + cell + "s has no data: the pointer is null");
}

void check_range(Index first, Index count, Index rows) {
    if (first < 0 || count < 0 || first > rows || count > rows - first)
        throw Error("there are no rows " + std::to_string(first) + " to " + std::to_string(first + count) +
                    " in a matrix of " + std::to_string(rows) + " rows");
}

template <class Number>
DenseMatrix copy_of_rows(const Number* data, Index rows, Index cols, Index stride) {
    check_lines(data, rows, cols, stride, "row", "column");
    DenseMatrix copy = DenseMatrix::uninitialized(rows, cols);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j) copy(i, j) = static_cast<double>(data[i * stride + j]);
    return copy;
}

template <class Number>
DenseMatrix copy_of_columns(const Number* data, Index rows, Index cols, Index stride) {
    check_lines(data, cols, rows, stride, "column", "row");
    DenseMatrix copy = DenseMatrix::uninitialized(rows, cols);
    constexpr Index tile = 32;  // both sides of a tile stay in the first-level cache
    for (Index i0 = 0; i0 < rows; i0 += tile)
        for (Index j0 = 0; j0 < cols; j0 += tile)
            for (Index i = i0; i < std::min(i0 + tile, rows); ++i)
                for (Index j = j0; j < std::min(j0 + tile, cols); ++j)
                    copy(i, j) = static_cast<double>(data[j * stride + i]);
    return copy;
}

}  // namespace

namespace detail {

void require_dense(const void* data, Index rows, Index cols, Index stride) {
    check_lines(data, rows, cols, stride, "row", "column");
}

void require_csr(Index rows, Index cols, std::span<const Index> row_start, std::span<const Small> columns,
                 std::size_t stored) {
    const CsrState state = examine_csr(rows, cols, row_start, columns, stored);
    if (state == CsrState::unsorted)
        throw Error("the columns of every row of a sparse matrix must ascend without repeats");
    if (state == CsrState::broken)
        throw Error("the sparse matrix is damaged: its row offsets and columns do not describe a matrix of " +
                    std::to_string(rows) + " x " + std::to_string(cols) + " with " +
                    std::to_string(std::min(columns.size(), stored)) + " stored cells");
}

}  // namespace detail

DenseView::DenseView(const double* cells, Index row_count, Index column_count)
    : DenseView(cells, row_count, column_count, column_count) {}

DenseView::DenseView(const double* cells, Index row_count, Index column_count, Index row_stride)
    : data(cells), rows(row_count), cols(column_count), stride(row_stride) {
    require_dense(data, rows, cols, stride);
}

DenseView& DenseView::operator=(const DenseView& other) {
    return this == &other ? *this : *std::construct_at(this, other);
}

DenseView DenseView::row_range(Index first, Index count) const {
    check_range(first, count, rows);
    return {row(first), count, cols, stride};
}

SparseView::SparseView(Index row_count, Index column_count, std::span<const Index> starts,
                       std::span<const Small> places, std::span<const double> cells)
    : SparseView(cells.data(), places.data(), starts.data(), row_count, column_count) {
    require_csr(rows, cols, starts, places, cells.size());
}

SparseView& SparseView::operator=(const SparseView& other) {
    return this == &other ? *this : *std::construct_at(this, other);
}

SparseView SparseView::row_range(Index first, Index count) const {
    check_range(first, count, rows);
    return {values, columns, row_start + first, count, cols};
}

MatrixView MatrixView::holding(DenseMatrix matrix) {
    const auto copy = std::make_shared<const DenseMatrix>(std::move(matrix));
    MatrixView view = copy->view();
    view.copy_ = copy;
    return view;
}

MatrixView MatrixView::of(const double* data, Index rows, Index cols, Index stride) {
    return DenseView(data, rows, cols, stride);
}

MatrixView MatrixView::of(const float* data, Index rows, Index cols, Index stride) {
    return holding(copy_of_rows(data, rows, cols, stride));
}

MatrixView MatrixView::of_columns(const double* data, Index rows, Index cols) {
    return of_columns(data, rows, cols, rows);
}

MatrixView MatrixView::of_columns(const double* data, Index rows, Index cols, Index stride) {
    return holding(copy_of_columns(data, rows, cols, stride));
}

MatrixView MatrixView::of_columns(const float* data, Index rows, Index cols) {
    return of_columns(data, rows, cols, rows);
}

MatrixView MatrixView::of_columns(const float* data, Index rows, Index cols, Index stride) {
    return holding(copy_of_columns(data, rows, cols, stride));
}

MatrixView MatrixView::of_csr(Index rows, Index cols, std::span<const Index> row_start,
                              std::span<const Small> columns, std::span<const double> values) {
    return SparseView(rows, cols, row_start, columns, values);
}

MatrixView MatrixView::of_csr(Index rows, Index cols, std::span<const Index> row_start,
                              std::span<const Small> columns, std::span<const float> values) {
    const auto copy = std::make_shared<const std::vector<double>>(values.begin(), values.end());
    MatrixView view = SparseView(rows, cols, row_start, columns, *copy);
    view.copy_ = copy;
    return view;
}

}  // namespace tamis
