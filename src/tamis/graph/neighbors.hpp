// Exact and approximate nearest neighbors, without ever holding an n×n matrix.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/graph/found_by.hpp"

namespace tamis {

enum class Metric { euclidean, cosine };
// The `count` nearest other samples of each sample, by (squared distance, index).
struct Neighbors {
    Index samples = 0;
    Index count = 0;                        // per sample
    std::vector<Small> index;               // samples × count
    std::vector<double> squared_distances;  // samples × count, computed as Σ(a-b)², not by the Gram trick
    FoundBy found_by = {};

    std::span<const Small> of(Index sample) const {  // the nearest first
        return {index.data() + sample * count, detail::at(count)};
    }
    std::span<const double> distances_of(Index sample) const {  // squared, in the same order
        return {squared_distances.data() + sample * count, detail::at(count)};
    }
};

// k is capped at samples - 1. Cosine: Euclidean distance of the rows scaled to unit length (d² = 2 - 2cos);
// a zero row keeps length zero. An approximate search goes for the given recall, in (0, 1]; 1 means an exact
// one, and so do few samples. Throws UsageError if k is less than 1 or the recall is out of range, Error on
// fewer than two samples and on cells that are not finite. Warns if an approximate search misses its recall.
// The rows are a matrix in memory, or sharded, with the same result.
Neighbors find_neighbors(const Rows& x, Index k, Metric metric = Metric::euclidean,
                         Search search = Search::automatic, const Context& context = {},
                         double recall = 0.95);

}  // namespace tamis
