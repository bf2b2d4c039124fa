// Weighted sums of the differences of chosen pairs of rows, column by column.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/parallel.hpp"

namespace tamis {

enum class Difference { absolute, squared };

// One row and the rows it is compared with; weights may be negative.
struct RowPairs {
    Index row = 0;
    std::vector<Index> others;
    std::vector<double> weights;

    void add(Index other, double weight) {
        others.push_back(other);
        weights.push_back(weight);
    }
};

// Σ weight·|a - b| or Σ weight·(a - b)² per column, over the pairs of `lists` lists: pairs_of(list, pairs)
// says which row it is and adds the others; it may be called more than once per list and from any thread.
// Sparse rows are merged, never densified.
std::vector<double> weighted_differences(const MatrixView& x, Index lists, Difference kind,
                                         FunctionRef<void(Index list, RowPairs& pairs)> pairs_of,
                                         const Context& context = {});

}  // namespace tamis
