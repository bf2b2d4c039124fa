// All pairs within the leaves of a tree.
#pragma once

#include <span>

#include "tamis/core/context.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/approximate/points.hpp"
#include "tamis/graph/approximate/trees.hpp"

namespace tamis::detail {

// What is near the samples of the leaves. `group_of` may be empty for one group.
struct LeafSearch {
    const Points& points;
    const Leaves& leaves;
    std::span<const int> group_of;
    Index groups = 1;
    Index k = 1;  // of every group

    // found(list, near, distances) for list sample · groups + group: samples of the same leaf, the nearest
    // first, that are no farther than cap(list). From several threads at once, once for every list.
    void run(
        FunctionRef<double(Index list)> cap,
        FunctionRef<void(Index list, std::span<const Small> near, std::span<const double> distances)> found,
        BufferPool& pool, const Context& context) const;
};

// Puts the nearest samples of the same leaf into the lists of every sample. Only what is nearer than the
// lists' last is looked for.
void search_leaves(const Points& points, const Leaves& leaves, std::span<const int> group_of, Index groups,
                   NearestLists& lists, BufferPool& pool, const Context& context);

}  // namespace tamis::detail
