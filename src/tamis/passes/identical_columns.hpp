// Columns that repeat an earlier column, cell by cell.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// Per column, the lowest column with the same cells: itself if there is none before it. One pass over the
// data for a hash of every column, and a comparison of those that agree in it.
std::vector<Index> first_equal_columns(const Rows& x, const Context& context = {});

// Non-zero where all cells of a column equal those of a column with a lower index.
std::vector<char> repeated_columns(const Rows& x, const Context& context = {});

// A method that treats equal columns alike leaves it to rounding which of them gets what. Among equal columns
// the larger score goes to the lower index, and the lower index comes first in `selected`. `first` is as
// first_equal_columns returns it; `selected` may be empty.
void settle_equal_columns(std::span<const Index> first, std::vector<double>& scores,
                          std::vector<Index>& selected);

}  // namespace tamis::detail
