// Exact and approximate nearest neighbors, without ever holding an n×n matrix.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

enum class Metric { euclidean, cosine };
enum class Search {
    automatic,  // exact
    exact,
    approximate,  // dense data only; faster on very many samples, and misses a few neighbors
};

// The `count` nearest other samples of each sample, by (squared distance, index).
struct Neighbors {
    Index samples = 0;
    Index count = 0;                        // per sample
    std::vector<Small> index;               // samples × count
    std::vector<double> squared_distances;  // samples × count, computed as Σ(a-b)², not by the Gram trick

    std::span<const Small> of(Index sample) const {
        return {index.data() + sample * count, detail::at(count)};
    }
    std::span<const double> distances_of(Index sample) const {
        return {squared_distances.data() + sample * count, detail::at(count)};
    }
};

// k is capped at samples - 1. Cosine: Euclidean distance of the rows scaled to unit length (d² = 2 - 2cos);
// a zero row keeps length zero. Throws UsageError if k is less than 1, Error on fewer than two samples, on
// cells that are not finite, and if sparse data are to be searched approximately.
Neighbors find_neighbors(const MatrixView& x, Index k, Metric metric = Metric::euclidean,
                         Search search = Search::automatic, const Context& context = {});

}  // namespace tamis
