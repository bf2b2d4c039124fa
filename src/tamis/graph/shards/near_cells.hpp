// The cells of rows that are searched for neighbors: dense rows where they lie, or a copy.
#pragma once

#include <utility>
#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/core/rows/dense_pieces.hpp"

namespace tamis::detail {

class NearCells {
  public:
    explicit NearCells(Matrix copy) : copy_(std::move(copy)) {}
    // What they show must outlive this.
    explicit NearCells(std::vector<DenseView> pieces) : pieces_(std::move(pieces)), are_in_place_(true) {}

    // Rows that come after these and are kept in the same way.
    void append(const NearCells& later);

    bool are_in_place() const { return are_in_place_; }
    DensePieces in_place() const { return DensePieces(pieces_); }
    const Matrix& copy() const { return copy_; }
    Index cols() const { return are_in_place_ ? pieces_.front().cols : copy_.cols(); }

  private:
    Matrix copy_;
    std::vector<DenseView> pieces_;
    bool are_in_place_ = false;
};

}  // namespace tamis::detail
