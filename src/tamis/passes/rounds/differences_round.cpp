#include "tamis/passes/rounds/differences_round.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/joined_rows.hpp"
#include "tamis/core/shards/run_rows_round.hpp"

namespace tamis::detail {

namespace {

constexpr Index held_cells = Index{1} << 23;    // of rows on their way through the driver: 64 MB
constexpr Index held_entries = Index{1} << 24;  // of lists

// The lists of one run, and which rows of others they need.
struct RunLists {
    DifferencesRound::Own own;  // whose `others` are still numbers among all rows
    std::vector<Index> remote;  // ascending, without repeats
};

void sort_once(std::vector<Index>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

Index place_of(const std::vector<Index>& sorted, Index number) {
    return std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin();
}

// Some lists in a row, by shard, until the rows that have to travel are as many as the driver holds.
class Batch {
  public:
    Batch(const Shards& shards, Difference kind, const RowMoments* moments)
        : shape_(shards.shape()), runs_(shards.runs()), kind_(kind), moments_(moments) {
        for (std::size_t run = 0; run + 1 < runs_.size(); ++run) {
            RunLists lists;
            for (Index shard = runs_[run]; shard < runs_[run + 1]; ++shard)
                lists.own.cuts.push_back(shape_.end(shard) - shape_.begin(runs_[run]));
            lists.own.shards.resize(lists.own.cuts.size() - 1);
            each_.push_back(std::move(lists));
        }
    }

    // Whether there is room for more.
    bool add(const RowPairs& pairs) {
        while (pairs.row >= shape_.end(shard_)) ++shard_;
        while (shard_ >= runs_[run_ + 1]) ++run_;
        RunLists& run = each_[run_];
        DifferencesRound::Lists& lists = run.own.shards[at(shard_ - runs_[run_])];
        lists.rows.push_back(pairs.row - shape_.begin(shard_));
        lists.others.insert(lists.others.end(), pairs.others.begin(), pairs.others.end());
        lists.weights.insert(lists.weights.end(), pairs.weights.begin(), pairs.weights.end());
        lists.starts.push_back(static_cast<Index>(lists.others.size()));
        if (kind_ == Difference::combined) lists.scales.push_back(pairs.scale);
        if (moments_ != nullptr) lists.row_weights.push_back(moments_->weights[at(pairs.row)]);
        for (const Index other : pairs.others)
            if (!is_here(other)) {
                run.remote.push_back(other);
                ++travel_;
            }
        entries_ += 1 + static_cast<Index>(pairs.others.size());
        return travel_ * std::max<Index>(1, shape_.cols) < held_cells && entries_ < held_entries;
    }

    // What every run gets; its rows of other runs are fetched by one round for all.
    std::vector<DifferencesRound::Own> take(const Rows& x) {
        std::vector<Index> once;
        for (RunLists& lists : each_) {
            sort_once(lists.remote);
            once.insert(once.end(), lists.remote.begin(), lists.remote.end());
        }
        sort_once(once);
        const Matrix fetched = once.empty() ? Matrix() : x.gather(once);
        std::vector<DifferencesRound::Own> requests;
        for (run_ = 0; run_ < each_.size(); ++run_) {
            RunLists& run = each_[run_];
            for (DifferencesRound::Lists& lists : run.own.shards)
                for (Index& other : lists.others)
                    other = is_here(other) ? other - begin() : end() - begin() + place_of(run.remote, other);
            std::vector<Index> places;
            for (const Index row : run.remote) places.push_back(place_of(once, row));
            if (!places.empty()) run.own.beyond = pack_rows(take_rows(fetched, places));
            requests.push_back(std::move(run.own));
        }
        return requests;
    }

  private:
    Index begin() const { return shape_.offsets[at(runs_[run_])]; }
    Index end() const { return shape_.offsets[at(runs_[run_ + 1])]; }
    bool is_here(Index row) const { return row >= begin() && row < end(); }

    const ShardsShape& shape_;
    std::vector<Index> runs_;
    Difference kind_;
    const RowMoments* moments_;
    std::vector<RunLists> each_;
    std::size_t run_ = 0;
    Index shard_ = 0, travel_ = 0, entries_ = 0;
};

[[noreturn]] void damaged() { throw Error("a request for differences of rows is damaged"); }

void require_sound(const DifferencesRound::Own& own, const Rows& run, const Matrix& beyond) {
    if (beyond.rows() > 0 && (beyond.cols() != run.cols() || beyond.is_sparse() != run.sparse())) damaged();
    if (own.cuts.size() != own.shards.size() + 1 || own.cuts.front() != 0 || own.cuts.back() != run.rows() ||
        !std::is_sorted(own.cuts.begin(), own.cuts.end()))
        damaged();
    const Index known = run.rows() + beyond.rows();
    for (std::size_t s = 0; s < own.shards.size(); ++s) {
        const DifferencesRound::Lists& lists = own.shards[s];
        if (lists.starts.size() != lists.rows.size() + 1 || lists.weights.size() != lists.others.size() ||
            lists.starts.front() != 0 || lists.starts.back() != static_cast<Index>(lists.others.size()) ||
            !std::is_sorted(lists.starts.begin(), lists.starts.end()) ||
            !std::is_sorted(lists.rows.begin(), lists.rows.end()))
            damaged();
        if (!lists.scales.empty() && lists.scales.size() != lists.rows.size()) damaged();
        if (!lists.rows.empty() &&
            (lists.rows.front() < 0 || lists.rows.back() >= own.cuts[s + 1] - own.cuts[s]))
            damaged();
        if (std::any_of(lists.others.begin(), lists.others.end(),
                        [&](Index other) { return other < 0 || other >= known; }))
            damaged();
    }
}

// The rows of a run that a shard of it needs, and lacks, with those of other runs behind them.
class RowsAround {
  public:
    RowsAround(const DifferencesRound::Lists& lists, Index begin, Index end, const Rows& run,
               const Matrix& beyond)
        : begin_(begin), end_(end), rows_of_run_(run.rows()) {
        for (const Index other : lists.others)
            if (other < begin || other >= end) (other < rows_of_run_ ? here_ : away_).push_back(other);
        sort_once(here_);
        sort_once(away_);
        rows_ = run.gather(here_);
        std::vector<Index> places;
        for (const Index other : away_) places.push_back(other - rows_of_run_);
        if (!places.empty()) rows_.append_rows(take_rows(beyond, places));
        for (const Index other : lists.others) others_.push_back(number(other));
    }

    const Matrix& rows() const { return rows_; }
    // The others of the lists, counted from the first row of the shard; these rows follow those of the shard.
    const std::vector<Index>& others() const { return others_; }

  private:
    Index number(Index other) const {
        if (other >= begin_ && other < end_) return other - begin_;
        const Index before = other < rows_of_run_ ? place_of(here_, other)
                                                  : static_cast<Index>(here_.size()) + place_of(away_, other);
        return end_ - begin_ + before;
    }

    Index begin_, end_, rows_of_run_;
    std::vector<Index> here_, away_, others_;
    Matrix rows_;
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
    sums.difference =
        weighted_differences(shard, static_cast<Index>(lists.rows.size()), request.kind, pairs_of, context,
                             request.moments ? &moments : nullptr, &around.rows());
    return sums;
}

DifferencesRound::Sums added(DifferencesRound::Sums all, const DifferencesRound::Sums& later) {
    const auto add = [](std::vector<double>& sums, const std::vector<double>& more) {
        for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += more.at(j);
    };
    add(all.difference, later.difference);
    add(all.sum, later.sum);
    add(all.square, later.square);
    return all;
}

}  // namespace

DifferencesRound::Partial DifferencesRound::partial(const Request& request, const Own& own, const Rows& run,
                                                    const Context& context) {
    const Matrix beyond = own.beyond.empty() ? Matrix() : unpack_rows(own.beyond);
    require_sound(own, run, beyond);
    if (request.kind > Difference::combined) damaged();
    Partial found;
    for (std::size_t s = 0; s < own.shards.size(); ++s) {
        const Index begin = own.cuts[s], end = own.cuts[s + 1];
        const RunOfRows shard(run, begin, end);
        found.shards.push_back(sums_of(request, own.shards[s], shard.plainly(),
                                       RowsAround(own.shards[s], begin, end, run, beyond), context));
    }
    return found;
}

std::vector<double> shard_differences(const Rows& x, const Shards& shards, Index lists, Difference kind,
                                      FunctionRef<void(Index list, RowPairs& pairs)> pairs_of,
                                      const Context& context, const RowMoments* moments) {
    DifferencesRound::Request request{kind, moments != nullptr, {}};
    if (moments != nullptr) request.shift.assign(moments->shift, moments->shift + x.cols());
    std::optional<DifferencesRound::Sums> all;
    RowPairs pairs;
    for (Index list = 0; list < lists;) {
        Batch batch(shards, kind, moments);
        for (bool room = true; room && list < lists; ++list) {
            pairs.others.clear();
            pairs.weights.clear();
            pairs.scale = 1.0;
            pairs_of(list, pairs);
            room = batch.add(pairs);
        }
        std::vector<DifferencesRound::Own> own = batch.take(x);
        const auto of_one = [&](Index run) { return std::move(own[at(run)]); };
        std::vector<DifferencesRound::Sums> each;
        for (DifferencesRound::Partial& found :
             run_on_runs<DifferencesRound>(shards, request, of_one, context))
            std::move(found.shards.begin(), found.shards.end(), std::back_inserter(each));
        DifferencesRound::Sums sums = fold_pairs(std::move(each), added);
        all = all ? added(std::move(*all), sums) : std::move(sums);
    }
    if (moments != nullptr) {
        std::copy(all->sum.begin(), all->sum.end(), moments->sum);
        std::copy(all->square.begin(), all->square.end(), moments->square);
    }
    return all->difference;
}

}  // namespace tamis::detail
