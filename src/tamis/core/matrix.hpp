// Data matrices: one sample per row, one feature per column, dense row-major or sparse by rows (CSR).
//
// Methods take a `MatrixView`, which is never written through, so arrays of your own and our own `Matrix` are
// read in place. A view is checked when it is made and cannot be changed afterward, so it need not
// be checked again. The memory behind it must stay as it is for as long as the view is used.
#pragma once

#include <cstdlib>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

namespace detail {
struct UncheckedCsr;
}

// A matrix of doubles, one row after the other. Owns nothing.
struct DenseView {
    DenseView() = default;  // 0 x 0
    // Rows without gaps between them. Throws Error if a size is negative or there are cells but no data.
    DenseView(const double* data, Index rows, Index cols);
    // `stride`: doubles from the start of one row to that of the next. Throws Error also if that is less than
    // `cols`.
    DenseView(const double* data, Index rows, Index cols, Index stride);
    DenseView(const DenseView&) = default;
    DenseView& operator=(const DenseView& other);

    const double* const data = nullptr;
    const Index rows = 0;
    const Index cols = 0;
    const Index stride = 0;

    const double* row(Index i) const { return data + i * stride; }              // its first cell
    double operator()(Index i, Index j) const { return data[i * stride + j]; }  // a cell
    // The rows first, first + 1, …, in place. Throws Error if they are not all there.
    DenseView row_range(Index first, Index count) const;

  private:
    friend class DenseMatrix;  // sound as it is
    DenseView(Index row_count, Index column_count, const double* cells)
        : data(cells), rows(row_count), cols(column_count), stride(column_count) {}
};

struct SparseRow {
    std::span<const Small> columns;  // ascending, no repeats
    std::span<const double> values;  // explicit zeros are allowed
};

// Compressed rows: the cells of row i are numbers row_start[i] … row_start[i + 1] - 1 of `columns` and
// `values`. Owns nothing.
struct SparseView {
    SparseView() = default;  // 0 x 0
    // `row_start` has rows + 1 offsets, the first of them 0. Throws Error if the offsets fall or go beyond
    // the other two, or if the columns of a row do not ascend or are not 0 … cols - 1. Looks at every column
    // once.
    SparseView(Index rows, Index cols, std::span<const Index> row_start, std::span<const Small> columns,
               std::span<const double> values);
    SparseView(const SparseView&) = default;
    SparseView& operator=(const SparseView& other);

    const Index rows = 0;
    const Index cols = 0;
    const Index* const row_start = nullptr;  // rows + 1 offsets; of a range of rows the first need not be 0
    const Small* const columns = nullptr;
    const double* const values = nullptr;

    Index nonzeros() const { return rows == 0 ? 0 : row_start[rows] - row_start[0]; }  // stored cells
    SparseRow row(Index i) const {  // the stored cells of a row
        const auto count = detail::at(row_start[i + 1] - row_start[i]);
        return {{columns + row_start[i], count}, {values + row_start[i], count}};
    }
    // The rows first, first + 1, …, in place. Throws Error if they are not all there.
    SparseView row_range(Index first, Index count) const;

  private:
    friend class SparseMatrix;  // the library's own arrays, which need no second check
    friend struct detail::UncheckedCsr;
    SparseView(const double* cells, const Small* places, const Index* starts, Index row_count,
               Index column_count)
        : rows(row_count), cols(column_count), row_start(starts), columns(places), values(cells) {}
};

class DenseMatrix;

// Either kind. What is not stored as the library reads it, doubles by rows, is converted by the functions
// below into a copy that the view and its copies share.
class MatrixView {
  public:
    MatrixView(const DenseView& dense) : view_(dense) {}     // implicit: either kind is a matrix
    MatrixView(const SparseView& sparse) : view_(sparse) {}  // implicit

    // One row after the other; `stride` is the distance between two rows in numbers; without it there are no
    // gaps. Doubles are read in place, floats are copied. Throws Error as DenseView does.
    static MatrixView of(const double* data, Index rows, Index cols) { return DenseView(data, rows, cols); }
    static MatrixView of(const double* data, Index rows, Index cols, Index stride);
    static MatrixView of(const float* data, Index rows, Index cols) { return of(data, rows, cols, cols); }
    static MatrixView of(const float* data, Index rows, Index cols, Index stride);
    // One column after the other, as Fortran, Matlab, R and Eigen store matrices; `stride` is the distance
    // between two columns. Copies. Throws Error if a size is negative, there are cells but no data, or the
    // stride is less than `rows`.
    static MatrixView of_columns(const double* data, Index rows, Index cols);
    static MatrixView of_columns(const double* data, Index rows, Index cols, Index stride);
    static MatrixView of_columns(const float* data, Index rows, Index cols);
    static MatrixView of_columns(const float* data, Index rows, Index cols, Index stride);
    // Compressed rows. Doubles are read in place; of floats the values are copied. Throws Error as SparseView
    // does.
    static MatrixView of_csr(Index rows, Index cols, std::span<const Index> row_start,
                             std::span<const Small> columns, std::span<const double> values);
    static MatrixView of_csr(Index rows, Index cols, std::span<const Index> row_start,
                             std::span<const Small> columns, std::span<const float> values);

    bool is_sparse() const { return std::holds_alternative<SparseView>(view_); }
    // Valid as long as this view is. Both throw std::bad_variant_access on the other kind.
    const DenseView& dense() const { return std::get<DenseView>(view_); }
    const SparseView& sparse() const { return std::get<SparseView>(view_); }  // as dense()
    Index rows() const {
        return std::visit([](const auto& view) { return view.rows; }, view_);
    }
    Index cols() const {
        return std::visit([](const auto& view) { return view.cols; }, view_);
    }

  private:
    static MatrixView holding(DenseMatrix matrix);

    std::variant<DenseView, SparseView> view_;
    std::shared_ptr<const void> copy_;  // of data that had to be converted
};

// Owns row-major doubles. Rows can be appended without a second copy of what is there: the storage is
// grown with realloc, which moves pages, not bytes, once it is large.
class DenseMatrix {
  public:
    DenseMatrix() = default;  // 0 x 0
    // All zero. Throws Error on negative sizes, std::bad_alloc if there is not enough memory.
    DenseMatrix(Index rows, Index cols);
    // The same without writing the zeros.
    static DenseMatrix uninitialized(Index rows, Index cols);
    DenseMatrix(const DenseMatrix& other);
    DenseMatrix& operator=(const DenseMatrix& other);
    DenseMatrix(DenseMatrix&& other) noexcept;
    DenseMatrix& operator=(DenseMatrix&& other) noexcept;
    ~DenseMatrix() = default;

    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    double* data() { return storage_.get(); }                                             // the first cell
    const double* data() const { return storage_.get(); }                                 // the first cell
    double* row(Index i) { return storage_.get() + i * cols_; }                           // its first cell
    const double* row(Index i) const { return storage_.get() + i * cols_; }               // its first cell
    double& operator()(Index i, Index j) { return storage_[detail::at(i * cols_ + j)]; }  // a cell
    double operator()(Index i, Index j) const { return storage_[detail::at(i * cols_ + j)]; }  // a cell

    // Adds `count` rows of cols() values and returns where they start; their content is undefined.
    // The first call on an empty matrix sets the number of columns. Throws Error if `count` is negative or
    // `cols` is not the number of columns.
    double* append_rows(Index count, Index cols);
    // Forgets the rows from `rows` on and gives their memory back. Throws Error if there are fewer.
    void truncate(Index rows);

    DenseView view() const { return {rows_, cols_, storage_.get()}; }
    operator MatrixView() const { return view(); }

  private:
    struct Free {
        void operator()(double* pointer) const { std::free(pointer); }
    };
    void reserve(Index rows);

    Index rows_ = 0;
    Index cols_ = 0;
    Index capacity_ = 0;  // in rows
    std::unique_ptr<double[], Free> storage_;
};

// What a sparse matrix is made of; SparseView says what each of them holds.
struct CsrArrays {
    std::vector<Index> row_start{0};
    std::vector<Small> columns = {};
    std::vector<double> values = {};

    // Adds a cell to the row at the end.
    void add(Index column, double value) {
        columns.push_back(static_cast<Small>(column));
        values.push_back(value);
    }
    void end_row() { row_start.push_back(static_cast<Index>(columns.size())); }  // begins the next one
};

// Owns a sparse matrix by rows.
class SparseMatrix {
  public:
    SparseMatrix() = default;  // 0 x 0
    // Throws Error as SparseView does.
    SparseMatrix(Index rows, Index cols, CsrArrays cells);
    SparseMatrix(const SparseMatrix& other) = default;
    SparseMatrix& operator=(const SparseMatrix& other) = default;
    SparseMatrix(SparseMatrix&& other) noexcept;
    SparseMatrix& operator=(SparseMatrix&& other) noexcept;
    ~SparseMatrix() = default;

    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    const std::vector<Index>& row_start() const { return cells_.row_start; }  // as SparseView has them
    const std::vector<Small>& columns() const { return cells_.columns; }      // the same
    const std::vector<double>& values() const { return cells_.values; }       // the same
    std::span<double> values() { return cells_.values; }                      // to be changed in place

    // Adds copies of the given rows at the end. The first call on an empty matrix sets the number of columns;
    // throws Error if it differs later.
    void append_rows(const SparseView& rows);

    SparseView view() const {
        return {cells_.values.data(), cells_.columns.data(), cells_.row_start.data(), rows_, cols_};
    }
    operator MatrixView() const { return view(); }

  private:
    Index rows_ = 0;
    Index cols_ = 0;
    CsrArrays cells_;
};

// Owns either kind.
class Matrix {
  public:
    Matrix() = default;                                          // dense, 0 x 0
    Matrix(DenseMatrix dense) : matrix_(std::move(dense)) {}     // implicit: either kind is a matrix
    Matrix(SparseMatrix sparse) : matrix_(std::move(sparse)) {}  // implicit

    bool is_sparse() const { return std::holds_alternative<SparseMatrix>(matrix_); }
    // All four throw std::bad_variant_access on the other kind.
    DenseMatrix& dense() { return std::get<DenseMatrix>(matrix_); }
    const DenseMatrix& dense() const { return std::get<DenseMatrix>(matrix_); }
    SparseMatrix& sparse() { return std::get<SparseMatrix>(matrix_); }              // as dense()
    const SparseMatrix& sparse() const { return std::get<SparseMatrix>(matrix_); }  // as dense()
    Index rows() const {
        return std::visit([](const auto& matrix) { return matrix.rows(); }, matrix_);
    }
    Index cols() const {
        return std::visit([](const auto& matrix) { return matrix.cols(); }, matrix_);
    }

    // Adds copies of the given rows at the end. Throws std::bad_variant_access if they are of the other kind,
    // Error if they do not have as many columns.
    void append_rows(const MatrixView& rows);

    // Valid as long as the matrix is, and until it gets other cells.
    MatrixView view() const {
        return std::visit([](const auto& matrix) -> MatrixView { return matrix.view(); }, matrix_);
    }
    operator MatrixView() const { return view(); }

  private:
    std::variant<DenseMatrix, SparseMatrix> matrix_;
};

// Copies of the given rows or columns, in the given order, dense or sparse as `x` is; repeats are allowed.
// Throw Error on a position that `x` does not have.
Matrix take_rows(const MatrixView& x, std::span<const Index> rows);
Matrix take_columns(const MatrixView& x, std::span<const Index> columns);  // as take_rows

// Copies of the other kind; to_sparse leaves zeros out.
DenseMatrix to_dense(const MatrixView& x);
SparseMatrix to_sparse(const MatrixView& x);  // as to_dense
// A copy with rows and columns exchanged, dense or sparse as `x` is.
Matrix transposed(const MatrixView& x);

}  // namespace tamis
