#include "tamis/passes/rounds/differences_round.hpp"

#include <algorithm>
#include <deque>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/joined_rows.hpp"
#include "tamis/core/rows/sorted_numbers.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void damaged() { throw Error("a request for differences of rows is damaged"); }

void require_sound(const DifferencesRound::Lists& lists, const Rows& run, Index known) {
    if (lists.begin < 0 || lists.begin > lists.end || lists.end > run.rows()) damaged();
    if (lists.starts.size() != lists.rows.size() + 1 || lists.weights.size() != lists.others.size() ||
        lists.starts.front() != 0 || lists.starts.back() != static_cast<Index>(lists.others.size()) ||
        !std::is_sorted(lists.starts.begin(), lists.starts.end()) ||
        !std::is_sorted(lists.rows.begin(), lists.rows.end()))
        damaged();
    if (!lists.scales.empty() && lists.scales.size() != lists.rows.size()) damaged();
    if (!lists.rows.empty() && (lists.rows.front() < 0 || lists.rows.back() >= lists.end - lists.begin))
        damaged();
    if (std::any_of(lists.others.begin(), lists.others.end(),
                    [&](Index other) { return other < 0 || other >= known; }))
        damaged();
}

// The rows that came from other runs, one parcel after the other.
class Parcels {
  public:
    Parcels(const std::vector<std::string_view>& parcels, const Rows& run) {
        for (const std::string_view parcel : parcels) {
            if (parcel.empty()) continue;
            const MatrixView& rows = sent_.emplace_back(parcel).view();
            if (rows.cols() != run.cols() || rows.is_sparse() != run.sparse()) damaged();
        }
        std::vector<Rows> all;
        for (const SentRows& sent : sent_) all.emplace_back(sent.view());
        if (!all.empty()) joined_.emplace(std::move(all));
        if (joined_) held_ = HeldRows::of(*joined_);
    }
    Index count() const { return joined_ ? joined_->rows() : 0; }
    const HeldRows& rows() const { return *held_; }

  private:
    std::deque<SentRows> sent_;
    std::optional<JoinedRows> joined_;
    std::optional<HeldRows> held_;
};

// The rows that a shard needs and lacks: those of its run, and then those of other runs.
class RowsAround final : public OtherRows {
  public:
    RowsAround(const DifferencesRound::Lists& lists, const Rows& run, const Parcels& parcels)
        : rows_of_run_(run.rows()), held_(HeldRows::of(run)), parcels_(parcels) {
        if (!held_) {
            for (const Index other : lists.others)
                if (other < rows_of_run_ && (other < lists.begin || other >= lists.end))
                    numbers_.push_back(other);
            sort_once(numbers_);
            gathered_ = run.gather(numbers_);
        }
        for (const Index other : lists.others)
            others_.push_back(other >= lists.begin && other < lists.end ? other - lists.begin
                                                                        : lists.end - lists.begin + other);
    }

    const double* dense(Index i) const override {
        if (i >= rows_of_run_) return parcels_.rows().dense(i - rows_of_run_);
        return held_ ? held_->dense(i) : gathered_.dense().row(place_of(numbers_, i));
    }
    SparseRow sparse(Index i) const override {
        if (i >= rows_of_run_) return parcels_.rows().sparse(i - rows_of_run_);
        return held_ ? held_->sparse(i) : gathered_.sparse().view().row(place_of(numbers_, i));
    }
    // The others of the lists, counted from the first row of the shard; these rows follow those of the shard.
    const std::vector<Index>& others() const { return others_; }

  private:
    Index rows_of_run_;
    std::optional<HeldRows> held_;
    const Parcels& parcels_;
    std::vector<Index> others_;
    std::vector<Index> numbers_;  // of the rows of the run that were gathered, ascending
    Matrix gathered_;
};

DifferencesRound::Sums sums_of(const DifferencesRound::Request& request, const DifferencesRound::Lists& lists,
                               const Rows& shard, const RowsAround& around, const Context& context) {
    const auto pairs_of = [&](Index list, RowPairs& pairs) {
        pairs.row = lists.rows[at(list)];
        for (Index p = lists.starts[at(list)]; p < lists.starts[at(list) + 1]; ++p)
            pairs.add(around.others()[at(p)], lists.weights[at(p)]);
        if (!lists.scales.empty()) pairs.scale = lists.scales[at(list)];
    };
    DifferencesRound::Sums sums;
    RowMoments moments{};
    std::vector<double> per_row;
    if (request.moments) {
        require_per_column(request.shift.size(), shard);
        if (lists.row_weights.size() != lists.rows.size()) damaged();
        per_row.assign(at(shard.rows()), 0.0);
        for (std::size_t l = 0; l < lists.rows.size(); ++l) per_row[at(lists.rows[l])] = lists.row_weights[l];
        sums.sum.assign(at(shard.cols()), 0.0);
        sums.square.assign(at(shard.cols()), 0.0);
        moments = {request.shift.data(), per_row, sums.sum.data(), sums.square.data()};
    }
    sums.difference = weighted_differences(shard, static_cast<Index>(lists.rows.size()), request.kind,
                                           pairs_of, context, request.moments ? &moments : nullptr, &around);
    return sums;
}

}  // namespace

DifferencesRound::Partial DifferencesRound::partial(const Request& request, const Own& own, const Rows& run,
                                                    const Context& context) {
    if (request.kind > Difference::combined) damaged();
    const auto mine = from_bytes<Mine>(own.own);
    const Parcels parcels(own.parcels, run);
    Partial found;
    for (const Lists& piece : mine.pieces) {
        require_sound(piece, run, run.rows() + parcels.count());
        const RunOfRows shard(run, piece.begin, piece.end);
        found.pieces.push_back(
            sums_of(request, piece, shard.plainly(), RowsAround(piece, run, parcels), context));
    }
    return found;
}

}  // namespace tamis::detail
