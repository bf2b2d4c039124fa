#include "tamis/passes/rounds/shard_differences.hpp"

#include <algorithm>
#include <optional>

#include "tamis/passes/rounds/differences_round.hpp"

namespace tamis::detail {

namespace {

// Nothing has been summed up yet if there are no sums.
DifferencesRound::Sums added(DifferencesRound::Sums all, const DifferencesRound::Sums& later) {
    const auto add = [](std::vector<double>& sums, const std::vector<double>& more) {
        if (sums.empty())
            sums = more;
        else
            for (std::size_t j = 0; j < more.size(); ++j) sums.at(j) += more[j];
    };
    add(all.difference, later.difference);
    add(all.sum, later.sum);
    add(all.square, later.square);
    return all;
}

// Some lists of one shard.
struct PieceOfShard {
    Index shard;
    Index begin, end;  // lists
};

// What is asked of one run in a turn.
struct RunTurn {
    DifferencesRound::Mine own;
    std::vector<Index> shards;  // of each piece
    std::vector<Index> remote;  // the rows of other runs that it needs, ascending
};

class ShardDifferences {
  public:
    ShardDifferences(const Shards& shards, Index lists, Difference kind,
                     FunctionRef<void(Index list, RowPairs& pairs)> pairs_of, const RowMoments* moments,
                     const DifferencesRoom& room)
        : shards_(shards),
          shape_(shards.shape()),
          runs_(shards.runs()),
          kind_(kind),
          pairs_of_(pairs_of),
          moments_(moments),
          room_(room),
          cells_per_run_(room.cells.value_or(shards.parcel_cells())),
          place_of_(at(shape_.rows()), -1),
          waiting_(at(runs_.count())),
          sums_(at(shape_.count())) {
        // One shard is one piece, so that it gives the bits of rows in memory.
        const Index size = shape_.count() == 1
                               ? lists
                               : std::max<Index>(64, room.piece_cells / std::max<Index>(1, shape_.cols));
        std::vector<Index> starts = {0};  // of the lists of each shard
        for (Index shard = 0; shard < shape_.count(); ++shard)
            starts.push_back(first_list_from(shape_.end(shard), starts.back(), lists));
        for (Index run = 0; run < runs_.count(); ++run)
            for (const Index shard : runs_.shards(run))
                for (Index first = starts[at(shard)], end = starts[at(shard) + 1]; first < end; first += size)
                    waiting_[at(run)].push_back({shard, first, std::min(first + size, end)});
        for (auto& pieces : waiting_) std::reverse(pieces.begin(), pieces.end());
    }

    DifferencesRound::Sums run(const DifferencesRound::Request& request, const Context& context) {
        while (std::any_of(waiting_.begin(), waiting_.end(), [](const auto& all) { return !all.empty(); })) {
            std::vector<RunTurn> turn;
            for (Index run = 0; run < runs_.count(); ++run) turn.push_back(next(run));
            Deliveries deliveries(shards_);
            std::vector<std::optional<DifferencesRound::Mine>> own(turn.size());
            for (std::size_t run = 0; run < turn.size(); ++run) {
                if (turn[run].shards.empty()) continue;
                deliveries.want(static_cast<Index>(run), turn[run].remote);
                own[run] = std::move(turn[run].own);
            }
            const auto found = deliveries.run<DifferencesRound>(request, own, context);
            for (std::size_t run = 0; run < found.size(); ++run) keep(turn[run], found[run]);
        }
        return fold_pairs(std::move(sums_), added);
    }

  private:
    void read(Index list) {
        pairs_.others.clear();
        pairs_.weights.clear();
        pairs_.scale = 1.0;
        pairs_of_(list, pairs_);
    }
    // The first of the lists from `first` on whose row is `row` or a later one.
    Index first_list_from(Index row, Index first, Index lists) {
        while (first < lists) {
            const Index middle = first + (lists - first) / 2;
            read(middle);
            if (pairs_.row < row)
                first = middle + 1;
            else
                lists = middle;
        }
        return first;
    }

    // The run's share of the room, but one piece at least.
    RunTurn next(Index run) {
        const auto share = static_cast<Index>(waiting_.size());
        RunTurn turn;
        Index entries = 0;
        while (!waiting_[at(run)].empty()) {
            add(waiting_[at(run)].back(), run, turn, entries);
            waiting_[at(run)].pop_back();
            const Index cells = static_cast<Index>(turn.remote.size()) * std::max<Index>(1, shape_.cols);
            if (cells >= cells_per_run_ || entries >= room_.entries / share) break;
        }
        std::sort(turn.remote.begin(), turn.remote.end());
        // Rows of other runs come after those of this one, by the run that they come from.
        const Index held = runs_.rows(run);
        const std::vector<Index> order = runs_.deal(turn.remote).order;
        for (std::size_t r = 0; r < order.size(); ++r) place_of_[at(turn.remote[r])] = held + order[r];
        for (DifferencesRound::Lists& piece : turn.own.pieces)
            for (Index& other : piece.others) {
                const std::optional<Index> place = runs_.place(run, other);
                other = place ? *place : place_of_[at(other)];
            }
        for (const Index row : turn.remote) place_of_[at(row)] = -1;
        return turn;
    }

    void add(const PieceOfShard& piece, Index run, RunTurn& turn, Index& entries) {
        DifferencesRound::Lists lists;
        const Index first = shape_.begin(piece.shard);
        lists.begin = *runs_.place(run, first);  // a shard with lists has rows
        lists.end = lists.begin + shape_.end(piece.shard) - first;
        for (Index list = piece.begin; list < piece.end; ++list) {
            read(list);
            lists.rows.push_back(pairs_.row - first);
            lists.others.insert(lists.others.end(), pairs_.others.begin(), pairs_.others.end());
            lists.weights.insert(lists.weights.end(), pairs_.weights.begin(), pairs_.weights.end());
            lists.starts.push_back(static_cast<Index>(lists.others.size()));
            if (kind_ == Difference::combined) lists.scales.push_back(pairs_.scale);
            if (moments_ != nullptr) lists.row_weights.push_back(moments_->weights[at(pairs_.row)]);
        }
        for (const Index other : lists.others)
            if (place_of_[at(other)] < 0 && !runs_.place(run, other)) {
                place_of_[at(other)] = 0;
                turn.remote.push_back(other);
            }
        entries += static_cast<Index>(lists.rows.size() + lists.others.size());
        turn.own.pieces.push_back(std::move(lists));
        turn.shards.push_back(piece.shard);
    }

    // The pieces of a shard come in order.
    void keep(const RunTurn& turn, const DifferencesRound::Partial& found) {
        for (std::size_t p = 0; p < turn.shards.size(); ++p) {
            DifferencesRound::Sums& sums = sums_[at(turn.shards[p])];
            sums = added(std::move(sums), found.pieces.at(p));
        }
    }

    const Shards& shards_;
    const ShardsShape& shape_;
    RowRuns runs_;
    Difference kind_;
    FunctionRef<void(Index list, RowPairs& pairs)> pairs_of_;
    const RowMoments* moments_;
    DifferencesRoom room_;
    Index cells_per_run_;
    RowPairs pairs_;
    std::vector<Index> place_of_;  // of the rows that a run gets from others, while it is asked; or -1
    std::vector<std::vector<PieceOfShard>> waiting_;  // of every run, the next one last
    std::vector<DifferencesRound::Sums> sums_;        // of every shard
};

}  // namespace

std::vector<double> shard_differences(const Rows& x, const Shards& shards, Index lists, Difference kind,
                                      FunctionRef<void(Index list, RowPairs& pairs)> pairs_of,
                                      const Context& context, const RowMoments* moments,
                                      const DifferencesRoom& room) {
    DifferencesRound::Request request{kind, moments != nullptr, {}};
    if (moments != nullptr) request.shift.assign(moments->shift, moments->shift + x.cols());
    DifferencesRound::Sums all =
        ShardDifferences(shards, lists, kind, pairs_of, moments, room).run(request, context);
    if (moments != nullptr) {
        std::copy(all.sum.begin(), all.sum.end(), moments->sum);
        std::copy(all.square.begin(), all.square.end(), moments->square);
    }
    return std::move(all.difference);
}

}  // namespace tamis::detail
