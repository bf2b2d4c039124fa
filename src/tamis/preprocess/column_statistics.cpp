#include "tamis/preprocess/column_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// First pass over a strip of columns.
class SumsAndRanges {
  public:
    explicit SumsAndRanges(const Strip& strip)
        : strip_(strip),
          low_(at(strip.width()), infinite),
          high_(at(strip.width()), -infinite),
          sum_(at(strip.width()), 0.0),
          implicit_(at(strip.width()), 0) {}

    void add(const RowBlock& block) {
        if (block.cells.is_sparse()) count_implicit(block.cells);
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index column, double value) {
                const std::size_t j = at(column - strip_.begin);
                low_[j] = std::min(low_[j], value);
                high_[j] = std::max(high_[j], value);
                sum_[j] += value;
            });
    }
    void merge(const SumsAndRanges& later) {
        for (std::size_t j = 0; j < low_.size(); ++j) {
            low_[j] = std::min(low_[j], later.low_[j]);
            high_[j] = std::max(high_[j], later.high_[j]);
            sum_[j] += later.sum_[j];
            implicit_[j] += later.implicit_[j];
        }
    }

    void append_to(ColumnSums& all) const {
        all.low.insert(all.low.end(), low_.begin(), low_.end());
        all.high.insert(all.high.end(), high_.begin(), high_.end());
        all.sum.insert(all.sum.end(), sum_.begin(), sum_.end());
        all.implicit.insert(all.implicit.end(), implicit_.begin(), implicit_.end());
    }

  private:
    void count_implicit(const MatrixView& x) {
        for (Index& zeros : implicit_) zeros += x.rows();
        for (Index i = 0; i < x.rows(); ++i)
            for_each_cell(x, i, strip_.begin, strip_.end,
                          [&](Index column, double) { --implicit_[at(column - strip_.begin)]; });
    }

    Strip strip_;
    std::vector<double> low_, high_, sum_;
    std::vector<Index> implicit_;
};

// What a cell adds to the second pass. Deviations are divided by the range before they are squared, so that
// neither tiny nor huge columns leave the range of doubles.
void add_deviation(const ColumnStatistics& columns, std::size_t column, double value, double times,
                   double& sum, double& square) {
    const double range = columns.range(column);
    if (range == 0.0) return;
    const double part = (value - columns.mean[column]) / range;
    sum += times * part;
    square += times * part * part;
}

class Deviations {
  public:
    Deviations(const ColumnStatistics& columns, const Strip& strip)
        : columns_(&columns), strip_(strip), sum_(at(strip.width()), 0.0), square_(at(strip.width()), 0.0) {}

    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index column, double value) {
                const std::size_t j = at(column - strip_.begin);
                add_deviation(*columns_, at(column), value, 1.0, sum_[j], square_[j]);
            });
    }
    void merge(const Deviations& later) {
        for (std::size_t j = 0; j < sum_.size(); ++j) {
            sum_[j] += later.sum_[j];
            square_[j] += later.square_[j];
        }
    }

    void append_to(DeviationSums& all) const {
        all.sum.insert(all.sum.end(), sum_.begin(), sum_.end());
        all.square.insert(all.square.end(), square_.begin(), square_.end());
    }

  private:
    const ColumnStatistics* columns_;
    Strip strip_;
    std::vector<double> sum_, square_;
};

constexpr Index strip_columns = 64;

}  // namespace

ColumnSums column_sums(const Rows& x, const Context& context) {
    if (const Shards* shards = x.shards()) return run_round<ColumnSumsRound>(*shards, {}, context);
    const std::vector<Strip> strips = strips_of(x, strip_columns);
    const auto make = [](const Piece& piece) { return SumsAndRanges(piece.columns); };
    ColumnSums all;
    for (const SumsAndRanges& part : run_pass(x, x.rows(), strips, make, context)) part.append_to(all);
    return all;
}

DeviationSums deviation_sums(const Rows& x, const ColumnStatistics& columns, const Context& context) {
    if (const Shards* shards = x.shards()) return run_round<DeviationsRound>(*shards, columns, context);
    const std::vector<Strip> strips = strips_of(x, strip_columns);
    const auto make = [&](const Piece& piece) { return Deviations(columns, piece.columns); };
    DeviationSums all;
    for (const Deviations& part : run_pass(x, x.rows(), strips, make, context)) part.append_to(all);
    return all;
}

ColumnStatistics column_statistics(const Rows& x, const Context& context) {
    const auto count = static_cast<double>(x.rows());
    const ColumnSums sums = column_sums(x, context);
    ColumnStatistics all{sums.low, sums.high, sums.sum, std::vector<double>(sums.sum.size()), sums.implicit};
    for (std::size_t j = 0; j < all.mean.size(); ++j) {
        all.mean[j] /= count;
        if (all.implicit[j] == 0) continue;
        all.low[j] = std::min(all.low[j], 0.0);
        all.high[j] = std::max(all.high[j], 0.0);
    }
    DeviationSums about = deviation_sums(x, all, context);
    for (std::size_t j = 0; j < all.mean.size(); ++j) {
        if (all.implicit[j] > 0)
            add_deviation(all, j, 0.0, static_cast<double>(all.implicit[j]), about.sum[j], about.square[j]);
        // What the deviations sum to is the rounding error of the mean: taken out of both moments.
        const double range = all.range(j), error = about.sum[j] / count;
        all.deviation[j] = range * std::sqrt(std::max(0.0, about.square[j] / count - error * error));
        all.mean[j] += range * error;
        if (range == 0.0) all.mean[j] = all.low[j];  // exactly, so that the column becomes 0
    }
    return all;
}

ColumnSumsRound::Partial ColumnSumsRound::partial(const Request&, const Own&, const Rows& shard,
                                                  const Context& context) {
    return column_sums(shard, context);
}

void ColumnSumsRound::merge(Partial& partial, const Partial& later) {
    for (std::size_t j = 0; j < partial.low.size(); ++j) {
        partial.low[j] = std::min(partial.low[j], later.low.at(j));
        partial.high[j] = std::max(partial.high[j], later.high.at(j));
        partial.sum[j] += later.sum.at(j);
        partial.implicit[j] += later.implicit.at(j);
    }
}

DeviationsRound::Partial DeviationsRound::partial(const Request& request, const Own&, const Rows& shard,
                                                  const Context& context) {
    for (const auto* per_column : {&request.low, &request.high, &request.mean})
        require_per_column(per_column->size(), shard);
    return deviation_sums(shard, request, context);
}

void DeviationsRound::merge(Partial& partial, const Partial& later) {
    for (std::size_t j = 0; j < partial.sum.size(); ++j) {
        partial.sum[j] += later.sum.at(j);
        partial.square[j] += later.square.at(j);
    }
}

}  // namespace tamis::detail
