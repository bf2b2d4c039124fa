// The approximate search where every worker gets a copy of all rows, which it may keep from round to round:
// for data that fit into the memory of a worker, and a few workers. Each grows some trees, searches a part of
// the leaves of all of them, and computes a part of the updates of the lists.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tamis/graph/approximate/steps.hpp"
#include "tamis/graph/shards/descent_round.hpp"
#include "tamis/graph/shards/forest_rounds.hpp"

namespace tamis::detail {

class CopiedRows {
  public:
    // The shards must outlive it.
    CopiedRows(const Shards& shards, const PointsKind& kind)
        : shards_(shards), kind_(kind), workers_(shards.runs().count()) {}

    // The steps of SearchSteps. `levels`: of every tree.
    std::vector<Small> search_trees(Index first, Index count, Index levels, NearestLists& lists,
                                    const SearchSteps::Advance& advance, const Context& context) const;
    void descend(Index number, std::span<const Small> order, const std::optional<PackingScale>& quick,
                 NearestLists& lists, const Context& context) const;

  private:
    Index count() const { return shards_.shape().rows(); }
    std::vector<Index> numbers() const;  // of all samples
    std::vector<std::vector<Small>> grow(Index first, Index trees, Index levels,
                                         const Context& context) const;
    void search_leaves(const ForestRound::Request& request, std::span<const LeafShare> shares,
                       NearestLists& lists, const Context& context) const;

    const Shards& shards_;
    PointsKind kind_;
    Index workers_;  // runs
};

}  // namespace tamis::detail
