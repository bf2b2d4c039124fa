// Rows that repeat an earlier row, cell by cell.
#pragma once

#include "tamis/core/rows.hpp"

namespace tamis {

// How many rows equal an earlier one, however they are stored; a missing cell equals a missing cell. One pass
// over the data for a hash of every row, and a comparison of those that agree in it.
Index count_repeated_rows(const Rows& x, const Context& context = {});

}  // namespace tamis
