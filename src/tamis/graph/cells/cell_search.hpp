// Approximate neighbors in every group, as ReliefF needs them: a sample meets the cells of a group that are
// nearest to it, in numbers of few bits; the best of them are compared exactly. What share of the cells that
// has to be is found on random samples whose neighbors are known.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/points.hpp"
#include "tamis/graph/cells/packed_rows.hpp"
#include "tamis/graph/class_neighbors.hpp"

namespace tamis::detail {

struct CellSearch {
    const Points& points;
    std::span<const int> group_of;
    Index groups;
    // From the quickest to the most exact; the first that can reach the recall is taken.
    std::vector<std::function<std::unique_ptr<PackedRows>(const Cells&)>> packings;

    // The k nearest of every group for every sample, or for `probes` (ascending) alone: exact distances, by
    // (distance, index). Same bits on any number of threads, and whoever else is searched for. Warns if the
    // recall is not reached.
    ClassNeighbors run(Index k, double recall, std::span<const Index> probes, const Context& context) const;
};

}  // namespace tamis::detail
