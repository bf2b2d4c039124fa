// The features of Q-alpha without a copy of the data: M = (X - 1μᵀ)·diag(scale).
#pragma once

#include <vector>

#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail {

class ScaledFeatures {
  public:
    struct Kind {
        bool center = false;     // μ is the mean, else 0
        bool normalize = false;  // columns of unit length; a column of zeros stays one
    };
    // `moments` are those of all samples of x, which must outlive this, as `context` must.
    ScaledFeatures(const MatrixView& x, const GroupMoments& moments, Kind kind, const Context& context);

    Index samples() const { return x_.rows(); }
    Index count() const { return x_.cols(); }

    // out (vectors × features) = blockᵀM for a samples × vectors block.
    void left(const double* block, Index vectors, double* out) const;
    // out (samples × vectors) = M·rowsᵀ. Changes `rows`.
    void right(double* rows, Index vectors, double* out) const;

    // The features first … first+width-1.
    struct Strip {
        Index first, width;
        const double* products;  // vectors × width: blockᵀM
        double* rows;            // outputs × width
    };
    using Turn = FunctionRef<void(const Strip& strip)>;
    // out (samples × outputs) = M·rowsᵀ, where turn(strip) makes the rows from the products with the block;
    // strips come in any order and on several threads. If the data are dense and have few samples this is one
    // pass over them: a strip is still in the cache when its rows are multiplied.
    void sweep(const double* block, Index vectors, Turn turn, Index outputs, double* out) const;

    // The leading left singular vectors, samples × vectors.
    std::vector<double> left_singular_vectors(Index vectors) const;

  private:
    bool is_swept_at_once() const;
    void sweep_strips(const double* block, Index vectors, Turn turn, Index outputs, double* out) const;
    void scale_columns(double* rows, Index vectors) const;

    MatrixView x_;
    std::vector<double> means_;  // empty without centering
    std::vector<double> scale_;
    CenteredData centered_;
    const Context& context_;
};

}  // namespace tamis::detail
