// One run over the rows of the data: the parallel loop, the order of the chunks and cancelling, for every
// pass.
//
// A pass is a statistic run over Rows. A statistic belongs to one piece of the data, some rows and a strip of
// columns, and has
//     void add(const RowBlock& block);       // the next rows of its piece
//     void merge(const Statistic& later);    // what comes after it: the same columns of the rows that follow
// A source may cut the rows into blocks as it likes. Pieces are cut by the shape of the data alone and merged
// in their order, and `add` must give the same bits wherever its rows are cut, so a result depends neither on
// the blocks nor on the number of threads.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// Columns begin … end-1.
struct Strip {
    Index begin = 0;
    Index end = 0;

    Index width() const { return end - begin; }
};

// All columns in strips of the given width; one strip if there are no columns.
std::vector<Strip> strips_of(Index columns, Index width);
// The same of data; a sparse row is searched for the first cell of a strip, so its columns are one strip.
std::vector<Strip> strips_of(const Rows& x, Index dense_width);

// Rows begin … end-1.
struct RowRange {
    Index begin = 0;
    Index end = 0;
};

struct Piece {
    RowRange rows;
    Strip columns;

    // Whether the block ends where the piece does: nothing follows.
    bool ends_with(const RowBlock& block) const { return block.end() == rows.end; }
};

// Rows per chunk for sums of which one per chunk and strip is held: enough pieces to keep threads busy, and
// each longer than handing it over. Depends on the shape alone.
Index rows_per_chunk(Index rows, Index strips);

// Called before the parts see a block that is not in memory for good: `prepare(block)` may fetch what they
// need besides. Blocks of more than `most_rows` rows are cut.
struct BeforeBlock {
    Index most_rows;
    FunctionRef<void(const RowBlock& block)> prepare;
};

// Calls add(p, block) with the rows of parts[p], in order and cut as the source cuts them, for every part
// that has rows; parts in any order and on several threads, each part on one at a time. A cancelled context
// stops between blocks with `Cancelled`.
void run_parts(const Rows& x, std::span<const RowRange> parts,
               FunctionRef<void(Index part, const RowBlock& block)> add, const Context& context,
               const BeforeBlock* before = nullptr);

// Calls visit(chunk) for the rows 0 … chunk_rows-1, chunk_rows … and so on, each chunk whole, in any order
// and on several threads. If a source ends a block within a chunk, the chunk is put together in memory.
void for_each_chunk(const Rows& x, Index chunk_rows, FunctionRef<void(const RowBlock& chunk)> visit,
                    const Context& context);

// make(piece) gives the statistic of a piece, before it has seen a row. Returns one statistic per strip: that
// of all rows.
template <class Make>
auto run_pass(const Rows& x, Index chunk_rows, std::span<const Strip> strips, Make&& make,
              const Context& context) {
    using Statistic = std::invoke_result_t<Make, const Piece&>;
    chunk_rows = std::max<Index>(1, chunk_rows);
    std::vector<Piece> pieces;
    std::vector<RowRange> ranges;
    for (const Strip& strip : strips)
        for (Index begin = 0; begin == 0 || begin < x.rows(); begin += chunk_rows) {
            ranges.push_back({begin, std::min(begin + chunk_rows, x.rows())});
            pieces.push_back({ranges.back(), strip});
        }
    std::vector<std::optional<Statistic>> parts(pieces.size());
    const auto part = [&](std::size_t p) -> Statistic& {
        if (!parts[p]) parts[p].emplace(make(pieces[p]));
        return *parts[p];
    };
    run_parts(
        x, ranges, [&](Index p, const RowBlock& block) { part(at(p)).add(block); }, context);
    std::vector<Statistic> totals;
    const std::size_t chunks = strips.empty() ? 0 : pieces.size() / strips.size();
    for (std::size_t s = 0; s < strips.size(); ++s) {
        totals.push_back(std::move(part(s * chunks)));
        for (std::size_t c = 1; c < chunks; ++c) {
            totals.back().merge(part(s * chunks + c));
            parts[s * chunks + c].reset();
        }
    }
    return totals;
}

// The same with all columns in one strip.
template <class Make>
auto run_pass(const Rows& x, Index chunk_rows, Make&& make, const Context& context) {
    const Strip all{0, x.cols()};
    return std::move(run_pass(x, chunk_rows, std::span(&all, 1), make, context).front());
}

}  // namespace tamis::detail
