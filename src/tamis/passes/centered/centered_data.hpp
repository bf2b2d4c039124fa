// The data after centering, as an operator: z_ij = (x_ij - mean_ij)·unit, where the mean is that of the
// column or that of the sample's group in it. No centered copy of the data is made, and sparse data give
// centered cells with the same bits as dense ones.
//
// Products come in three kinds. `left` and `right` multiply with X and correct the result, so they read rows
// of any kind in one pass. The products by blocks center a block of cells while it is in the cache and leave
// the rest to the BLAS. The products by columns do so for a few columns or strips of them, sum every feature
// in the same order wherever it stands (identical features get identical bits), and correct the products of
// sparse columns. The last two need a matrix in memory and throw Error without.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/rows.hpp"
#include "tamis/core/threads/function_ref.hpp"

namespace tamis::detail {

class CenteredData {
  public:
    struct Centers {
        DenseMatrix means = {};              // groups × features; empty: nothing is subtracted
        std::span<const int> group_of = {};  // per sample, its row of the means; empty: all have row 0
        double unit = 1.0;
    };
    // The data and `group_of` must outlive this.
    CenteredData(const Rows& x, Centers centers);
    // Of one group.
    CenteredData(const Rows& x, const std::vector<double>& means, double unit = 1.0);

    Index samples() const { return x_.rows(); }
    Index features() const { return x_.cols(); }
    Index stored_cells() const;

    // Keeps a centered copy if that takes little memory: for many products by blocks with the same data.
    void hold_if_small();
    // Keeps sparse data by columns too, which their products by columns need: one pass. Nothing to do for
    // dense data.
    void hold_by_columns(const Context& context);

    // Cells of the columns first … first+width-1, samples × width.
    void columns(Index first, Index width, double* block) const;
    // Cells of the given samples, samples.size() × features.
    void rows(std::span<const Index> samples, double* block) const;

    // By correction.

    // out (count × features, one row per vector) = blockᵀ·Z for a row-major samples × count block.
    void left(const double* block, Index count, double* out, const Context& context) const;
    // out (samples × count, row-major) = Z·rowsᵀ for count vectors of length features, one per row.
    void right(const double* rows, Index count, double* out, const Context& context) const;

    // By blocks.

    // Z·diag(weights)·Zᵀ, samples × samples, both triangles; empty weights are all 1.
    DenseMatrix sample_gram(std::span<const double> weights, const Context& context) const;
    // Σ weight_i·z_i·z_iᵀ over the given samples, features × features, both triangles; `weights` are per
    // sample of the data and not negative, empty for all 1.
    DenseMatrix feature_gram(std::span<const Index> samples, std::span<const double> weights,
                             const Context& context) const;
    // Z·w, samples × w.cols(), and Zᵀ·v, features × v.cols().
    DenseMatrix times(const DenseMatrix& w, const Context& context) const;
    DenseMatrix transposed_times(const DenseMatrix& v, const Context& context) const;

    // By columns; for data of one group. Sparse data must be held by columns.

    // Takes `block`, the products with the features first … first+width-1: row r at block + r·width.
    using Consumer = FunctionRef<void(Index first, Index width, const double* block)>;
    // out(r, j) = Σ_i left(r, i)·z_ij for all features j, handed over strip by strip from several threads:
    // one pass over the data.
    void multiply(const DenseMatrix& left, Consumer take, const Context& context) const;
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
    struct Block {
        const double* data;
        Index stride;
    };
    const MatrixView& matrix() const { return x_.require_matrix("centered data by blocks or columns"); }
    Index group(Index sample) const { return group_of_.empty() ? 0 : group_of_[at(sample)]; }
    bool changes_nothing() const { return !subtracts_ && unit_ == 1.0; }
    // The same cells as `columns` and `rows` (of consecutive samples) give, in place where they are held.
    Block column_block(Index first, Index width, std::vector<double>& space) const;
    Block row_block(Index first, Index count, std::vector<double>& space) const;
    DenseMatrix times_by_strips(const DenseMatrix& w, const Context& context) const;
    Index strip_width() const;
    Index features_per_group() const;  // of the partial sums over the features
    // Throws std::logic_error unless the products by columns can be computed.
    void require_columns() const;
    void dense_strip(const DenseMatrix& left, Index first, Index width, double* block) const;
    void sparse_column(Index j, const DenseMatrix& by_sample, std::span<const double> row_sums,
                       double* out) const;

    Rows x_;
    bool subtracts_;
    DenseMatrix means_;  // zeros if nothing is subtracted
    std::span<const int> group_of_;
    double unit_;
    DenseMatrix held_;        // samples × features, or empty
    SparseMatrix by_column_;  // the transpose of sparse data, or empty
};

}  // namespace tamis::detail
