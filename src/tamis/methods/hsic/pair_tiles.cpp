#include "tamis/methods/hsic/pair_tiles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>

#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace {

Index tile_count(Index samples) {
    const Index blocks = chunk_count(samples, pair_tile_side);
    return blocks * (blocks + 1) / 2;
}

Index tiles_per_group(Index samples) {
    return std::max<Index>(1, chunk_count(tile_count(samples), pair_tile_groups));
}

Chunk block(Index number, Index samples) {
    return {number, number * pair_tile_side, std::min(samples, (number + 1) * pair_tile_side)};
}

void fill(const MatrixView& x, PairTile& tile) {
    tile.squared_distances.fill(0.0);
    for (Index a = 0; a < tile.height(); ++a) {
        double* out = tile.squared_distances.data() + a * pair_tile_side;
        const Index i = tile.rows.begin + a;
        for (Index b = tile.first_column(a); b < tile.width(); ++b) {
            const Index l = tile.columns.begin + b;
            out[b] = x.is_sparse() ? squared_distance(x.sparse().row(i), x.sparse().row(l))
                                   : squared_distance(x.dense().row(i), x.dense().row(l), x.cols());
        }
    }
}

// Doubles that are not negative sort like their bits.
std::uint64_t key_of(double distance) { return std::bit_cast<std::uint64_t>(distance); }

template <class Use>
void for_each_distance(const PairTile& tile, Use use) {
    for (Index a = 0; a < tile.height(); ++a)
        for (Index b = tile.first_column(a); b < tile.width(); ++b) use(tile.row(a)[b]);
}

// The keys between `low` and `high` (both included), of which the one wanted is number `rank` in order.
struct KeyRange {
    std::uint64_t low = 0;
    std::uint64_t high = key_of(std::numeric_limits<double>::infinity());
    Index count = 0;
    Index rank = 0;
};

constexpr std::uint64_t buckets = 1U << 16;

KeyRange narrow(const MatrixView& x, const KeyRange& range, const Context& context) {
    const std::uint64_t width = (range.high - range.low) / buckets + 1;
    std::vector<Index> counts(buckets);
    std::mutex mutex;  // whole numbers: the order of the additions does not matter
    for_each_pair_tile(x, context, [&](Index, const PairTile& tile) {
        const std::lock_guard lock(mutex);
        for_each_distance(tile, [&](double distance) {
            const std::uint64_t key = key_of(distance);
            if (key >= range.low && key <= range.high) ++counts[(key - range.low) / width];
        });
    });
    KeyRange next = range;
    std::uint64_t bucket = 0;
    while (next.rank >= counts[bucket]) next.rank -= counts[bucket++];
    next.low = range.low + bucket * width;
    next.high = std::min(range.high, next.low + (width - 1));
    next.count = counts[bucket];
    return next;
}

// The smallest distance above what the range holds.
double next_above(const MatrixView& x, const KeyRange& range, const Context& context) {
    std::vector<double> smallest(at(pair_group_count(x.rows())), std::numeric_limits<double>::infinity());
    for_each_pair_tile(x, context, [&](Index group, const PairTile& tile) {
        for_each_distance(tile, [&](double distance) {
            if (key_of(distance) > range.high) smallest[at(group)] = std::min(smallest[at(group)], distance);
        });
    });
    return *std::min_element(smallest.begin(), smallest.end());
}

}  // namespace

Index pair_group_count(Index samples) { return chunk_count(tile_count(samples), tiles_per_group(samples)); }

void for_each_pair_tile(const MatrixView& x, const Context& context,
                        FunctionRef<void(Index group, const PairTile& tile)> work) {
    const Index samples = x.rows();
    const Index blocks = chunk_count(samples, pair_tile_side);
    parallel_chunks(context, tile_count(samples), tiles_per_group(samples), [&](const Chunk& group) {
        PairTile tile;
        // Tiles are numbered along the rows of the upper triangle.
        Index row = 0, before = 0;
        for (Index number = group.begin; number < group.end; ++number) {
            context.check_cancel();
            while (number - before >= blocks - row) before += blocks - row++;
            tile.rows = block(row, samples);
            tile.columns = block(row + number - before, samples);
            fill(x, tile);
            work(group.number, tile);
        }
    });
}

DistanceSummary summarize_distances(const MatrixView& x, const Context& context, Index kept) {
    const Index pairs = x.rows() * (x.rows() - 1) / 2;
    if (pairs == 0) throw Error("distances need at least two samples");
    const Index middle = (pairs - 1) / 2;
    KeyRange range{.count = pairs, .rank = middle};
    while (range.count > kept && range.low < range.high) range = narrow(x, range, context);

    const bool all_equal = range.low == range.high;
    std::vector<double> inside;
    inside.reserve(at(all_equal ? 0 : range.count));
    std::mutex mutex;  // the order in which the distances come does not change which are in the middle
    std::vector<double> sums(at(pair_group_count(x.rows())), 0.0);
    for_each_pair_tile(x, context, [&](Index group, const PairTile& tile) {
        for_each_distance(tile, [&](double distance) { sums[at(group)] += distance; });
        if (all_equal) return;
        const std::lock_guard lock(mutex);
        for_each_distance(tile, [&](double distance) {
            if (key_of(distance) >= range.low && key_of(distance) <= range.high) inside.push_back(distance);
        });
    });
    DistanceSummary summary;
    for (const double sum : sums) summary.mean += sum / static_cast<double>(pairs);
    if (!std::isfinite(summary.mean))
        throw Error("squared distances between samples overflow: scale the data");

    double lower = std::bit_cast<double>(range.low);
    if (!all_equal) {
        std::nth_element(inside.begin(), inside.begin() + range.rank, inside.end());
        lower = inside[at(range.rank)];
    }
    double upper = lower;
    if (pairs % 2 == 0) {
        if (range.rank + 1 >= range.count)
            upper = next_above(x, range, context);
        else if (!all_equal)
            upper = *std::min_element(inside.begin() + range.rank + 1, inside.end());
    }
    summary.median = lower + (upper - lower) / 2.0;
    return summary;
}

}  // namespace tamis::detail
