#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/column_block.hpp"
#include "tamis/passes/nearest/prefix_scan.hpp"
#include "tamis/passes/nearest/searches.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace {

constexpr Index asked_in_tile = 64;

// Rows of a block of known samples: few, so that a block stays in the cache while many samples meet it, but
// enough that the block has about as many entries as it has columns to point at.
Index known_in_tile(const SparseView& known) {
    constexpr Index fewest = 256, most = 4096;
    const Index entries_per_row = std::max<Index>(1, known.nonzeros() / std::max<Index>(1, known.rows));
    return std::clamp(known.cols / entries_per_row, fewest, most);
}

Index longest_row(const SparseView& x) {
    Index longest = 0;
    for (Index i = 0; i < x.rows; ++i) longest = std::max(longest, x.row_start[i + 1] - x.row_start[i]);
    return longest;
}

// The known samples are turned into columns once, block by block; then every entry of an asked sample meets
// only the known samples that have an entry in the same column.
class SparseSearch {
  public:
    SparseSearch(const SparseView& known, const SparseView& asked, std::span<const Index> counts, bool others,
                 const Context& context)
        : known_(known),
          asked_(asked),
          counts_(counts),
          side_(known_in_tile(known)),
          // A difference has as many entries as both rows together.
          scan_(known, asked, counts,
                rounding_in_double(longest_row(known) + longest_row(asked), counts.size()), others),
          blocks_(at(chunk_count(known.rows, side_))) {
        parallel_chunks(context, known.rows, side_, [&](const Chunk& chunk) {
            blocks_[at(chunk.number)].take(known_, chunk.begin, chunk.end);
        });
    }

    void search(Index begin, Index end, std::vector<std::vector<Index>>& nearest) const {
        std::vector<double> products(at(side_)), bounds(at(side_));
        std::vector<NearestSample> best(counts_.size() * at(end - begin));
        for (std::size_t b = 0; b < blocks_.size(); ++b)
            for (Index i = begin; i < end; ++i)
                meet(i, b, products, bounds, &best[counts_.size() * at(i - begin)]);
        for (Index i = begin; i < end; ++i)
            for (std::size_t c = 0; c < counts_.size(); ++c)
                nearest[c][at(i)] = best[counts_.size() * at(i - begin) + c].index;
    }

  private:
    // One asked sample against one block, for one count after the other.
    void meet(Index i, std::size_t b, std::vector<double>& products, std::vector<double>& bounds,
              NearestSample* best) const {
        const ColumnBlock& block = blocks_[b];
        const Index first = static_cast<Index>(b) * side_;
        const auto count = at(std::min(side_, known_.rows - first));
        std::fill_n(products.begin(), count, 0.0);
        const SparseRow row = asked_.row(i);
        std::size_t p = 0;
        for (std::size_t c = 0; c < counts_.size(); ++c) {
            for (; p < row.columns.size() && row.columns[p] < counts_[c]; ++p) {
                const auto column = at(row.columns[p]);
                const double value = -2.0 * row.values[p];
                const auto stop = at(block.start[column + 1]);
                for (auto q = at(block.start[column]); q < stop; ++q)
                    products[at(block.samples[q])] += value * block.values[q];
            }
            const auto measure = [&](Index j) {
                return squared_distance(columns_between(row, 0, counts_[c]),
                                        columns_between(known_.row(j), 0, counts_[c]));
            };
            scan_.look(i, first, c, std::span<const double>(products.data(), count), bounds, best[c],
                       measure);
        }
    }

    const SparseView& known_;
    const SparseView& asked_;
    std::span<const Index> counts_;
    Index side_;
    PrefixScan scan_;
    std::vector<ColumnBlock> blocks_;
};

}  // namespace

void search_sparse(const SparseView& known, const SparseView& asked, std::span<const Index> counts,
                   bool others, std::vector<std::vector<Index>>& nearest, const Context& context) {
    const SparseSearch sparse(known, asked, counts, others, context);
    parallel_chunks(context, asked.rows, asked_in_tile,
                    [&](const Chunk& chunk) { sparse.search(chunk.begin, chunk.end, nearest); });
}

}  // namespace tamis::detail
