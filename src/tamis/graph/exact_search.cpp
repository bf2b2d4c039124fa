// Exact nearest neighbours (METHODS-selection 8): |a|² + |b|² - 2ab in tiles, a candidate list per sample
// with a rigorous rounding bound, exact re-evaluation of what is left. Every pair of samples is met once and
// serves both.
#include <algorithm>
#include <mutex>

#include "tamis/core/parallel.hpp"
#include "tamis/graph/candidates.hpp"
#include "tamis/graph/search.hpp"
#include "tamis/graph/search_progress.hpp"
#include "tamis/graph/tiles.hpp"
#include "tamis/numeric/blas.hpp"
#include "tamis/numeric/simd.hpp"

namespace tamis {

namespace exact_search_loops {

using Vector = double __attribute__((vector_size(32)));
using Mask = std::int64_t __attribute__((vector_size(32)));

// Writes the columns of a tile row that may be a neighbour for either side and returns how many there are.
// `base` and `limit` belong to the row, `bases` and `limits` to the columns: the lower bound of the distance
// is tile + base + bases. Few columns pass, so sixteen at a time are tested for "any".
TAMIS_SIMD Index near_columns(const double* tile, double base, double limit, const double* bases,
                              const double* limits, Index count, Small* columns) {
    constexpr Index step = 16, lanes = 4;
    const Vector row_base = {base, base, base, base};
    const Vector row_limit = {limit, limit, limit, limit};
    Index found = 0;
    for (Index begin = 0; begin < count; begin += step) {
        if (begin + step <= count) {
            Mask any = {0, 0, 0, 0};
            for (Index j = begin; j < begin + step; j += lanes) {
                Vector product, column_base, column_limit;
                __builtin_memcpy(&product, tile + j, sizeof product);
                __builtin_memcpy(&column_base, bases + j, sizeof column_base);
                __builtin_memcpy(&column_limit, limits + j, sizeof column_limit);
                const Vector lower = product + (row_base + column_base);
                any |= (lower <= row_limit) | (lower <= column_limit);
            }
            if ((any[0] | any[1] | any[2] | any[3]) == 0) continue;
        }
        for (Index j = begin; j < std::min(begin + step, count); ++j) {
            const double lower = tile[j] + (base + bases[j]);
            columns[found] = static_cast<Small>(j);
            found += lower <= limit || lower <= limits[j] ? 1 : 0;
        }
    }
    return found;
}

}  // namespace exact_search_loops

namespace {

constexpr std::string_view stage = "neighbours";

struct Hit {
    Small row, column;  // within the tile
    double lower;
};

// What one tile needs; kept from tile to tile because fresh memory is slow to touch.
struct TileBuffers {
    std::vector<double> tile = std::vector<double>(static_cast<std::size_t>(tile_rows * tile_rows));
    std::vector<double> row_limits, column_limits;
    std::vector<Small> columns = std::vector<Small>(static_cast<std::size_t>(tile_rows));
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
    ExactSearch(const SampleRows& rows, Index k, const TileSource& tiles)
        : samples_(rows.count()),
          tiles_(tiles),
          bases_(lower_bases(tiles)),
          lists_(rows, k, margins(tiles)),
          blocks_(chunk_count(samples_, tile_rows)),
          locks_(static_cast<std::size_t>(blocks_)) {}

    Neighbors run(Index k, const Context& context) {
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

        Neighbors result{samples_, k, {}, {}};
        result.index.resize(static_cast<std::size_t>(samples_ * k));
        result.squared_distances.resize(static_cast<std::size_t>(samples_ * k));
        parallel_chunks(context, samples_, 256, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i) lists_.finish(i, result);
        });
        return result;
    }

  private:
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
    double base(Index i) const { return bases_[static_cast<std::size_t>(i)]; }

    void own_tile(const Block& rows) {
        std::unique_ptr<TileBuffers> buffers = pool_.take();
        tiles_.fill(rows.begin, rows.end, rows.begin, rows.end, buffers->tile.data(), buffers->workspace);
        for (Index i = rows.begin; i < rows.end; ++i) {
            const double* tile = buffers->tile.data() + (i - rows.begin) * tile_rows;
            for (Index j = rows.begin; j < rows.end; ++j)
                if (j != i) lists_.offer(i, j, tile[j - rows.begin] + (base(i) + base(j)));
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
            const Index found = exact_search_loops::near_columns(
                tile, base(rows.begin + i), buffers->row_limits[static_cast<std::size_t>(i)],
                bases_.data() + columns.begin, buffers->column_limits.data(), columns.end - columns.begin,
                buffers->columns.data());
            for (Index p = 0; p < found; ++p) {
                const Small j = buffers->columns[static_cast<std::size_t>(p)];
                buffers->hits.push_back(
                    {static_cast<Small>(i), j, tile[j] + (base(rows.begin + i) + base(columns.begin + j))});
            }
        }
        {
            const std::lock_guard lock(locks_[static_cast<std::size_t>(rows.number)]);
            for (const Hit& hit : buffers->hits)
                lists_.offer(rows.begin + hit.row, columns.begin + hit.column, hit.lower);
        }
        {
            const std::lock_guard lock(locks_[static_cast<std::size_t>(columns.number)]);
            for (const Hit& hit : buffers->hits)
                lists_.offer(columns.begin + hit.column, rows.begin + hit.row, hit.lower);
        }
        pool_.give_back(std::move(buffers));
    }

    void copy_limits(const Block& samples, std::vector<double>& limits) {
        const std::lock_guard lock(locks_[static_cast<std::size_t>(samples.number)]);
        limits.clear();
        for (Index i = samples.begin; i < samples.end; ++i) limits.push_back(lists_.limit(i));
    }

    Index samples_;
    const TileSource& tiles_;
    std::vector<double> bases_;
    CandidateLists lists_;
    Index blocks_;
    std::vector<std::mutex> locks_;  // one per block of samples
    BufferPool pool_;
};

}  // namespace

Neighbors exact_search(const SampleRows& rows, Index k, const Context& context) {
    const blas::SingleThreaded one_thread_per_product;
    const std::unique_ptr<TileSource> tiles =
        rows.matrix().is_sparse() ? make_sparse_tiles(rows, context) : make_dense_tiles(rows, context);
    return ExactSearch(rows, k, *tiles).run(k, context);
}

}  // namespace tamis
