#include "tamis/graph/approximate/point_steps.hpp"

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/descent.hpp"
#include "tamis/graph/approximate/leaf_search.hpp"
#include "tamis/graph/approximate/trees.hpp"

namespace tamis::detail {

ClassNeighbors PointSteps::probe(std::span<const Index> samples, Index k) const {
    return exact_probe(points_, group_of_, groups_, k, samples, context_);
}

std::vector<Small> PointSteps::search_trees(Index first, Index count, NearestLists& lists,
                                            const Advance& advance) {
    std::vector<Leaves> trees = grow_trees(points_, forest().leaf, first, count, context_);
    for (std::size_t t = 0; t < trees.size(); ++t) {
        search_leaves(points_, trees[t], group_of_, groups_, lists, pool_, context_);
        advance(static_cast<double>(t + 1) / static_cast<double>(trees.size()));
    }
    return std::move(trees.front().order);
}

void PointSteps::fill_short_lists(const RandomBeginnings& beginnings, NearestLists& lists) {
    parallel_chunks(context_, points_.count(), 1024, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i)
            for (Index g = 0; g < groups_; ++g)
                for (const Small j : beginnings.of(i, g, lists))
                    lists.insert(i * groups_ + g, j, points_.distance(i, j));
    });
}

void PointSteps::descend(Index number, std::span<const Small> order, NearestLists& lists,
                         const Advance& advance) {
    if (number == 0) quick_ = points_.quick(context_);
    Descent{points_, group_of_, groups_, order, lists, quick_.get()}.round(number, context_, advance);
}

}  // namespace tamis::detail
