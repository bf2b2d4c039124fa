#include "tamis/graph/approximate/leaf_search.hpp"

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

namespace {

void search_leaf(const Points& points, std::span<const Small> leaf, std::span<const int> group_of,
                 Index groups, NearestLists& lists, BufferPool& pool) {
    const std::vector<Index> samples(leaf.begin(), leaf.end());
    std::vector<int> leaf_groups;
    std::vector<double> caps;
    for (const Index i : samples) {
        if (!group_of.empty()) leaf_groups.push_back(group_of[at(i)]);
        for (Index list = i * groups; list < (i + 1) * groups; ++list) caps.push_back(lists.limit(list));
    }
    const ClassNeighbors found = points.within(samples, leaf_groups, groups, lists.places(), caps, pool);
    for (std::size_t s = 0; s < samples.size(); ++s)
        for (Index g = 0; g < groups; ++g) {
            const auto near = found.of(static_cast<Index>(s), g);
            const auto distances = found.distances_of(static_cast<Index>(s), g);
            for (std::size_t p = 0; p < near.size(); ++p)
                lists.insert(samples[s] * groups + g, leaf[at(near[p])], distances[p]);
        }
}

}  // namespace

void search_leaves(const Points& points, const Leaves& leaves, std::span<const int> group_of, Index groups,
                   NearestLists& lists, BufferPool& pool, const Context& context) {
    // Every sample is in one leaf only, so that no two threads change the same list.
    parallel_chunks(context, leaves.count(), 1, [&](const Chunk& chunk) {
        const auto begin = leaves.order.begin() + leaves.start[at(chunk.number)];
        const auto end = leaves.order.begin() + leaves.start[at(chunk.number) + 1];
        search_leaf(points, {begin, end}, group_of, groups, lists, pool);
    });
}

}  // namespace tamis::detail
