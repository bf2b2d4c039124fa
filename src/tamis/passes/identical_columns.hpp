// Columns that repeat an earlier column, cell by cell.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

// Non-zero where all cells of a column equal those of a column with a lower index. One pass over the data for
// a hash of every column, and a comparison of those that agree in it.
std::vector<char> repeated_columns(const MatrixView& x, const Context& context = {});

}  // namespace tamis
