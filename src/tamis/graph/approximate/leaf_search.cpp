#include "tamis/graph/approximate/leaf_search.hpp"

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

void LeafSearch::run(
    FunctionRef<double(Index list)> cap,
    FunctionRef<void(Index list, std::span<const Small> near, std::span<const double> distances)> found,
    BufferPool& pool, const Context& context) const {
    // Every sample is in one leaf only, so that no two threads have the same list.
    parallel_chunks(context, leaves.count(), 1, [&](const Chunk& chunk) {
        const std::vector<Index> samples(leaves.order.begin() + leaves.start[at(chunk.number)],
                                         leaves.order.begin() + leaves.start[at(chunk.number) + 1]);
        std::vector<int> leaf_groups;
        std::vector<double> caps;
        for (const Index i : samples) {
            if (!group_of.empty()) leaf_groups.push_back(group_of[at(i)]);
            for (Index list = i * groups; list < (i + 1) * groups; ++list) caps.push_back(cap(list));
        }
        const ClassNeighbors near = points.within(samples, leaf_groups, groups, k, caps, pool);
        std::vector<Small> numbers;
        for (std::size_t s = 0; s < samples.size(); ++s)
            for (Index g = 0; g < groups; ++g) {
                numbers.clear();
                for (const Small place : near.of(static_cast<Index>(s), g))
                    numbers.push_back(static_cast<Small>(samples[at(place)]));
                found(samples[s] * groups + g, numbers, near.distances_of(static_cast<Index>(s), g));
            }
    });
}

void search_leaves(const Points& points, const Leaves& leaves, std::span<const int> group_of, Index groups,
                   NearestLists& lists, BufferPool& pool, const Context& context) {
    const auto insert = [&](Index list, std::span<const Small> near, std::span<const double> distances) {
        for (std::size_t p = 0; p < near.size(); ++p) lists.insert(list, near[p], distances[p]);
    };
    LeafSearch{points, leaves, group_of, groups, lists.places()}.run(
        [&](Index list) { return lists.limit(list); }, insert, pool, context);
}

}  // namespace tamis::detail
