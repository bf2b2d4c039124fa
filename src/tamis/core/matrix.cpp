#include "tamis/core/matrix.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "tamis/core/error.hpp"
#include "tamis/core/threads/large_pages.hpp"

namespace tamis {

using namespace detail;

namespace {

std::size_t bytes(Index rows, Index cols) { return at(rows) * at(cols) * sizeof(double); }

void require_sizes(Index rows, Index cols) {
    if (rows < 0 || cols < 0)
        throw Error("a matrix cannot be of size " + std::to_string(rows) + " x " + std::to_string(cols));
    constexpr Index most = std::numeric_limits<Index>::max() / static_cast<Index>(sizeof(double));
    if (cols > 0 && rows > most / cols) throw std::bad_alloc();
}

void require_same_columns(Index rows, Index cols, Index cols_of_more) {
    if (rows > 0 && cols_of_more != cols)
        throw Error("rows of " + std::to_string(cols_of_more) + " columns cannot follow rows of " +
                    std::to_string(cols));
}

}  // namespace

DenseMatrix DenseMatrix::uninitialized(Index rows, Index cols) {
    require_sizes(rows, cols);
    DenseMatrix result;
    result.cols_ = cols;
    result.reserve(rows);
    result.rows_ = rows;
    return result;
}

DenseMatrix::DenseMatrix(Index rows, Index cols) : DenseMatrix(uninitialized(rows, cols)) {
    std::fill_n(data(), rows * cols, 0.0);
}

DenseMatrix::DenseMatrix(const DenseMatrix& other) : DenseMatrix(uninitialized(other.rows_, other.cols_)) {
    std::copy_n(other.data(), rows_ * cols_, data());
}

DenseMatrix& DenseMatrix::operator=(const DenseMatrix& other) {
    if (this != &other) *this = DenseMatrix(other);
    return *this;
}

DenseMatrix::DenseMatrix(DenseMatrix&& other) noexcept
    : rows_(std::exchange(other.rows_, 0)),
      cols_(std::exchange(other.cols_, 0)),
      capacity_(std::exchange(other.capacity_, 0)),
      storage_(std::move(other.storage_)) {}

DenseMatrix& DenseMatrix::operator=(DenseMatrix&& other) noexcept {
    rows_ = std::exchange(other.rows_, 0);
    cols_ = std::exchange(other.cols_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    storage_ = std::move(other.storage_);
    return *this;
}

void DenseMatrix::reserve(Index rows) {
    if (rows <= capacity_ && storage_) return;
    void* grown = std::realloc(storage_.get(), std::max<std::size_t>(bytes(rows, cols_), sizeof(double)));
    if (grown == nullptr) throw std::bad_alloc();
    static_cast<void>(storage_.release());  // realloc has taken it over
    ask_for_large_pages(grown, bytes(rows, cols_));
    storage_.reset(static_cast<double*>(grown));
    capacity_ = rows;
}

double* DenseMatrix::append_rows(Index count, Index cols) {
    require_sizes(count, cols);
    require_same_columns(rows_, cols_, cols);
    if (rows_ == 0) cols_ = cols;
    // Grown by a quarter at a time: pages that are never written to cost no memory.
    if (rows_ + count > capacity_) reserve(std::max(rows_ + count, rows_ + rows_ / 4));
    double* first = row(rows_);
    rows_ += count;
    return first;
}

void DenseMatrix::truncate(Index rows) {
    if (rows < 0 || rows > rows_)
        throw Error("a matrix of " + std::to_string(rows_) + " rows cannot be cut to " +
                    std::to_string(rows));
    rows_ = rows;
    void* shrunk = std::realloc(storage_.get(), std::max<std::size_t>(bytes(rows, cols_), sizeof(double)));
    if (shrunk == nullptr) return;  // the larger block is still ours
    static_cast<void>(storage_.release());
    storage_.reset(static_cast<double*>(shrunk));
    capacity_ = rows;
}

SparseMatrix::SparseMatrix(Index rows, Index cols, CsrArrays cells)
    : rows_(rows), cols_(cols), cells_(std::move(cells)) {
    const SparseView checked(rows, cols, cells_.row_start, cells_.columns, cells_.values);
    cells_.columns.resize(at(checked.nonzeros()));
    cells_.values.resize(cells_.columns.size());
}

SparseMatrix::SparseMatrix(SparseMatrix&& other) noexcept
    : rows_(std::exchange(other.rows_, 0)),
      cols_(std::exchange(other.cols_, 0)),
      cells_(std::move(other.cells_)) {}

void SparseMatrix::append_rows(const SparseView& rows) {
    require_same_columns(rows_, cols_, rows.cols);
    if (rows_ == 0) cells_.row_start.assign(1, 0);
    for (Index i = 0; i < rows.rows; ++i) {
        const SparseRow row = rows.row(i);
        cells_.columns.insert(cells_.columns.end(), row.columns.begin(), row.columns.end());
        cells_.values.insert(cells_.values.end(), row.values.begin(), row.values.end());
        cells_.end_row();
    }
    rows_ += rows.rows;
    cols_ = rows.cols;
}

void Matrix::append_rows(const MatrixView& rows) {
    if (is_sparse()) return sparse().append_rows(rows.sparse());
    const DenseView& added = rows.dense();
    double* out = dense().append_rows(added.rows, added.cols);
    for (Index i = 0; i < added.rows; ++i, out += added.cols) std::copy_n(added.row(i), added.cols, out);
}

SparseMatrix& SparseMatrix::operator=(SparseMatrix&& other) noexcept {
    rows_ = std::exchange(other.rows_, 0);
    cols_ = std::exchange(other.cols_, 0);
    cells_ = std::move(other.cells_);
    return *this;
}

}  // namespace tamis
