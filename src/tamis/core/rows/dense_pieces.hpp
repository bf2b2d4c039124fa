// Dense rows of one matrix or of several, one after the other, where they lie.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

class DensePieces {
  public:
    explicit DensePieces(const DenseView& one) : one_(one), rows_(one.rows), cols_(one.cols) {}
    // Throws Error if they differ in width, or if there are none.
    explicit DensePieces(std::span<const DenseView> pieces);

    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    const double* row(Index i) const { return one_ ? one_->row(i) : starts_[at(i)]; }
    // The matrix that they are, if they are one; otherwise null.
    const DenseView* one() const { return one_ ? &*one_ : nullptr; }

  private:
    std::optional<DenseView> one_;
    std::vector<const double*> starts_;  // of every row, if they are not one
    Index rows_ = 0, cols_ = 0;
};

}  // namespace tamis::detail
