// Distances of one row to four others at a time: the row is read once, and memory serves four at once.
#pragma once

#include <array>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// Σ (a - b)² of each, with the bits of squared_distance.
std::array<double, 4> squared_distances(const double* a, const std::array<const double*, 4>& others,
                                        Index count);

}  // namespace tamis::detail
