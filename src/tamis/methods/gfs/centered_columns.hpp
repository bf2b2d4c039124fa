// Products with the columns of the data after centering, without a centered copy: z_ij = (x_ij -
// mean_j)·unit.
//
// Dense data are read in strips of columns that are centered while they are in the cache; sparse data are
// held by columns once and centered by a correction of each product. Every feature is summed in the same
// order wherever it stands, so identical features get identical bits.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

class CenteredColumns {
  public:
    // `x` must outlive this object when it is dense.
    CenteredColumns(const MatrixView& x, std::vector<double> means, double unit, const Context& context);

    Index samples() const { return x_.rows(); }
    Index features() const { return x_.cols(); }
    Index stored_cells() const;
    // Reads of the whole data so far; the few columns of `gather` and `combine` are not counted.
    Index passes() const { return passes_; }

    // Takes `block`, the products with the features first … first+width-1: row r at block + r·width.
    using Consumer = FunctionRef<void(Index first, Index width, const double* block)>;
    // out(r, j) = Σ_i left(r, i)·z_ij for all features j, handed over strip by strip from several threads:
    // one pass over the data.
    void multiply(const DenseMatrix& left, Consumer take, const Context& context);

    // The given columns, one per row: count × samples.
    DenseMatrix gather(std::span<const Index> columns) const;
    // out = coefficientsᵀ·Z_columnsᵀ, width × samples, for count × width coefficients.
    DenseMatrix combine(std::span<const Index> columns, const DenseMatrix& coefficients,
                        const Context& context) const;
    // out = Z_columnsᵀ·leftᵀ, count × left.rows().
    DenseMatrix multiply_columns(std::span<const Index> columns, const DenseMatrix& left,
                                 const Context& context) const;
    // Σ_j weight_j z_j z_jᵀ over the given columns, samples × samples.
    DenseMatrix weighted_gram(std::span<const Index> columns, std::span<const double> weights) const;

  private:
    void dense_strip(const DenseMatrix& left, Index first, Index width, double* block) const;
    void sparse_column(Index j, const DenseMatrix& by_sample, std::span<const double> row_sums,
                       double* out) const;

    MatrixView x_;
    SparseMatrix by_column_;  // the transpose of sparse data
    std::vector<double> means_;
    double unit_;
    Index passes_ = 0;
};

// out[j] += Σ_r coefficients[r]·rows[r][j], in the order of r for every j.
void add_rows(const double* const* rows, const double* coefficients, Index count, Index width, double* out);

}  // namespace tamis::detail
