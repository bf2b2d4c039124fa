#include "tamis/passes/rounds/differences_round.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

constexpr Index held_cells = Index{1} << 25;    // of rows on their way through the driver: 256 MB
constexpr Index held_entries = Index{1} << 24;  // of lists

// The lists of one shard, and which rows of others they need.
struct ShardLists {
    DifferencesRound::Own own;
    std::vector<Index> remote;  // ascending, without repeats; `others` are still numbers among all rows
};

// Some lists in a row, by shard, until the rows that have to travel are as many as the driver holds.
class Batch {
  public:
    Batch(const Shards& shards, Difference kind, const RowMoments* moments)
        : shape_(shards.shape()), kind_(kind), moments_(moments), each_(at(shape_.count())) {}

    // Whether there is room for more.
    bool add(const RowPairs& pairs) {
        while (pairs.row >= shape_.end(shard_)) ++shard_;
        ShardLists& lists = each_[at(shard_)];
        lists.own.rows.push_back(pairs.row - shape_.begin(shard_));
        lists.own.others.insert(lists.own.others.end(), pairs.others.begin(), pairs.others.end());
        lists.own.weights.insert(lists.own.weights.end(), pairs.weights.begin(), pairs.weights.end());
        lists.own.starts.push_back(static_cast<Index>(lists.own.others.size()));
        if (kind_ == Difference::combined) lists.own.scales.push_back(pairs.scale);
        if (moments_ != nullptr) lists.own.row_weights.push_back(moments_->weights[at(pairs.row)]);
        for (const Index other : pairs.others)
            if (!is_here(other)) {
                lists.remote.push_back(other);
                ++travel_;
            }
        entries_ += 1 + static_cast<Index>(pairs.others.size());
        return travel_ * std::max<Index>(1, shape_.cols) < held_cells && entries_ < held_entries;
    }

    // What every shard gets; its rows of other shards are fetched by one round for all.
    std::vector<DifferencesRound::Own> take(const Rows& x) {
        std::vector<Index> wanted;
        for (ShardLists& lists : each_) {
            std::sort(lists.remote.begin(), lists.remote.end());
            lists.remote.erase(std::unique(lists.remote.begin(), lists.remote.end()), lists.remote.end());
            wanted.insert(wanted.end(), lists.remote.begin(), lists.remote.end());
        }
        std::vector<Index> once = wanted;
        std::sort(once.begin(), once.end());
        once.erase(std::unique(once.begin(), once.end()), once.end());
        const Matrix fetched = once.empty() ? Matrix() : x.gather(once);
        std::vector<DifferencesRound::Own> requests;
        for (shard_ = 0; shard_ < shape_.count(); ++shard_) {
            ShardLists& lists = each_[at(shard_)];
            for (Index& other : lists.own.others)
                other = is_here(other)
                            ? other - shape_.begin(shard_)
                            : shape_.end(shard_) - shape_.begin(shard_) + place(lists.remote, other);
            std::vector<Index> places;
            for (const Index row : lists.remote) places.push_back(place(once, row));
            if (!places.empty()) lists.own.beyond = take_rows(fetched, places);
            requests.push_back(std::move(lists.own));
        }
        return requests;
    }

  private:
    bool is_here(Index row) const { return row >= shape_.begin(shard_) && row < shape_.end(shard_); }
    static Index place(const std::vector<Index>& sorted, Index row) {
        return std::lower_bound(sorted.begin(), sorted.end(), row) - sorted.begin();
    }

    const ShardsShape& shape_;
    Difference kind_;
    const RowMoments* moments_;
    std::vector<ShardLists> each_;
    Index shard_ = 0, travel_ = 0, entries_ = 0;
};

void require_sound(const DifferencesRound::Own& own, const Rows& shard) {
    const auto damaged = [] { throw Error("a request for differences of rows is damaged"); };
    const Index known = shard.rows() + own.beyond.rows();
    if (own.beyond.rows() > 0 &&
        (own.beyond.cols() != shard.cols() || own.beyond.is_sparse() != shard.sparse()))
        damaged();
    if (own.starts.size() != own.rows.size() + 1 || own.weights.size() != own.others.size() ||
        own.starts.front() != 0 || own.starts.back() != static_cast<Index>(own.others.size()) ||
        !std::is_sorted(own.starts.begin(), own.starts.end()) ||
        !std::is_sorted(own.rows.begin(), own.rows.end()))
        damaged();
    if (!own.scales.empty() && own.scales.size() != own.rows.size()) damaged();
    if (!own.rows.empty() && (own.rows.front() < 0 || own.rows.back() >= shard.rows())) damaged();
    if (std::any_of(own.others.begin(), own.others.end(),
                    [&](Index other) { return other < 0 || other >= known; }))
        damaged();
}

}  // namespace

DifferencesRound::Partial DifferencesRound::partial(const Request& request, const Own& own, const Rows& shard,
                                                    const Context& context) {
    require_sound(own, shard);
    if (request.kind > Difference::combined) throw Error("a request for differences of rows is damaged");
    const auto pairs_of = [&](Index list, RowPairs& pairs) {
        pairs.row = own.rows[at(list)];
        for (Index p = own.starts[at(list)]; p < own.starts[at(list) + 1]; ++p)
            pairs.add(own.others[at(p)], own.weights[at(p)]);
        if (!own.scales.empty()) pairs.scale = own.scales[at(list)];
    };
    Partial sums;
    RowMoments moments{};
    std::vector<double> per_row;
    if (request.moments) {
        require_per_column(request.shift.size(), shard);
        if (own.row_weights.size() != own.rows.size())
            throw Error("a request for differences of rows is damaged");
        per_row.assign(at(shard.rows()), 0.0);
        for (std::size_t l = 0; l < own.rows.size(); ++l) per_row[at(own.rows[l])] = own.row_weights[l];
        sums.sum.assign(at(shard.cols()), 0.0);
        sums.square.assign(at(shard.cols()), 0.0);
        moments = {request.shift.data(), per_row, sums.sum.data(), sums.square.data()};
    }
    sums.difference = weighted_differences(shard, static_cast<Index>(own.rows.size()), request.kind, pairs_of,
                                           context, request.moments ? &moments : nullptr, &own.beyond);
    return sums;
}

void DifferencesRound::merge(Partial& partial, const Partial& later) {
    const auto add = [](std::vector<double>& sums, const std::vector<double>& more) {
        for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += more.at(j);
    };
    add(partial.difference, later.difference);
    add(partial.sum, later.sum);
    add(partial.square, later.square);
}

std::vector<double> shard_differences(const Rows& x, const Shards& shards, Index lists, Difference kind,
                                      FunctionRef<void(Index list, RowPairs& pairs)> pairs_of,
                                      const Context& context, const RowMoments* moments) {
    DifferencesRound::Request request{kind, moments != nullptr, {}};
    if (moments != nullptr) request.shift.assign(moments->shift, moments->shift + x.cols());
    std::optional<DifferencesRound::Partial> all;
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
        const auto of_one = [&](Index shard) { return std::move(own[at(shard)]); };
        const auto sums = run_round<DifferencesRound>(shards, request, of_one, context);
        if (all)
            DifferencesRound::merge(*all, sums);
        else
            all = sums;
    }
    if (moments != nullptr) {
        std::copy(all->sum.begin(), all->sum.end(), moments->sum);
        std::copy(all->square.begin(), all->square.end(), moments->square);
    }
    return all->difference;
}

}  // namespace tamis::detail
