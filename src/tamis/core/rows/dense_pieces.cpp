#include "tamis/core/rows/dense_pieces.hpp"

#include "tamis/core/error.hpp"

namespace tamis::detail {

DensePieces::DensePieces(std::span<const DenseView> pieces) {
    if (pieces.empty()) throw Error("there are no rows to join");
    cols_ = pieces.front().cols;
    for (const DenseView& piece : pieces) {
        if (piece.cols != cols_) throw Error("rows of different width cannot be joined");
        rows_ += piece.rows;
    }
    if (pieces.size() == 1) {
        one_ = pieces.front();
        return;
    }
    starts_.reserve(at(rows_));
    for (const DenseView& piece : pieces)
        for (Index i = 0; i < piece.rows; ++i) starts_.push_back(piece.row(i));
}

}  // namespace tamis::detail
