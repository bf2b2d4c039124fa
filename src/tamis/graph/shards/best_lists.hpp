// The k nearest of every list, put together from what several searches have found.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/core/shards/row_runs.hpp"
#include "tamis/graph/shards/near_lists.hpp"

namespace tamis::detail {

class BestLists {
  public:
    BestLists(Index lists, Index k);
    // Nothing beyond caps[list] is asked for.
    BestLists(std::vector<double> caps, Index k);

    Index lists() const { return static_cast<Index>(found_.size()); }
    // Nothing beyond this can be among the k nearest of the list, as far as is known; infinity at first.
    double cap(Index list) const;
    // What else was found for a list, by (distance, index). No sample may be offered twice.
    void offer(Index list, std::span<const Small> index, std::span<const double> distances);
    // Those of the rows of the stretches, `per_row` lists each. Throws Error if there are not as many.
    void offer(std::span<const RowStretch> rows, Index per_row, const NearLists& lists);

    std::span<const Small> of(Index list) const { return {index_.data() + list * k_, at(found_[at(list)])}; }
    std::span<const double> distances_of(Index list) const {
        return {distances_.data() + list * k_, at(found_[at(list)])};
    }
    // `count` lists from `first` on.
    NearLists some(Index first, Index count) const;
    NearLists all() const { return some(0, lists()); }

  private:
    Index k_;
    std::vector<double> caps_;  // that were given; empty if none
    std::vector<Small> index_, found_;
    std::vector<double> distances_;
    std::vector<Small> merged_index_;  // of one list, while it is merged
    std::vector<double> merged_distances_;
};

}  // namespace tamis::detail
