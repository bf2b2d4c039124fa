// A block of sparse samples turned into columns, so that an entry of another sample meets only the samples
// that have an entry in the same column.
#pragma once

#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// Column c holds the values values[q] of the samples first + samples[q] for start[c] <= q < start[c + 1].
struct ColumnBlock {
    std::vector<Small> start, samples;
    std::vector<double> values;

    // Holds the rows begin … end-1 of x from now on; begin is `first` above.
    void take(const SparseView& x, Index begin, Index end);
};

}  // namespace tamis::detail
