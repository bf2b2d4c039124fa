// What an approximate search has missed, measured on random samples.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/approximate/points.hpp"

namespace tamis::detail {

struct MeasuredRecall {
    double mean, low, high;
};

class RecallProbe {
  public:
    // Searches up to 1,000 random samples exactly, for k neighbors of every group.
    RecallProbe(const Points& points, std::span<const int> group_of, Index groups, Index k,
                const Context& context);

    // The mean over the samples of the share of their first k neighbors that are no farther than the true
    // k-th, with the normal interval of 95 %.
    MeasuredRecall measure(const NearestLists& lists) const;

  private:
    Index groups_;
    std::vector<Index> samples_;
    ClassNeighbors truth_;
};

}  // namespace tamis::detail
