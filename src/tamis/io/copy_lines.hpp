// Lines of a file that stores a matrix the other way round.
#pragma once

#include <algorithm>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// `count` lines of `width` numbers, one after the other, become the columns first, first + 1, … of `x`.
template <class Number>
void copy_lines_to_columns(const Number* cells, Index width, Index first, Index count, DenseMatrix& x) {
    constexpr Index tile = 32;  // both sides of a tile stay in the first-level cache
    for (Index i0 = 0; i0 < width; i0 += tile)
        for (Index j0 = 0; j0 < count; j0 += tile)
            for (Index i = i0; i < std::min(i0 + tile, width); ++i)
                for (Index j = j0; j < std::min(j0 + tile, count); ++j)
                    x(i, first + j) = static_cast<double>(cells[j * width + i]);
}

}  // namespace tamis::detail
