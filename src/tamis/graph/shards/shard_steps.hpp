// The approximate search on sharded rows: its steps as rounds. The driver has the lists and the upper levels
// of the trees; rows that are compared meet on some run of shards. If all rows fit on every worker, they are
// copied there (copied_rows.hpp). The bits are those of the search in memory.
#pragma once

#include <optional>
#include <vector>

#include "tamis/core/rows.hpp"
#include "tamis/graph/approximate/steps.hpp"
#include "tamis/graph/shards/comparisons.hpp"
#include "tamis/graph/shards/copied_rows.hpp"

namespace tamis::detail {

// Cells that may travel.
struct TravelRoom {
    Index parcel = 0;  // to one worker before a round
    Index copy = 0;    // of all rows to every worker; 0: no copies
};

class ShardSteps final : public SearchSteps {
  public:
    // The rows are sharded. `cells`: how many are stored. `room`: nothing: as the shards allow.
    ShardSteps(const Rows& x, Metric metric, Index cells, const Context& context,
               std::optional<TravelRoom> room = {});

    Index count() const override { return x_.rows(); }
    ForestSize forest() const override { return shape_.forest(1); }
    ClassNeighbors probe(std::span<const Index> samples, Index k) const override;
    std::vector<Small> search_trees(Index first, Index count, NearestLists& lists,
                                    const Advance& advance) override;
    void fill_short_lists(const RandomBeginnings& beginnings, NearestLists& lists) override;
    void descend(Index number, std::span<const Small> order, NearestLists& lists,
                 const Advance& advance) override;

  private:
    // Whether every worker may have all rows.
    bool are_copied(const NearestLists& lists) const;

    Rows x_;
    const Shards& shards_;
    PointsKind kind_;
    PointsShape shape_;
    const Context& context_;
    Index workers_;
    Index room_;  // rows that one run is sent in a round
    Comparisons comparisons_;
    CopiedRows copied_;
    Index cells_, copy_cells_;
    std::optional<PackingScale> quick_;
};

// The approximate search; `room` as above.
Neighbors search_on_shards(const Rows& x, Index k, Metric metric, Index cells, double recall,
                           const Context& context, std::optional<TravelRoom> room = {});

}  // namespace tamis::detail
