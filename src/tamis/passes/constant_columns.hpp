// Columns that hold one value in every row.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// Non-zero where max == min over all samples (implicit zeros of sparse data count). Columns that vary mostly
// show it within a few rows, so only those that did not are looked at to the end.
std::vector<char> constant_columns(const Rows& x, const Context& context = {});

// Of the columns marked in `candidates`, those whose every cell equals the column's entry of `values`.
// Samples with a negative group take no part; an empty list stands for all samples.
std::vector<char> columns_equal_to(std::span<const double> values, const Rows& x,
                                   std::span<const int> group_of, std::vector<char> candidates,
                                   const Context& context);

}  // namespace tamis::detail
