// The filter of the neighbor search: which columns of a tile row may hold a neighbor.
#pragma once

#include "tamis/core/index.hpp"

namespace tamis::detail {

// Writes the columns of a tile row that may be a neighbor for either side and returns how many there are. The
// lower bound of a distance is tile + (base + bases[j]); it passes if it is not above the row's limit or not
// above limits[j].
Index near_columns(const double* tile, double base, double row_limit, const double* bases,
                   const double* limits, Index count, Small* columns);
Index near_columns(const float* tile, float base, float row_limit, const float* bases, const float* limits,
                   Index count, Small* columns);

// The same with a limit of the row for each column.
Index near_columns(const double* tile, double base, const double* row_limits, const double* bases,
                   const double* limits, Index count, Small* columns);
Index near_columns(const float* tile, float base, const float* row_limits, const float* bases,
                   const float* limits, Index count, Small* columns);

}  // namespace tamis::detail
