// How matrices are cut into strips of columns that threads work on. Depends on the shape alone.
#pragma once

#include <algorithm>

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

inline constexpr Index widest_strip = 256;

// Columns of a strip: at most `widest_strip`, and four strips or more so that threads get equal shares, in
// whole cache lines.
inline Index strip_width(Index columns) {
    constexpr Index line = 8;
    return std::clamp<Index>(chunk_count(chunk_count(columns, 4), line) * line, 64, widest_strip);
}

}  // namespace tamis::detail
