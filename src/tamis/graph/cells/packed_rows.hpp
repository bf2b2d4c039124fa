// Dense samples in few bits and in order of their cells, for quick comparisons that need not be exact.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/graph/cells/cells.hpp"

namespace tamis::detail {

// Row p is the sample at place p, row samples + c the mean of cell c.
class PackedRows {
  public:
    virtual ~PackedRows() = default;

    // tile[q · (end - begin) + r]: how far row queries[q] is from row begin + r, in a unit of its own and up
    // to a number that is the same for all r. `space` is working memory.
    virtual void compare(std::span<const Index> queries, Index begin, Index end, float* tile,
                         std::vector<float>& space) const = 0;
};

// Σ f|a-b| of cells in 8 bits. Cells far out in a column of heavy tails are drawn in.
std::unique_ptr<PackedRows> pack_gaps_in_bytes(const DenseView& x, std::span<const double> factors,
                                               const Cells& cells, const Context& context);
// The same in single precision.
std::unique_ptr<PackedRows> pack_gaps(const DenseView& x, std::span<const double> factors, const Cells& cells,
                                      const Context& context);
// Σ(a-b)² in single precision.
std::unique_ptr<PackedRows> pack_squares(const DenseView& x, const Cells& cells, const Context& context);

}  // namespace tamis::detail
