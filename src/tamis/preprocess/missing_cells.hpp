// What becomes of missing cells, and what is said of it.
#pragma once

#include <vector>

#include "tamis/preprocess/cleaned.hpp"
#include "tamis/preprocess/cleaned_cells.hpp"
#include "tamis/preprocess/unusable_cells.hpp"

namespace tamis::detail {

// Leave out every row, or every feature, with a missing cell. Throw Error if nothing is left, but for a
// shard, of whose rows nothing is said.
void drop_rows(CleanedCells& cells, const UnusableCells& found, Extent extent, const Context& context);
void drop_features(CleanedCells& cells, const UnusableCells& found, const Context& context);
// The error if no row is left, and the remark if some are.
[[noreturn]] void refuse_no_rows_left(const std::string& name);
std::string dropped_rows_text(const std::string& name, Index dropped, Index left);
// Puts the mean of its column into every missing cell, of which there are `missing`. Throws Error if a column
// has no cell at all.
void fill_with_means(CleanedCells& cells, Index missing, const Context& context);

}  // namespace tamis::detail
