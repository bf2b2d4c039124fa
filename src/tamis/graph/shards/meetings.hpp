// Which rows travel to which run of shards, so that all pairs of rows of different runs meet once, and all
// runs have about the same to do.
//
// The runs stand in a circle. The rows of a run travel to the runs of the half circle after it. Of two runs
// that face each other, the earlier one sends its first half to the later one, and its second half stays and
// meets all rows of the later one.
#pragma once

#include <utility>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

class Meetings {
  public:
    using Range = std::pair<Index, Index>;  // begin and end, counted in a run

    // `sizes`: the rows of each run.
    explicit Meetings(std::vector<Index> sizes) : sizes_(std::move(sizes)) {}

    Index runs() const { return static_cast<Index>(sizes_.size()); }
    // How many rows of a run travel at all.
    Index traveling(Index run) const;
    // Part `part` of `parts` of the rows of a run that travel, cut where they go to different runs. Without
    // empty ones.
    std::vector<Range> part(Index run, Index part, Index parts) const;
    // The rows of run `to` that meet such a piece of the run `from`.
    Range met(Index from, const Range& piece, Index to) const;

  private:
    Index half(Index run) const { return sizes_[at(run)] / 2; }
    bool faces_later(Index run) const { return runs() % 2 == 0 && 2 * run < runs(); }

    std::vector<Index> sizes_;
};

}  // namespace tamis::detail
