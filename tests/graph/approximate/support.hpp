// The approximate search by itself, also on samples so few that find_neighbors would search them exactly.
#pragma once

#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/neighbors.hpp"

namespace tamis::testing {

using namespace detail;

inline Neighbors approximate(const MatrixView& x, Index k, Metric metric = Metric::euclidean,
                             const Context& context = {}, double recall = 0.95) {
    const SampleRows rows(x, metric, context);
    ApproximateNeighbors found =
        approximate_search(*make_points(rows, context.seed), {}, 1, k, {.recall = recall}, context);
    return {x.rows(), k, std::move(found.lists.index), std::move(found.lists.distances), found.found_by};
}

// The share of the listed neighbors that are no farther than the last of the true ones.
inline double true_recall(const Neighbors& found, const Neighbors& exact) {
    Index hits = 0;
    for (Index i = 0; i < exact.samples; ++i)
        for (const double distance : found.distances_of(i))
            hits += distance <= exact.distances_of(i).back() ? 1 : 0;
    return static_cast<double>(hits) / static_cast<double>(exact.samples * exact.count);
}

}  // namespace tamis::testing
