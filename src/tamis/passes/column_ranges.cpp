#include "tamis/passes/column_ranges.hpp"

#include <algorithm>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/rounds/cell_rounds.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
// Extremes of the stored cells of a strip.
class Ranges {
  public:
    Ranges(const Strip& strip, bool sparse)
        : strip_(strip),
          low_(at(strip.width()), infinite),
          high_(at(strip.width()), -infinite),
          stored_(sparse ? at(strip.width()) : 0, 0) {}

    void add(const RowBlock& block) {
        rows_ += block.cells.rows();
        if (block.cells.is_sparse()) count_stored(block.cells);
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index j, double value) {
                const std::size_t column = at(j - strip_.begin);
                low_[column] = std::min(low_[column], value);  // NaN changes neither
                high_[column] = std::max(high_[column], value);
            });
    }

    void merge(const Ranges& later) {
        rows_ += later.rows_;
        for (std::size_t j = 0; j < low_.size(); ++j) {
            low_[j] = std::min(low_[j], later.low_[j]);
            high_[j] = std::max(high_[j], later.high_[j]);
        }
        for (std::size_t j = 0; j < stored_.size(); ++j) stored_[j] += later.stored_[j];
    }

    void write(ColumnRanges& ranges) const {
        for (std::size_t j = 0; j < low_.size(); ++j) {
            const bool zeros = !stored_.empty() && stored_[j] < rows_;
            ranges.low[at(strip_.begin) + j] = zeros ? std::min(low_[j], 0.0) : low_[j];
            ranges.high[at(strip_.begin) + j] = zeros ? std::max(high_[j], 0.0) : high_[j];
        }
    }

  private:
    void count_stored(const MatrixView& x) {
        for (Index i = 0; i < x.rows(); ++i)
            for_each_cell(x, i, strip_.begin, strip_.end,
                          [&](Index j, double) { ++stored_[at(j - strip_.begin)]; });
    }

    Strip strip_;
    std::vector<double> low_, high_;
    std::vector<Index> stored_;  // cells per column of sparse data
    Index rows_ = 0;
};

}  // namespace

std::vector<char> ColumnRanges::constants() const {
    std::vector<char> marks;
    for (std::size_t j = 0; j < low.size(); ++j) marks.push_back(constant(j) ? 1 : 0);
    return marks;
}

ColumnRanges column_ranges(const Rows& x, const Context& context) {
    if (const auto cell = first_unusable(x, context)) throw Error(describe(*cell));
    return present_ranges(x, context);
}

ColumnRanges present_ranges(const Rows& x, const Context& context) {
    if (const Shards* shards = x.shards()) {
        RangesRound::Partial found = run_round<RangesRound>(*shards, {}, context);
        return {std::move(found.low), std::move(found.high)};
    }
    const std::vector<Strip> strips = strips_of(x, 256);
    const Index chunk_rows = rows_per_chunk(x.rows(), static_cast<Index>(strips.size()));
    ColumnRanges ranges{std::vector<double>(at(x.cols())), std::vector<double>(at(x.cols()))};
    const auto make = [&](const Piece& piece) { return Ranges(piece.columns, x.sparse()); };
    for (const Ranges& part : run_pass(x, chunk_rows, strips, make, context)) part.write(ranges);
    return ranges;
}

}  // namespace tamis::detail
