// The samples of every group in cells of about equal size whose members are near each other.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/points.hpp"

namespace tamis::detail {

// A place is a position in `order`. Cell c holds the places start[c] … start[c + 1] - 1, group g the cells
// first[g] … first[g + 1] - 1.
struct Cells {
    std::vector<Small> order;  // the sample at each place
    std::vector<Index> start;
    std::vector<Index> first;

    Index samples() const { return static_cast<Index>(order.size()); }
    Index count() const { return static_cast<Index>(start.size()) - 1; }
    Index size(Index cell) const { return start[at(cell) + 1] - start[at(cell)]; }
    Index group_size(Index group) const {
        return start[at(first[at(group) + 1])] - start[at(first[at(group)])];
    }
};

// No cell has more samples than this.
constexpr Index largest_cell = 128;

// Groups are halved again and again at the median of a projection; large groups get larger cells. Every split
// is seeded by its place, so that the threads change nothing.
Cells make_cells(const Points& points, std::span<const int> group_of, Index groups, const Context& context);

}  // namespace tamis::detail
