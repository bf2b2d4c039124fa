// Weighted sums of the differences of chosen pairs of rows, column by column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

enum class Difference : std::uint8_t {
    absolute,  // Σ weight·|a - b|
    squared,   // Σ weight·(a - b)²
    combined,  // scale·(Σ weight·(b - a))² per list: the square of a combination of rows
};

// One row and the rows it is compared with; weights may be negative.
struct RowPairs {
    Index row = 0;
    std::vector<Index> others;
    std::vector<double> weights;
    double scale = 1.0;  // of combined differences

    void add(Index other, double weight) {
        others.push_back(other);
        weights.push_back(weight);
    }
};

// Moments of the rows of the lists, taken on the way: they are in the cache then.
struct RowMoments {
    const double* shift;              // per column
    std::span<const double> weights;  // per sample; 0 takes no part
    double* sum;                      // out: Σ w(x - shift) per column
    double* square;                   // out: Σ w(x - shift)²
};

// Rows besides those of the data, by their number.
class OtherRows {
  public:
    virtual ~OtherRows() = default;

    virtual const double* dense(Index i) const = 0;
    virtual SparseRow sparse(Index i) const = 0;
};

// The differences of the given kind per column, summed over the pairs of `lists` lists: pairs_of(list, pairs)
// says which row it is and adds the others; it may be called more than once per list and from any thread. The
// rows of the lists ascend. Sparse rows are merged, never densified; `moments` are for dense ones. Of rows
// that are not in memory, the others are gathered for a few lists at a time. `beyond`: rows that follow those
// of x, which others may be.
std::vector<double> weighted_differences(const Rows& x, Index lists, Difference kind,
                                         FunctionRef<void(Index list, RowPairs& pairs)> pairs_of,
                                         const Context& context = {}, const RowMoments* moments = nullptr,
                                         const OtherRows* beyond = nullptr);

}  // namespace tamis::detail
