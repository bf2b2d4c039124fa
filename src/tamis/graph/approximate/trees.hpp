// Random projection trees: the samples are split again and again at the median of their projection on the
// difference of two random samples, until few are left together.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/points.hpp"

namespace tamis::detail {

// The samples in order of the leaves of one tree.
struct Leaves {
    std::vector<Small> order;
    std::vector<Index> start;  // leaf l is order[start[l]] … order[start[l + 1] - 1]

    Index count() const { return static_cast<Index>(start.size()) - 1; }
};

// Leaves have up to `leaf` samples, and more than half as many. Trees number first … first + count - 1. They
// are grown together, level by level, so that a level reads the data once. Every split is seeded by the tree
// and its place in it.
std::vector<Leaves> grow_trees(const Points& points, Index leaf, Index first, Index count,
                               const Context& context);

}  // namespace tamis::detail
