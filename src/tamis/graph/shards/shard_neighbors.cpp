#include "tamis/graph/shards/shard_neighbors.hpp"

#include <algorithm>

#include "tamis/core/shards/parcels_round.hpp"
#include "tamis/graph/shards/meetings.hpp"
#include "tamis/graph/shards/neighbor_round.hpp"

namespace tamis::detail {

namespace {

constexpr Index fewest_rows = 64;

// Rows of one run that travel in a round, and follow each other among all rows.
struct Traveling {
    Index run;
    RowStretch rows;
};

class ShardSearch {
  public:
    ShardSearch(const Rows& x, const Nearness& nearness, std::span<const int> group_of, Index groups, Index k,
                Index lists, const SearchRoom& room, const Context& context)
        : x_(x),
          shards_(*x.shards()),
          group_of_(groups > 1 ? group_of : std::span<const int>()),
          groups_(groups),
          room_(room),
          context_(context),
          runs_(shards_.runs()),
          best_(lists, k) {
        const Index piece = std::max(fewest_rows, room.piece / std::max<Index>(1, x.cols()));
        request_ = {nearness, k, groups, piece, {}};
    }

    void within() {
        context_.report("neighbors", 0.0);
        std::vector<std::optional<NeighborRound::Mine>> own;
        for (Index run = 0; run < runs_.count(); ++run) {
            own.emplace_back(about(run));
            own.back()->within = true;
        }
        const auto found = Deliveries(shards_).run<NeighborRound>(request_, own, context_);
        for (std::size_t run = 0; run < found.size(); ++run) take_own(static_cast<Index>(run), found[run]);
    }

    void across() {
        std::vector<Index> sizes;
        for (Index run = 0; run < runs_.count(); ++run) sizes.push_back(runs_.rows(run));
        const Meetings meetings(sizes);
        Index traveling = 0;
        for (Index run = 0; run < runs_.count(); ++run) traveling += meetings.traveling(run);
        // A run gets about half of the rows that travel; of two runs, the first one gets two thirds.
        const Index cells = room_.traveling.value_or(shards_.traveling_cells());
        const Index at_once = std::max(runs_.count() * fewest_rows, cells / std::max<Index>(1, x_.cols()));
        const Index turns = (traveling + at_once - 1) / at_once;
        for (Index turn = 0; turn < turns; ++turn) {
            context_.report("neighbors", static_cast<double>(1 + turn) / static_cast<double>(1 + turns));
            std::vector<Traveling> now;
            for (Index run = 0; run < runs_.count(); ++run)
                for (const auto& [begin, end] : meetings.part(run, turn, turns))
                    for (const RowStretch& rows : stretches_between(runs_.of(run), begin, end))
                        now.push_back({run, rows});
            // Ties go to the lower number, so rows meet others in this order.
            std::sort(now.begin(), now.end(),
                      [](const Traveling& a, const Traveling& b) { return a.rows.number < b.rows.number; });
            meet(meetings, now);
        }
    }

    // Probes travel to all runs; nothing is asked for the rows there.
    void meet_probes(std::span<const Index> probes) {
        const auto at_once = at(std::max(fewest_rows, room_.probes / std::max<Index>(1, x_.cols())));
        for (std::size_t begin = 0; begin < probes.size(); begin += at_once) {
            context_.report("neighbors", static_cast<double>(begin) / static_cast<double>(probes.size()));
            const auto some = probes.subspan(begin, std::min(at_once, probes.size() - begin));
            NeighborRound::Asked asked{pack_rows(x_.gather(some)), 0, 0, {some.begin(), some.end()}, {}, {}};
            if (groups_ > 1)
                for (const Index probe : some) asked.group_of.push_back(group_of_[at(probe)]);
            asked.caps.assign(some.size() * at(groups_), std::numeric_limits<double>::infinity());
            request_.asked = {std::move(asked)};
            std::vector<std::optional<NeighborRound::Mine>> own;
            for (Index run = 0; run < runs_.count(); ++run) {
                own.emplace_back(about(run));
                own.back()->meetings = {{0, 0, runs_.rows(run)}};
            }
            const RowStretch asked_for[] = {{static_cast<Index>(begin), 0, static_cast<Index>(some.size())}};
            for (const auto& found : Deliveries(shards_).run<NeighborRound>(request_, own, context_))
                best_.offer(asked_for, groups_, found.asked.at(0));
        }
    }

    const BestLists& best() const { return best_; }

  private:
    NeighborRound::Mine about(Index run) const {
        NeighborRound::Mine part;
        part.rows.assign(runs_.of(run).begin(), runs_.of(run).end());
        part.group_of = entries_of(group_of_, part.rows);
        return part;
    }
    std::vector<double> caps(std::span<const RowStretch> rows) const {
        std::vector<double> caps;
        for (const RowStretch& some : rows)
            for (Index list = some.number * groups_; list < some.number_end() * groups_; ++list)
                caps.push_back(best_.cap(list));
        return caps;
    }
    void take_own(Index run, const NeighborRound::Partial& found) {
        best_.offer(runs_.of(run), groups_, found.own);
    }

    // Rows that travel, for those that they meet.
    NeighborRound::Asked asked_of(const Traveling& some, Index first_in_parcel) const {
        const std::span rows(&some.rows, 1);
        return {{}, some.run, first_in_parcel, numbers_of(rows), entries_of(group_of_, rows), caps(rows)};
    }

    void meet(const Meetings& meetings, const std::vector<Traveling>& traveling) {
        Deliveries deliveries(shards_);
        std::vector<std::optional<NeighborRound::Mine>> own(at(runs_.count()));
        std::vector<std::vector<std::size_t>> whom(own.size());  // per run and meeting: of those that travel
        for (Index run = 0; run < runs_.count(); ++run) {
            NeighborRound::Mine part = about(run);
            part.caps = caps(part.rows);
            std::vector<Index> numbers, in_parcel(own.size(), 0);
            for (std::size_t t = 0; t < traveling.size(); ++t) {
                const auto& [from, rows] = traveling[t];
                const auto [begin, last] = meetings.met(from, {rows.place, rows.place_end()}, run);
                if (begin == last) continue;
                part.meetings.push_back({static_cast<Index>(part.asked.size()), begin, last});
                part.asked.push_back(asked_of(traveling[t], in_parcel[at(from)]));
                const std::vector<Index>& more = part.asked.back().numbers;
                numbers.insert(numbers.end(), more.begin(), more.end());
                in_parcel[at(from)] += rows.count;
                whom[at(run)].push_back(t);
            }
            if (part.meetings.empty()) continue;
            deliveries.want(run, numbers);
            own[at(run)] = std::move(part);
        }
        const auto found = deliveries.run<NeighborRound>(request_, own, context_);
        for (std::size_t run = 0; run < found.size(); ++run) {
            if (own[run]) take_own(static_cast<Index>(run), found[run]);
            for (std::size_t m = 0; m < whom[run].size(); ++m)
                best_.offer(std::span(&traveling[whom[run][m]].rows, 1), groups_, found[run].asked.at(m));
        }
    }

    const Rows& x_;
    const Shards& shards_;
    std::span<const int> group_of_;
    Index groups_;
    SearchRoom room_;
    const Context& context_;
    NeighborRound::Request request_;
    RowRuns runs_;
    BestLists best_;
};

}  // namespace

ClassNeighbors shard_neighbors(const Rows& x, const Nearness& nearness, std::span<const int> group_of,
                               Index groups, Index k, std::span<const Index> probes, const Context& context,
                               const SearchRoom& room) {
    const Index owners = probes.empty() ? x.rows() : static_cast<Index>(probes.size());
    // One more for a probe, which is among the rows that it meets.
    ShardSearch search(x, nearness, group_of, groups, probes.empty() ? k : k + 1, owners * groups, room,
                       context);
    if (probes.empty()) {
        search.within();
        search.across();
    } else {
        search.meet_probes(probes);
    }
    const Index lists = owners * groups;
    ClassNeighbors all{owners,
                       groups,
                       k,
                       std::vector<Small>(at(lists * k)),
                       std::vector<double>(at(lists * k)),
                       std::vector<Small>(at(lists))};
    for (Index list = 0; list < lists; ++list) {
        const Index self = probes.empty() ? -1 : probes[at(list / groups)];
        const std::span<const Small> index = search.best().of(list);
        Small& used = all.found[at(list)];
        for (std::size_t p = 0; p < index.size() && used < k; ++p) {
            if (index[p] == self) continue;
            all.index[at(list * k + used)] = index[p];
            all.distances[at(list * k + used)] = search.best().distances_of(list)[p];
            ++used;
        }
    }
    return all;
}

}  // namespace tamis::detail
