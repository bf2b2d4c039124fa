// A matrix that stands for cells that are elsewhere.
#pragma once

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// A matrix of that shape in which nothing is stored.
inline Matrix shape_only(Index rows, Index cols) {
    return SparseMatrix(rows, cols, {.row_start = std::vector<Index>(at(rows) + 1, 0)});
}

}  // namespace tamis::detail
