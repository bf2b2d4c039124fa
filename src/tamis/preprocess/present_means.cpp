#include "tamis/preprocess/present_means.hpp"

#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr auto is_missing = [](double value) { return std::isnan(value); };

// Sums of the cells that are there, of a strip of columns.
class StripOfPresent {
  public:
    explicit StripOfPresent(const Strip& strip)
        : strip_(strip), sums_(at(strip.width()), 0.0), missing_(at(strip.width()), 0) {}

    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index column, double value) {
                const std::size_t j = at(column - strip_.begin);
                if (is_missing(value))
                    ++missing_[j];
                else
                    sums_[j] += value;
            });
    }
    void merge(const StripOfPresent& later) {
        for (std::size_t j = 0; j < sums_.size(); ++j) {
            sums_[j] += later.sums_[j];
            missing_[j] += later.missing_[j];
        }
    }

    void append_to(PresentSums& all) const {
        all.sums.insert(all.sums.end(), sums_.begin(), sums_.end());
        all.missing.insert(all.missing.end(), missing_.begin(), missing_.end());
    }

  private:
    Strip strip_;
    std::vector<double> sums_;
    std::vector<Index> missing_;
};

// Each column is summed in row order.
PresentSums present_sums(const Rows& x, const Context& context) {
    if (const Shards* shards = x.shards()) return run_round<PresentSumsRound>(*shards, {}, context);
    const std::vector<Strip> strips = strips_of(x, 64);
    const auto make = [](const Piece& piece) { return StripOfPresent(piece.columns); };
    PresentSums all{x.rows(), {}, {}};
    for (const StripOfPresent& part : run_pass(x, x.rows(), strips, make, context)) part.append_to(all);
    return all;
}

}  // namespace

std::vector<double> present_means(const Rows& x, const Context& context) {
    const PresentSums found = present_sums(x, context);
    std::vector<double> means = found.sums;
    for (std::size_t j = 0; j < means.size(); ++j) {
        const Index present = found.rows - found.missing[j];
        means[j] =
            present > 0 ? means[j] / static_cast<double>(present) : std::numeric_limits<double>::quiet_NaN();
    }
    return means;
}

void fill_missing(Matrix& x, const std::vector<double>& means) {
    if (static_cast<Index>(means.size()) != x.cols())
        throw Error("there are " + std::to_string(means.size()) + " means for " + std::to_string(x.cols()) +
                    " features");
    for (Index i = 0; i < x.rows(); ++i)
        change_cells(x, i, [&](Index column, double& value) {
            if (is_missing(value)) value = means[at(column)];
        });
}

PresentSumsRound::Partial PresentSumsRound::partial(const Request&, const Own&, const Rows& shard,
                                                    const Context& context) {
    return present_sums(shard, context);
}

void PresentSumsRound::merge(Partial& partial, const Partial& later) {
    partial.rows += later.rows;
    for (std::size_t j = 0; j < partial.sums.size(); ++j) {
        partial.sums[j] += later.sums.at(j);
        partial.missing[j] += later.missing.at(j);
    }
}

std::unique_ptr<RowSource> detail::filled_rows(std::unique_ptr<RowSource> rows, std::vector<double> means) {
    const ShardView view{std::string(FilledView::name), to_bytes(FilledView::Request{means})};
    const Index cols = rows->cols();
    return std::make_unique<ChangedRows>(
        std::move(rows), cols, [means = std::move(means)](Matrix& block) { fill_missing(block, means); },
        view);
}

ChangedRows FilledView::changed(const Request& request, const Rows& shard) {
    require_per_column(request.means.size(), shard);
    return {shard, shard.sparse(), [means = request.means](Matrix& block) { fill_missing(block, means); }};
}

}  // namespace tamis
