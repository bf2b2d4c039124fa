// Smallest and largest value of every column; zeros that a sparse column does not store count.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

struct ColumnRanges {
    std::vector<double> low, high;

    double width(std::size_t column) const { return high[column] - low[column]; }
    bool constant(std::size_t column) const { return high[column] == low[column]; }
};

// Throws Error naming the cell where x holds a value that is not finite or too large to be squared.
ColumnRanges column_ranges(const MatrixView& x, const Context& context = {});

}  // namespace tamis
