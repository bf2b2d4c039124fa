// All pairs of samples in square tiles of exact squared distances: work over n(n-1)/2 pairs that never holds
// more than a tile per thread.
#pragma once

#include <array>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

constexpr Index pair_tile_side = 64;

// Pairs (rows.begin + a, columns.begin + b). On the diagonal (rows == columns) only b > a is meant.
struct PairTile {
    Chunk rows, columns;
    // Σ(x_i - x_l)² at a·pair_tile_side + b; only the meant pairs are filled, the others are 0.
    std::array<double, at(pair_tile_side* pair_tile_side)> squared_distances;

    Index first_column(Index a) const { return rows.number == columns.number ? a + 1 : 0; }
    Index width() const { return columns.end - columns.begin; }
    Index height() const { return rows.end - rows.begin; }
    const double* row(Index a) const { return squared_distances.data() + a * pair_tile_side; }
};

// At most this many groups of tiles: what each of them sums is kept until all are added up, in group order.
constexpr Index pair_tile_groups = 64;

// How many groups there are for this many samples.
Index pair_group_count(Index samples);

// Calls work(group, tile) for every tile. The tiles of one group come in order, one after the other; groups
// run in parallel. Groups depend on the number of samples alone.
void for_each_pair_tile(const MatrixView& x, const Context& context,
                        FunctionRef<void(Index group, const PairTile& tile)> work);

// The exact median of the squared distances of all pairs (the mean of the two middle ones for an even
// number), and their mean.
struct DistanceSummary {
    double median = 0.0;
    double mean = 0.0;
};
// Where the pairs are more than `kept`, they are not stored: a few passes narrow down where the median is.
DistanceSummary summarize_distances(const MatrixView& x, const Context& context, Index kept = Index{1} << 22);

}  // namespace tamis::detail
