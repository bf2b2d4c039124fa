// Squared distances of dense samples estimated in 8 bits per cell: an eighth of the memory to read, and exact
// enough to tell most pairs from those that matter.
#pragma once

#include <cstdint>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/graph/cells/packing.hpp"

namespace tamis::detail {

class QuickSquares {
  public:
    QuickSquares(const DenseView& x, const Context& context);
    // Some of the samples that the scale was made for.
    QuickSquares(const DenseView& x, const PackingScale& scale, const Context& context);

    // False if Σ(a-b)² of two samples is above the limit, as far as can be seen; a limit may be infinite.
    // The same on every machine.
    bool may_be_within(Index i, Index j, double limit) const;

  private:
    Index width_;  // of a packed row
    std::vector<std::uint8_t> rows_;
    std::vector<float> lost_;  // of every row: the squared length of what 8 bits leave out
    double unit_;              // of squared distances
};

}  // namespace tamis::detail
