// Exact nearest neighbors: |a|² + |b|² - 2ab in tiles, a candidate list per sample
// with a rigorous rounding bound, exact re-evaluation of what is left. Every pair of samples is met once and
// serves both.
#include <algorithm>
#include <mutex>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/search.hpp"
#include "tamis/graph/search_progress.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace exact_search_loops {

using Vector = double __attribute__((vector_size(32)));
using Mask = std::int64_t __attribute__((vector_size(32)));

// Writes the columns of a tile row that may be a neighbor for either side and returns how many there are.
// The lower bound of a distance is tile + base (of the row) + bases (of the columns). `RowLimit` gives the
// row's limit for four columns or for one. Few columns pass, so sixteen at a time are tested for "any".
template <class RowLimit>
[[gnu::always_inline]] inline Index near_columns(const double* tile, double base, RowLimit row_limit,
                                                 const double* bases, const double* limits, Index count,
                                                 Small* columns) {
    constexpr Index step = 16, lanes = 4;
    const Vector row_base = {base, base, base, base};
    Index found = 0;
    for (Index begin = 0; begin < count; begin += step) {
        if (begin + step <= count) {
            Mask any = {0, 0, 0, 0};
            for (Index j = begin; j < begin + step; j += lanes) {
                Vector product, column_base, column_limit, limit_of_row;
                __builtin_memcpy(&product, tile + j, sizeof product);
                __builtin_memcpy(&column_base, bases + j, sizeof column_base);
                __builtin_memcpy(&column_limit, limits + j, sizeof column_limit);
                row_limit.four(j, limit_of_row);
                const Vector lower = product + (row_base + column_base);
                any |= (lower <= limit_of_row) | (lower <= column_limit);
            }
            if ((any[0] | any[1] | any[2] | any[3]) == 0) continue;
        }
        for (Index j = begin; j < std::min(begin + step, count); ++j) {
            const double lower = tile[j] + (base + bases[j]);
            columns[found] = static_cast<Small>(j);
            found += lower <= row_limit.one(j) || lower <= limits[j] ? 1 : 0;
        }
    }
    return found;
}

struct SameLimit {
    double limit;
    [[gnu::always_inline]] void four(Index, Vector& out) const { out = Vector{limit, limit, limit, limit}; }
    [[gnu::always_inline]] double one(Index) const { return limit; }
};

struct LimitPerColumn {
    const double* limits;
    [[gnu::always_inline]] void four(Index j, Vector& out) const {
        __builtin_memcpy(&out, limits + j, sizeof out);
    }
    [[gnu::always_inline]] double one(Index j) const { return limits[j]; }
};

TAMIS_SIMD Index near_columns_of_one_group(const double* tile, double base, double limit, const double* bases,
                                           const double* limits, Index count, Small* columns) {
    return near_columns(tile, base, SameLimit{limit}, bases, limits, count, columns);
}

TAMIS_SIMD Index near_columns_of_groups(const double* tile, double base, const double* row_limits,
                                        const double* bases, const double* limits, Index count,
                                        Small* columns) {
    return near_columns(tile, base, LimitPerColumn{row_limits}, bases, limits, count, columns);
}

}  // namespace exact_search_loops

namespace {

constexpr std::string_view stage = "neighbors";

struct Hit {
    Small row, column;  // within the tile
    double lower;
};

// What one tile needs; kept from tile to tile because fresh memory is slow to touch.
struct TileBuffers {
    std::vector<double> tile = std::vector<double>(at(tile_rows * tile_rows));
    std::vector<double> row_limits, column_limits;  // group by group
    std::vector<double> limit_per_column = std::vector<double>(at(tile_rows));
    std::vector<Small> columns = std::vector<Small>(at(tile_rows));
    std::vector<Hit> hits;
    TileSource::Workspace workspace;
};

class BufferPool {
  public:
    std::unique_ptr<TileBuffers> take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return std::make_unique<TileBuffers>();
        std::unique_ptr<TileBuffers> buffers = std::move(free_.back());
        free_.pop_back();
        return buffers;
    }
    void give_back(std::unique_ptr<TileBuffers> buffers) {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(buffers));
    }

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<TileBuffers>> free_;
};

struct Block {
    Index number, begin, end;
};

class ExactSearch {
  public:
    ExactSearch(const TileSource& tiles, const ExactDistance& distance, std::span<const int> group_of,
                Index groups, Index k)
        : samples_(static_cast<Index>(tiles.squared_norms().size())),
          tiles_(tiles),
          group_of_(group_of),
          groups_(groups),
          bases_(lower_bases(tiles)),
          lists_(distance, groups, k, margins(tiles)),
          blocks_(chunk_count(samples_, tile_rows)),
          locks_(at(blocks_)) {}

    Index samples() const { return samples_; }

    ClassNeighbors run(Index k, const Context& context) {
        all_pairs(context);
        return finish(k, context);
    }

    // Only the lists of the given samples: they meet all the others, row by row.
    ClassNeighbors run(Index k, std::span<const Index> probes, const Context& context) {
        SearchProgress progress(context, stage, static_cast<Index>(probes.size()));
        parallel_chunks(context, static_cast<Index>(probes.size()), 1, [&](const Chunk& chunk) {
            one_row(probes[at(chunk.number)]);
            progress.advance();
        });
        return finish(k, context);
    }

  private:
    void all_pairs(const Context& context) {
        SearchProgress progress(context, stage, blocks_ * (blocks_ + 1) / 2);
        // Tiles on the diagonal first: they give every sample a limit, after which little passes the filter.
        parallel_chunks(context, blocks_, 1, [&](const Chunk& chunk) {
            own_tile(block(chunk.begin));
            progress.advance();
        });
        // All pairs of blocks, numbered by their distance around the circle of blocks: pairs that follow each
        // other share no block, so threads seldom wait for each other.
        parallel_chunks(context, blocks_ * (blocks_ - 1) / 2, 1, [&](const Chunk& chunk) {
            const Index one = chunk.number % blocks_;
            const Index other = (one + chunk.number / blocks_ + 1) % blocks_;
            tile_of_two(block(std::min(one, other)), block(std::max(one, other)));
            progress.advance();
        });
    }

    ClassNeighbors finish(Index k, const Context& context) {
        const Index lists = samples_ * groups_;
        ClassNeighbors result{samples_, groups_, k, {}, {}, {}};
        result.index.resize(at(lists * k));
        result.distances.resize(at(lists * k));
        result.found.resize(at(lists));
        parallel_chunks(context, lists, 256, [&](const Chunk& chunk) {
            for (Index list = chunk.begin; list < chunk.end; ++list)
                result.found[at(list)] = static_cast<Small>(
                    lists_.finish(list, result.index.data() + list * k, result.distances.data() + list * k));
        });
        return result;
    }

    // Lower bounds are tile + base(i) + base(j): the squared norms less their share of the rounding error.
    static std::vector<double> lower_bases(const TileSource& tiles) {
        std::vector<double> bases = tiles.squared_norms();
        for (double& base : bases) base = base - tiles.relative_error() * base - tiles.absolute_error();
        return bases;
    }
    static std::vector<double> margins(const TileSource& tiles) {
        std::vector<double> margins = tiles.squared_norms();
        for (double& margin : margins)
            margin = 2.0 * (tiles.relative_error() * margin + tiles.absolute_error());
        return margins;
    }

    Block block(Index number) const {
        return {number, number * tile_rows, std::min((number + 1) * tile_rows, samples_)};
    }
    double base(Index i) const { return bases_[at(i)]; }
    Index group(Index i) const { return group_of_.empty() ? 0 : group_of_[at(i)]; }
    // The list of sample i that sample j belongs to.
    Index list(Index i, Index j) const { return i * groups_ + group(j); }

    void own_tile(const Block& rows) {
        std::unique_ptr<TileBuffers> buffers = pool_.take();
        tiles_.fill(rows.begin, rows.end, rows.begin, rows.end, buffers->tile.data(), buffers->workspace);
        for (Index i = rows.begin; i < rows.end; ++i) {
            const double* tile = buffers->tile.data() + (i - rows.begin) * tile_rows;
            for (Index j = rows.begin; j < rows.end; ++j)
                if (j != i) lists_.offer(list(i, j), j, tile[j - rows.begin] + (base(i) + base(j)));
        }
        pool_.give_back(std::move(buffers));
    }

    void one_row(Index i) {
        std::unique_ptr<TileBuffers> buffers = pool_.take();
        for (Index b = 0; b < blocks_; ++b) {
            const Block columns = block(b);
            tiles_.fill(i, i + 1, columns.begin, columns.end, buffers->tile.data(), buffers->workspace);
            for (Index j = columns.begin; j < columns.end; ++j)
                if (j != i)
                    lists_.offer(list(i, j), j, buffers->tile[at(j - columns.begin)] + (base(i) + base(j)));
        }
        pool_.give_back(std::move(buffers));
    }

    // The filter works on a copy of the limits, without a lock: a limit that another thread has lowered in
    // the meantime only lets a few more through, and `offer` refuses those.
    void tile_of_two(const Block& rows, const Block& columns) {
        std::unique_ptr<TileBuffers> buffers = pool_.take();
        tiles_.fill(rows.begin, rows.end, columns.begin, columns.end, buffers->tile.data(),
                    buffers->workspace);
        copy_limits(rows, buffers->row_limits);
        copy_limits(columns, buffers->column_limits);
        buffers->hits.clear();
        for (Index i = 0; i < rows.end - rows.begin; ++i) {
            const double* tile = buffers->tile.data() + i * tile_rows;
            const Index found = filter_row(rows.begin + i, i, columns, tile, *buffers);
            for (Index p = 0; p < found; ++p) {
                const Small j = buffers->columns[at(p)];
                buffers->hits.push_back(
                    {static_cast<Small>(i), j, tile[j] + (base(rows.begin + i) + base(columns.begin + j))});
            }
        }
        {
            const std::lock_guard lock(locks_[at(rows.number)]);
            for (const Hit& hit : buffers->hits)
                offer(rows.begin + hit.row, columns.begin + hit.column, hit.lower);
        }
        {
            const std::lock_guard lock(locks_[at(columns.number)]);
            for (const Hit& hit : buffers->hits)
                offer(columns.begin + hit.column, rows.begin + hit.row, hit.lower);
        }
        pool_.give_back(std::move(buffers));
    }

    void offer(Index i, Index j, double lower) { lists_.offer(list(i, j), j, lower); }

    // The columns of one tile row that pass, into buffers.columns.
    Index filter_row(Index sample, Index row, const Block& columns, const double* tile,
                     TileBuffers& buffers) const {
        const Index count = columns.end - columns.begin;
        const double* bases = bases_.data() + columns.begin;
        if (groups_ == 1)
            return exact_search_loops::near_columns_of_one_group(
                tile, base(sample), buffers.row_limits[at(row)], bases, buffers.column_limits.data(), count,
                buffers.columns.data());
        const double* row_limits = buffers.row_limits.data() + row;
        for (Index j = 0; j < count; ++j)
            buffers.limit_per_column[at(j)] = row_limits[group(columns.begin + j) * tile_rows];
        return exact_search_loops::near_columns_of_groups(
            tile, base(sample), buffers.limit_per_column.data(), bases,
            buffers.column_limits.data() + group(sample) * tile_rows, count, buffers.columns.data());
    }

    void copy_limits(const Block& samples, std::vector<double>& limits) {
        limits.resize(at(groups_ * tile_rows));
        const std::lock_guard lock(locks_[at(samples.number)]);
        for (Index i = samples.begin; i < samples.end; ++i)
            for (Index g = 0; g < groups_; ++g)
                limits[at(g * tile_rows + i - samples.begin)] = lists_.limit(i * groups_ + g);
    }

    Index samples_;
    const TileSource& tiles_;
    std::span<const int> group_of_;
    Index groups_;
    std::vector<double> bases_;
    CandidateLists lists_;
    Index blocks_;
    std::vector<std::mutex> locks_;  // one per block of samples
    BufferPool pool_;
};

}  // namespace

ClassNeighbors grouped_search(const TileSource& tiles, const ExactDistance& distance,
                              std::span<const int> group_of, Index groups, Index k, const Context& context,
                              std::span<const Index> probes) {
    const blas::SingleThreaded one_thread_per_product;
    ExactSearch search(tiles, distance, group_of, groups, k);
    // A row at a time is several times slower per pair than whole tiles that serve both sides.
    const bool few = !probes.empty() && 8 * static_cast<Index>(probes.size()) <= search.samples();
    return few ? search.run(k, probes, context) : search.run(k, context);
}

Neighbors exact_search(const SampleRows& rows, Index k, const Context& context) {
    const std::unique_ptr<TileSource> tiles = make_tiles(rows, context);
    ClassNeighbors all = grouped_search(
        *tiles, [&](Index i, Index j) { return rows.squared_distance(i, j); }, {}, 1, k, context);
    return {all.samples, k, std::move(all.index), std::move(all.distances)};
}

}  // namespace tamis::detail
