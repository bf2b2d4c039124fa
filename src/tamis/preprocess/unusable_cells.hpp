// Cells that no method can work with, and the errors that name them.
#pragma once

#include <string>

#include "tamis/core/dataset.hpp"
#include "tamis/preprocess/cells.hpp"

namespace tamis::detail {

FoundCells missing_cells(const Rows& x, const Context& context);

// For whoever can choose what becomes of them. `about` has the names of the columns and lines of `x`.
[[noreturn]] void refuse_missing(const FoundCells& cells, const Dataset& about);
// Throws Error if there are cells that are infinite or too large to be squared.
void refuse_too_large(const Dataset& about, const Rows& x, const Context& context);

}  // namespace tamis::detail
