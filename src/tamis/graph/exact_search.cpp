// Exact nearest neighbors: |a|² + |b|² - 2ab in tiles, a candidate list per sample
// with a rigorous rounding bound, exact re-evaluation of what is left. Every pair of samples is met once and
// serves both. Tiles of dense data are of rounded cells or in single precision, and in double where that
// says too little.
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"
#include "tamis/graph/coarse/coarse_tiles.hpp"
#include "tamis/graph/coarse/precisions.hpp"
#include "tamis/graph/near_columns.hpp"
#include "tamis/graph/search.hpp"
#include "tamis/graph/search_progress.hpp"
#include "tamis/graph/tile_buffers.hpp"

namespace tamis::detail {

namespace {

constexpr std::string_view stage = "neighbors";

Index side_for(const TileSource& tiles, Index samples) {
    if (tiles.coarse().empty()) return tile_rows;
    const auto [smallest, parts] = tiles.coarse().front()->sizes();
    return std::clamp(chunk_count(chunk_count(samples, parts), smallest) * smallest, smallest, tile_rows);
}

// Where the grid begins on which blocks after a split stand. Coarse tiles keep samples packed in panels, and
// can use these only for a block that begins with a panel; so all blocks but the first are aligned to them.
Index grid_of(const TileSource& tiles, Index split) {
    return tiles.coarse().empty() ? split : split - split % tiles.coarse().front()->sizes().smallest;
}

class ExactSearch {
  public:
    // `probes`: whose lists are asked for; none for all samples. They must outlive the search. With a `split`
    // the samples before it meet those from there on, and no others.
    ExactSearch(const TileSource& tiles, const ExactDistance& distance, std::span<const int> group_of,
                Index groups, Index k, Index side, BufferPool& pool, std::span<const Index> probes = {},
                Index split = 0)
        : samples_(static_cast<Index>(tiles.squared_norms().size())),
          split_(split),
          grid_(grid_of(tiles, split)),
          k_(k),
          side_(side),
          probes_(probes),
          group_of_(group_of),
          groups_(groups),
          precisions_(tiles),
          lists_(distance, groups, k, margins(tiles), probes),
          blocks_(chunk_count(split_, side_) + chunk_count(samples_ - grid_, side_)),
          locks_(at(blocks_)),
          pool_(pool) {}

    // Nothing farther than caps[list] is asked for.
    void cap(std::span<const double> caps) {
        for (std::size_t list = 0; list < caps.size(); ++list)
            lists_.cap(static_cast<Index>(list), caps[list]);
    }

    // The lists in order of the probes, or of all samples. `columns`: what a distance costs.
    ClassNeighbors run(Index columns, const Context& context) {
        if (!probes_.empty())
            meet_probes(context);
        else if (split_ > 0)
            pairs_across(context);
        else
            all_pairs(context);
        return finish(columns, context);
    }

  private:
    // The probes meet all samples, a few at a time.
    void meet_probes(const Context& context) {
        constexpr Index together = 256;
        const auto count = static_cast<Index>(probes_.size());
        SearchProgress progress(context, stage, chunk_count(count, together));
        parallel_chunks(context, count, together, [&](const Chunk& chunk) {
            some_rows(chunk.begin, {0, chunk.end - chunk.begin, probes_.data() + chunk.begin});
            progress.advance();
        });
    }

    void all_pairs(const Context& context) {
        SearchProgress progress(context, stage, blocks_ * (blocks_ + 1) / 2);
        // Tiles on the diagonal first: they give every sample a limit, after which little passes the filter.
        parallel_chunks(context, blocks_, 1, [&](const Chunk& chunk) {
            own_tile(block(chunk.begin));
            progress.advance();
        });
        // All pairs of blocks, by their distance around the circle of blocks: pairs that follow each other
        // share no block, so threads seldom wait for each other. A few at a time have a block in common,
        // which is packed once.
        const Index together = blocks_ >= 32 ? 4 : 1;
        const Index groups = chunk_count(blocks_ / 2, together);
        parallel_chunks(context, blocks_ * groups, 1, [&](const Chunk& chunk) {
            const Index one = chunk.number % blocks_, first = 1 + chunk.number / blocks_ * together;
            const Index last = (blocks_ - 1) / 2 + (blocks_ % 2 == 0 && one < blocks_ / 2 ? 1 : 0);
            std::unique_ptr<TileBuffers> buffers = pool_.take();
            for (Index apart = first; apart < first + together && apart <= last; ++apart) {
                tile_of_two(block(one), block((one + apart) % blocks_), *buffers);
                progress.advance();
            }
            pool_.give_back(std::move(buffers));
        });
    }

    // Turn by turn, every block of the longer side with another one of the shorter. In the first turn nothing
    // may be known of a sample; all of the tile is offered.
    void pairs_across(const Context& context) {
        const Index left = chunk_count(split_, side_), longer = std::max(left, blocks_ - left);
        const Index shorter = blocks_ - longer;
        SearchProgress progress(context, stage, longer * shorter);
        parallel_chunks(context, longer * shorter, 1, [&](const Chunk& chunk) {
            const Index turn = chunk.number / longer, one = chunk.number % longer;
            const Index other = (one + turn) % shorter;
            std::unique_ptr<TileBuffers> buffers = pool_.take();
            tile_of_two(block(left == longer ? one : other), block(left + (left == longer ? other : one)),
                        *buffers, turn == 0);
            pool_.give_back(std::move(buffers));
            progress.advance();
        });
    }

    ClassNeighbors finish(Index columns, const Context& context) {
        const Index owners = probes_.empty() ? samples_ : static_cast<Index>(probes_.size());
        const Index lists = owners * groups_, k = k_;
        ClassNeighbors result{owners, groups_, k, {}, {}, {}};
        result.index.resize(at(lists * k));
        result.distances.resize(at(lists * k));
        result.found.resize(at(lists));
        parallel_chunks(
            context, lists, std::min<Index>(256, chunk_of_work(lists, k * columns)), [&](const Chunk& chunk) {
                for (Index list = chunk.begin; list < chunk.end; ++list)
                    result.found[at(list)] = static_cast<Small>(lists_.finish(
                        list, result.index.data() + list * k, result.distances.data() + list * k));
            });
        return result;
    }

    static Margins margins(const TileSource& tiles) {
        Margins margins{tiles.squared_norms(), {}, {}};
        for (double& margin : margins.fine)
            margin = 2.0 * (tiles.relative_error() * margin + tiles.absolute_error());
        for (const CoarseTiles* coarse : tiles.coarse())
            (coarse->precision() == Precision::single ? margins.single : margins.integer) = coarse->margins();
        return margins;
    }

    Block block(Index number) const {
        const Index left = chunk_count(split_, side_);
        const bool before = number < left;
        const Index begin = before ? number * side_ : grid_ + (number - left) * side_;
        return {number, before ? begin : std::max(begin, split_),
                std::min(begin + side_, before ? split_ : samples_)};
    }
    Index group(Index i) const { return group_of_.empty() ? 0 : group_of_[at(i)]; }
    // The list of sample i that sample j belongs to.
    Index list(Index i, Index j) const { return i * groups_ + group(j); }
    void offer(Index i, Index j, double lower, Precision precision) {
        lists_.offer(list(i, j), j, lower, precision);
    }

    void own_tile(const Block& rows) {
        std::unique_ptr<TileBuffers> buffers = pool_.take();
        precisions_.lowest([&](const auto& bounds) { return offer_own(bounds, rows, *buffers); });
        pool_.give_back(std::move(buffers));
    }

    // False if coarse bounds say too little of this tile.
    template <class Bounds>
    bool offer_own(const Bounds& bounds, const Block& rows, TileBuffers& buffers) {
        bounds.fill(rows.rows(), rows, buffers);
        const auto* tile = buffers.numbers<typename Bounds::Number>().tile.data();
        if constexpr (Bounds::coarse)
            if (!bounds.tiles().tell_apart(tile, rows.begin, rows.count(), k_ * groups_)) return false;
        // A few columns at a time: what they give lowers the limit for the next.
        constexpr Index step = 64;
        using Number = typename Bounds::Number;
        TileBuffers::Numbers<Number>& numbers = buffers.numbers<Number>();
        numbers.column_limits.assign(at(step), -std::numeric_limits<Number>::infinity());
        const Number* bases = bounds.bases();
        for (Index i = rows.begin; i < rows.end; ++i, tile += tile_rows)
            for (Index begin = 0; begin < rows.count(); begin += step) {
                const Index first = rows.begin + begin, count = std::min(step, rows.count() - begin);
                Index found = 0;
                if (groups_ == 1) {
                    found = near_columns(tile + begin, bases[i], bounds.limit(lists_.limit(i)), bases + first,
                                         numbers.column_limits.data(), count, buffers.columns.data());
                } else {
                    for (Index c = 0; c < count; ++c)
                        numbers.limit_per_column[at(c)] = bounds.limit(lists_.limit(list(i, first + c)));
                    found =
                        near_columns(tile + begin, bases[i], numbers.limit_per_column.data(), bases + first,
                                     numbers.column_limits.data(), count, buffers.columns.data());
                }
                for (Index p = 0; p < found; ++p) {
                    const Index c = buffers.columns[at(p)];
                    if (first + c != i)
                        offer(i, first + c, bounds.real(tile[begin + c] + (bases[i] + bases[first + c])),
                              bounds.precision());
                }
            }
        return true;
    }

    // The probes from number `first` on against everything.
    void some_rows(Index first, const TileRows& rows) {
        std::unique_ptr<TileBuffers> buffers = pool_.take();
        for (Index b = 0; b < blocks_; ++b) {
            const Block columns = block(b);
            // Nothing is known of the first block; all of it is offered.
            const Index most = b == 0 ? rows.count * columns.count() : most_hits(rows.count, columns.count());
            const auto limits = [&](Index r, Index g) { return lists_.limit((first + r) * groups_ + g); };
            const auto none = [](Index, Index) { return -std::numeric_limits<double>::infinity(); };
            const Precision precision = precisions_.lowest([&](const auto& bounds) {
                return look(bounds, rows, columns, limits, none, most, *buffers);
            });
            offer_to_probes(first, rows, columns, *buffers, precision);
        }
        pool_.give_back(std::move(buffers));
    }

    void offer_to_probes(Index first, const TileRows& rows, const Block& columns, const TileBuffers& buffers,
                         Precision precision) {
        for (const TileBuffers::Hit& hit : buffers.hits) {
            const Index j = columns.begin + hit.column;
            if (rows[hit.row] != j) lists_.offer(list(first + hit.row, j), j, hit.lower, precision);
        }
    }

    // The filter works on a copy of the limits, without a lock: a limit that another thread has lowered in
    // the meantime only lets a few more through, and `offer` refuses those.
    void tile_of_two(const Block& rows, const Block& columns, TileBuffers& buffers, bool offer_all = false) {
        const auto row_limits = [&](Index r, Index g) {
            return lists_.limit((rows.begin + r) * groups_ + g);
        };
        const auto column_limits = [&](Index c, Index g) {
            return lists_.limit((columns.begin + c) * groups_ + g);
        };
        const Index most =
            offer_all ? rows.count() * columns.count() : most_hits(rows.count(), columns.count());
        const Precision precision = precisions_.lowest([&](const auto& bounds) {
            return look(bounds, rows.rows(), columns, row_limits, column_limits, most, buffers, &rows);
        });
        {
            const std::lock_guard lock(locks_[at(rows.number)]);
            for (const TileBuffers::Hit& hit : buffers.hits)
                offer(rows.begin + hit.row, columns.begin + hit.column, hit.lower, precision);
        }
        {
            const std::lock_guard lock(locks_[at(columns.number)]);
            for (const TileBuffers::Hit& hit : buffers.hits)
                offer(columns.begin + hit.column, rows.begin + hit.row, hit.lower, precision);
        }
    }

    // Fills a tile and collects what passes the filter in buffers.hits. False if that is more than `most` of
    // a coarse tile, which then says too little. `locked` is the block of the rows if other threads may
    // change their lists.
    template <class Bounds, class RowLimits, class ColumnLimits>
    bool look(const Bounds& bounds, const TileRows& rows, const Block& columns, const RowLimits& row_limits,
              const ColumnLimits& column_limits, Index most, TileBuffers& buffers,
              const Block* locked = nullptr) {
        using Number = typename Bounds::Number;
        bounds.fill(rows, columns, buffers);
        TileBuffers::Numbers<Number>& numbers = buffers.numbers<Number>();
        copy_limits(bounds, rows.count, row_limits, locked, numbers.row_limits);
        copy_limits(bounds, columns.count(), column_limits, locked == nullptr ? nullptr : &columns,
                    numbers.column_limits);
        const Number* bases = bounds.bases();
        buffers.hits.clear();
        for (Index r = 0; r < rows.count; ++r) {
            const Index i = rows[r];
            const Number* tile = numbers.tile.data() + r * tile_rows;
            const Index found = filter_row(i, r, columns, bases, tile, numbers, buffers.columns);
            for (Index p = 0; p < found; ++p) {
                const Small j = buffers.columns[at(p)];
                const Number lower = tile[j] + (bases[i] + bases[columns.begin + j]);
                buffers.hits.push_back({static_cast<Small>(r), j, bounds.real(lower)});
            }
            if (Bounds::coarse && static_cast<Index>(buffers.hits.size()) > most) return false;
        }
        return true;
    }

    // The columns of one tile row that pass.
    template <class Number>
    Index filter_row(Index sample, Index row, const Block& columns, const Number* bases, const Number* tile,
                     TileBuffers::Numbers<Number>& numbers, std::vector<Small>& out) const {
        const Index count = columns.count();
        if (groups_ == 1)
            return near_columns(tile, bases[sample], numbers.row_limits[at(row)], bases + columns.begin,
                                numbers.column_limits.data(), count, out.data());
        const Number* row_limits = numbers.row_limits.data() + row;
        for (Index j = 0; j < count; ++j)
            numbers.limit_per_column[at(j)] = row_limits[group(columns.begin + j) * tile_rows];
        return near_columns(tile, bases[sample], numbers.limit_per_column.data(), bases + columns.begin,
                            numbers.column_limits.data() + group(sample) * tile_rows, count, out.data());
    }

    template <class Bounds, class Limits>
    void copy_limits(const Bounds& bounds, Index count, const Limits& limit_of, const Block* locked,
                     std::vector<typename Bounds::Number>& limits) {
        limits.resize(at(groups_ * tile_rows));
        std::unique_lock<std::mutex> lock;
        if (locked != nullptr) lock = std::unique_lock(locks_[at(locked->number)]);
        for (Index r = 0; r < count; ++r)
            for (Index g = 0; g < groups_; ++g) limits[at(g * tile_rows + r)] = bounds.limit(limit_of(r, g));
    }

    // A sample that has met one block takes in a share of k / side of the next; several times that is too
    // much.
    Index most_hits(Index rows, Index columns) const {
        return std::max(rows * columns / 16, 4 * k_ * groups_ * (rows + columns));
    }

    Index samples_, split_, grid_, k_, side_;
    std::span<const Index> probes_;
    std::span<const int> group_of_;
    Index groups_;
    Precisions precisions_;
    CandidateLists lists_;
    Index blocks_;
    std::vector<std::mutex> locks_;  // one per block of samples
    BufferPool& pool_;
};

}  // namespace

ExactDistance squared_distances_of(const SampleRows& rows) {
    return {[&](Index i, Index j) { return rows.squared_distance(i, j); },
            [&](Index i, std::span<const Small> others, double* distances) {
                rows.squared_distances(i, others, distances);
            }};
}

ClassNeighbors grouped_search(const TileSource& tiles, const ExactDistance& distance,
                              std::span<const int> group_of, Index groups, Index k, Index columns,
                              const Context& context, std::span<const Index> probes) {
    const blas::SingleThreaded one_thread_per_product;
    const auto samples = static_cast<Index>(tiles.squared_norms().size());
    // A few rows at a time are slower per pair than whole tiles that serve both sides.
    if (probes.empty() || 4 * static_cast<Index>(probes.size()) > samples) {
        BufferPool pool;
        return ExactSearch(tiles, distance, group_of, groups, k, side_for(tiles, samples), pool)
            .run(columns, context);
    }
    return at_samples(probe_search(tiles, distance, group_of, groups, k, columns, context, probes), probes,
                      samples);
}

ClassNeighbors probe_search(const TileSource& tiles, const ExactDistance& distance,
                            std::span<const int> group_of, Index groups, Index k, Index columns,
                            const Context& context, std::span<const Index> probes) {
    const blas::SingleThreaded one_thread_per_product;
    BufferPool pool;
    return ExactSearch(tiles, distance, group_of, groups, k, tile_rows, pool, probes).run(columns, context);
}

ClassNeighbors capped_search(const TileSource& tiles, const ExactDistance& distance,
                             std::span<const int> group_of, Index groups, Index k,
                             std::span<const double> caps, BufferPool& pool) {
    ExactSearch search(tiles, distance, group_of, groups, k, tile_rows, pool);
    search.cap(caps);
    return search.run(1, {.threads = 1});
}

ClassNeighbors cross_search(const TileSource& tiles, const ExactDistance& distance,
                            std::span<const int> group_of, Index groups, Index k, Index columns,
                            const Context& context, Index split, std::span<const double> caps) {
    const blas::SingleThreaded one_thread_per_product;
    BufferPool pool;
    const Index side = side_for(tiles, static_cast<Index>(tiles.squared_norms().size()));
    ExactSearch search(tiles, distance, group_of, groups, k, side, pool, {}, split);
    search.cap(caps);
    return search.run(columns, context);
}

Neighbors exact_search(const SampleRows& rows, Index k, const Context& context) {
    const std::unique_ptr<TileSource> tiles = make_tiles(rows, context);
    ClassNeighbors all =
        grouped_search(*tiles, squared_distances_of(rows), {}, 1, k, rows.columns(), context);
    return {all.samples, k, std::move(all.index), std::move(all.distances), {}};
}

}  // namespace tamis::detail
