// All pairs within the leaves of a tree.
#pragma once

#include <span>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/approximate/points.hpp"
#include "tamis/graph/approximate/trees.hpp"

namespace tamis::detail {

// Puts the nearest samples of the same leaf into the lists of every sample. Only what is nearer than the
// lists' last is looked for. `group_of` may be empty for one group.
void search_leaves(const Points& points, const Leaves& leaves, std::span<const int> group_of, Index groups,
                   NearestLists& lists, BufferPool& pool, const Context& context);

}  // namespace tamis::detail
