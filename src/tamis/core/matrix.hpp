// Data matrices: one sample per row, one feature per column, dense row-major or sparse by rows (CSR).
//
// Methods take a `MatrixView`, which owns nothing and is never written through, so numpy arrays, scipy CSR
// matrices and our own `Matrix` are all read in place.
#pragma once

#include <cstdlib>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

struct DenseView {
    const double* data = nullptr;
    Index rows = 0;
    Index cols = 0;
    Index stride = 0;  // doubles from one row to the next

    const double* row(Index i) const { return data + i * stride; }
    double operator()(Index i, Index j) const { return data[i * stride + j]; }
};

struct SparseRow {
    std::span<const Small> columns;  // ascending, no repeats
    std::span<const double> values;  // explicit zeros are allowed
};

struct SparseView {
    Index rows = 0;
    Index cols = 0;
    const Index* row_start = nullptr;  // rows + 1 offsets
    const Small* columns = nullptr;
    const double* values = nullptr;

    Index nonzeros() const { return rows == 0 ? 0 : row_start[rows] - row_start[0]; }
    SparseRow row(Index i) const {
        const auto count = static_cast<std::size_t>(row_start[i + 1] - row_start[i]);
        return {{columns + row_start[i], count}, {values + row_start[i], count}};
    }
};

class MatrixView {
  public:
    MatrixView(const DenseView& dense) : view_(dense) {}     // implicit: either kind is a matrix
    MatrixView(const SparseView& sparse) : view_(sparse) {}  // implicit

    bool is_sparse() const { return std::holds_alternative<SparseView>(view_); }
    const DenseView& dense() const { return std::get<DenseView>(view_); }
    const SparseView& sparse() const { return std::get<SparseView>(view_); }
    Index rows() const {
        return std::visit([](const auto& view) { return view.rows; }, view_);
    }
    Index cols() const {
        return std::visit([](const auto& view) { return view.cols; }, view_);
    }

  private:
    std::variant<DenseView, SparseView> view_;
};

// Owns row-major doubles. Rows can be appended without a second copy of what is there: the storage is
// grown with realloc, which moves pages, not bytes, once it is large.
class DenseMatrix {
  public:
    DenseMatrix() = default;
    DenseMatrix(Index rows, Index cols);  // all zero
    static DenseMatrix uninitialized(Index rows, Index cols);
    DenseMatrix(const DenseMatrix& other);
    DenseMatrix& operator=(const DenseMatrix& other);
    DenseMatrix(DenseMatrix&& other) noexcept;
    DenseMatrix& operator=(DenseMatrix&& other) noexcept;
    ~DenseMatrix() = default;

    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    double* data() { return storage_.get(); }
    const double* data() const { return storage_.get(); }
    double* row(Index i) { return storage_.get() + i * cols_; }
    const double* row(Index i) const { return storage_.get() + i * cols_; }
    double& operator()(Index i, Index j) { return storage_[static_cast<std::size_t>(i * cols_ + j)]; }
    double operator()(Index i, Index j) const { return storage_[static_cast<std::size_t>(i * cols_ + j)]; }

    // Adds `count` rows of cols() values and returns where they start; their content is undefined.
    // The first call on an empty matrix sets the number of columns.
    double* append_rows(Index count, Index cols);
    // Forgets the rows from `rows` on and gives their memory back.
    void truncate(Index rows);

    DenseView view() const { return {storage_.get(), rows_, cols_, cols_}; }
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

// Owns a sparse matrix by rows.
struct SparseMatrix {
    Index rows = 0;
    Index cols = 0;
    std::vector<Index> row_start{0};
    std::vector<Small> columns;
    std::vector<double> values;

    SparseView view() const { return {rows, cols, row_start.data(), columns.data(), values.data()}; }
    operator MatrixView() const { return view(); }
};

// Owns either kind.
class Matrix {
  public:
    Matrix() = default;
    Matrix(DenseMatrix dense) : matrix_(std::move(dense)) {}     // implicit: either kind is a matrix
    Matrix(SparseMatrix sparse) : matrix_(std::move(sparse)) {}  // implicit

    bool is_sparse() const { return std::holds_alternative<SparseMatrix>(matrix_); }
    DenseMatrix& dense() { return std::get<DenseMatrix>(matrix_); }
    const DenseMatrix& dense() const { return std::get<DenseMatrix>(matrix_); }
    SparseMatrix& sparse() { return std::get<SparseMatrix>(matrix_); }
    const SparseMatrix& sparse() const { return std::get<SparseMatrix>(matrix_); }
    Index rows() const { return view().rows(); }
    Index cols() const { return view().cols(); }

    MatrixView view() const {
        return std::visit([](const auto& matrix) -> MatrixView { return matrix.view(); }, matrix_);
    }
    operator MatrixView() const { return view(); }

  private:
    std::variant<DenseMatrix, SparseMatrix> matrix_;
};

// The given rows or columns, in the given order, dense or sparse as `x` is.
Matrix take_rows(const MatrixView& x, std::span<const Index> rows);
Matrix take_columns(const MatrixView& x, std::span<const Index> columns);

DenseMatrix to_dense(const MatrixView& x);
SparseMatrix to_sparse(const MatrixView& x);
Matrix transposed(const MatrixView& x);

}  // namespace tamis
