// Smallest and largest value of every column; zeros that a sparse column does not store count.
#pragma once

#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

struct ColumnRanges {
    std::vector<double> low, high;

    double width(std::size_t column) const { return high[column] - low[column]; }
    bool constant(std::size_t column) const { return !(high[column] > low[column]); }
    std::vector<char> constants() const;  // non-zero where the column is constant
};

// Throws Error naming the cell if x holds a value that is not finite or too large to be squared.
ColumnRanges column_ranges(const Rows& x, const Context& context = {});

// The same of the cells that are not NaN; a column without any has a low of +inf and a high of -inf.
ColumnRanges present_ranges(const Rows& x, const Context& context = {});

}  // namespace tamis::detail
