// The one pass over the data that a report needs: histograms of some columns per group of samples,
// correlations of the first ones, and the cells of a few samples.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/pipeline/exhibits/exhibits.hpp"

namespace tamis::detail {

struct ShownColumns {
    std::span<const Index> counted;     // columns with a histogram
    std::span<const Index> correlated;  // columns whose correlations are wanted
    std::span<const Index> mapped;      // columns of the samples below
    std::span<const Index> samples;     // rows to copy, ascending
    std::span<const int> group_of;      // per row: its group in the histograms; empty: all are of group 0
    Index groups = 1;
};

struct ShownData {
    std::vector<Histogram> histograms;  // of `counted`
    DenseMatrix correlations;           // NaN where a column does not vary
    DenseMatrix cells;                  // samples × mapped
};

// Sums are taken of whole blocks of rows about their own means, and joined in order, so a large mean does not
// cancel and the result has the same bits for any number of threads.
ShownData show_columns(const Rows& x, const ShownColumns& wanted, const Context& context);

}  // namespace tamis::detail
