// Data minus the mean of each sample's group, a block at a time: no centered copy of the data is made, and
// sparse rows give the same bits as dense ones.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

class CenteredBlocks {
  public:
    // group_of: per sample, 0 … means.rows()-1; empty: all samples are of group 0. The data must outlive
    // this.
    CenteredBlocks(const MatrixView& x, std::span<const int> group_of, DenseMatrix means);

    Index samples() const { return x_.rows(); }
    Index features() const { return x_.cols(); }
    const DenseMatrix& means() const { return means_; }
    Index group(Index sample) const { return group_of_.empty() ? 0 : group_of_[at(sample)]; }

    // Keeps a centered copy if that takes little memory: for many products with the same data.
    void hold_if_small();

    // Cells of the columns first … first+width-1, samples × width.
    void columns(Index first, Index width, double* block) const;
    // Cells of the given samples, samples.size() × features.
    void rows(std::span<const Index> samples, double* block) const;

    // Z·diag(weights)·Zᵀ, samples × samples, both triangles; empty weights are all 1.
    DenseMatrix sample_gram(std::span<const double> weights, const Context& context) const;
    // Σ weight_i·z_i·z_iᵀ over the given samples, features × features, both triangles; `weights` are per
    // sample of the data and not negative, empty for all 1.
    DenseMatrix feature_gram(std::span<const Index> samples, std::span<const double> weights,
                             const Context& context) const;
    // Z·w, samples × w.cols(), and Zᵀ·v, features × v.cols().
    DenseMatrix times(const DenseMatrix& w, const Context& context) const;
    DenseMatrix transposed_times(const DenseMatrix& v, const Context& context) const;

  private:
    struct Block {
        const double* data;
        Index stride;
    };
    // The same cells as `columns` and `rows` (of consecutive samples) give, in place where they are held.
    Block column_block(Index first, Index width, std::vector<double>& space) const;
    Block row_block(Index first, Index count, std::vector<double>& space) const;
    DenseMatrix times_by_strips(const DenseMatrix& w, const Context& context) const;
    Index strip_width() const;
    Index features_per_group() const;  // of the partial sums over the features

    MatrixView x_;
    std::span<const int> group_of_;
    DenseMatrix means_;
    DenseMatrix held_;  // samples × features, or empty
};

}  // namespace tamis::detail
