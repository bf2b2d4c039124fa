// Data less the mean of every column, without a centered copy of them.
#pragma once

#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// out[j - begin] = (x_ij - means[j - begin])·unit for the columns begin … end-1 of row i; a sparse row gives
// the same bits as a dense one.
void center_cells(const MatrixView& x, Index i, Index begin, Index end, const double* means, double unit,
                  double* out);

// Z = X - 1·meansᵀ as an operator: products with X, corrected. Without means Z is X.
class CenteredProducts {
  public:
    // x must outlive this; `means` has one entry per column, or none.
    CenteredProducts(const Rows& x, std::vector<double> means) : x_(x), means_(std::move(means)) {}

    Index samples() const { return x_.rows(); }
    Index features() const { return x_.cols(); }

    // out (count × features, one row per vector) = blockᵀ·Z for a row-major samples × count block.
    void left(const double* block, Index count, double* out, const Context& context) const;
    // out (samples × count, row-major) = Z·rowsᵀ for count vectors of length features, one per row.
    void right(const double* rows, Index count, double* out, const Context& context) const;

  private:
    Rows x_;
    std::vector<double> means_;
};

}  // namespace tamis::detail
