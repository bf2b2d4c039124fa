// The steps of the approximate search on points at hand.
#pragma once

#include <memory>

#include "tamis/graph/approximate/steps.hpp"
#include "tamis/graph/tile_buffers.hpp"

namespace tamis::detail {

class PointSteps final : public SearchSteps {
  public:
    // All must outlive it. `group_of` may be empty for one group.
    PointSteps(const Points& points, std::span<const int> group_of, Index groups, const Context& context)
        : points_(points), group_of_(group_of), groups_(groups), context_(context) {}

    Index count() const override { return points_.count(); }
    ForestSize forest() const override { return points_.forest(groups_); }
    ClassNeighbors probe(std::span<const Index> samples, Index k) const override;
    std::vector<Small> search_trees(Index first, Index count, NearestLists& lists,
                                    const Advance& advance) override;
    void fill_short_lists(const RandomBeginnings& beginnings, NearestLists& lists) override;
    void descend(Index number, std::span<const Small> order, NearestLists& lists,
                 const Advance& advance) override;

  private:
    const Points& points_;
    std::span<const int> group_of_;
    Index groups_;
    const Context& context_;
    std::unique_ptr<QuickSquares> quick_;
    BufferPool pool_;
};

}  // namespace tamis::detail
