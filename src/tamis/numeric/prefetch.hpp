// Asks the memory for rows before they are needed. The hardware foresees one long run of addresses; it does
// not foresee several short rows, nor rows in the order of classes or of a graph.
#pragma once

#include "tamis/core/matrix.hpp"

namespace tamis {

// Loops that prefetch work on this many columns at a time, and meanwhile ask for as many of the next rows.
inline constexpr Index prefetch_columns = 64;

inline void prefetch(const double* row, Index columns) {
    constexpr Index line = 8;  // doubles
    for (Index j = 0; j < columns; j += line) __builtin_prefetch(row + j);
}

}  // namespace tamis
