// Exact neighbors of sharded rows, with the bits of the search in memory. Every run of shards searches its
// own rows; then rows travel, and every pair of runs meets once for both sides. What is known of a list so
// far goes along, so that little comes back.
#pragma once

#include <optional>
#include <span>

#include "tamis/core/rows.hpp"
#include "tamis/graph/class_neighbors.hpp"
#include "tamis/graph/shards/near_rows.hpp"

namespace tamis::detail {

// How many cells are worked on at a time.
struct SearchRoom {
    std::optional<Index> traveling = {};  // before a round; nothing: as the shards allow
    Index probes = Index{1} << 24;        // that travel to all runs
    Index piece = Index{1} << 25;         // of a run that are looked at together (NeighborRound::Request)
};

// The lists of all samples, or of `probes` in their order, k per group.
ClassNeighbors shard_neighbors(const Rows& x, const Nearness& nearness, std::span<const int> group_of,
                               Index groups, Index k, std::span<const Index> probes, const Context& context,
                               const SearchRoom& room = {});

}  // namespace tamis::detail
