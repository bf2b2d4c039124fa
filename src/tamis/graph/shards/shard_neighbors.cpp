#include "tamis/graph/shards/shard_neighbors.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/shards/parcels_round.hpp"
#include "tamis/graph/shards/meetings.hpp"
#include "tamis/graph/shards/neighbor_round.hpp"

namespace tamis::detail {

namespace {

constexpr Index fewest_rows = 64;

// Rows of one run that travel in a round.
struct Traveling {
    Index run;
    Meetings::Range range;
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
          begins_(shards_.run_rows()),
          best_(lists, k) {
        const Index piece = std::max(fewest_rows, room.piece / std::max<Index>(1, x.cols()));
        request_ = {nearness, k, groups, piece, {}};
    }

    void within() {
        context_.report("neighbors", 0.0);
        std::vector<std::optional<NeighborRound::Mine>> own;
        for (Index run = 0; run < runs(); ++run) {
            own.emplace_back(about(run));
            own.back()->within = true;
        }
        const auto found = Deliveries(shards_).run<NeighborRound>(request_, own, context_);
        for (std::size_t run = 0; run < found.size(); ++run) take_own(static_cast<Index>(run), found[run]);
    }

    void across() {
        std::vector<Index> sizes;
        for (Index run = 0; run < runs(); ++run) sizes.push_back(end(run) - begins_[at(run)]);
        const Meetings meetings(sizes);
        Index traveling = 0;
        for (Index run = 0; run < runs(); ++run) traveling += meetings.traveling(run);
        const Index at_once = std::max(runs() * fewest_rows, room_.traveling / std::max<Index>(1, x_.cols()));
        const Index turns = (traveling + at_once - 1) / at_once;
        for (Index turn = 0; turn < turns; ++turn) {
            context_.report("neighbors", static_cast<double>(1 + turn) / static_cast<double>(1 + turns));
            std::vector<Traveling> now;
            for (Index run = 0; run < runs(); ++run)
                for (const Meetings::Range& range : meetings.part(run, turn, turns))
                    now.push_back({run, range});
            meet(meetings, now);
        }
    }

    // Probes travel to all runs; nothing is asked for the rows there.
    void meet_probes(std::span<const Index> probes) {
        const auto at_once = at(std::max(fewest_rows, room_.traveling / std::max<Index>(1, x_.cols())));
        for (std::size_t begin = 0; begin < probes.size(); begin += at_once) {
            context_.report("neighbors", static_cast<double>(begin) / static_cast<double>(probes.size()));
            const auto some = probes.subspan(begin, std::min(at_once, probes.size() - begin));
            NeighborRound::Asked asked{pack_rows(x_.gather(some)), 0, 0, {some.begin(), some.end()}, {}, {}};
            if (groups_ > 1)
                for (const Index probe : some) asked.group_of.push_back(group_of_[at(probe)]);
            asked.caps.assign(some.size() * at(groups_), std::numeric_limits<double>::infinity());
            request_.asked = {std::move(asked)};
            std::vector<std::optional<NeighborRound::Mine>> own;
            for (Index run = 0; run < runs(); ++run) {
                own.emplace_back(about(run));
                own.back()->meetings = {{0, 0, end(run) - begins_[at(run)]}};
            }
            for (const auto& found : Deliveries(shards_).run<NeighborRound>(request_, own, context_))
                best_.offer(static_cast<Index>(begin) * groups_, found.asked.at(0));
        }
    }

    const BestLists& best() const { return best_; }

  private:
    Index runs() const { return static_cast<Index>(begins_.size()) - 1; }
    Index end(Index run) const { return begins_[at(run) + 1]; }

    NeighborRound::Mine about(Index run) const {
        NeighborRound::Mine part;
        part.first = begins_[at(run)];
        if (!group_of_.empty()) {
            const auto groups = group_of_.subspan(at(part.first), at(end(run) - part.first));
            part.group_of.assign(groups.begin(), groups.end());
        }
        return part;
    }
    // Of the rows begin … end-1 of all.
    std::vector<double> caps(Index begin, Index end) const {
        std::vector<double> caps;
        for (Index list = begin * groups_; list < end * groups_; ++list) caps.push_back(best_.cap(list));
        return caps;
    }
    void take_own(Index run, const NeighborRound::Partial& found) {
        best_.offer(begins_[at(run)] * groups_, found.own);
    }

    // The rows of a run that travel, for those that they meet.
    NeighborRound::Asked asked_of(const Traveling& some, Index first_in_parcel) const {
        const Index first = begins_[at(some.run)] + some.range.first;
        const Index last = begins_[at(some.run)] + some.range.second;
        NeighborRound::Asked asked{
            {}, some.run, first_in_parcel, std::vector<Index>(at(last - first)), {}, caps(first, last)};
        std::iota(asked.numbers.begin(), asked.numbers.end(), first);
        if (!group_of_.empty()) {
            const auto groups = group_of_.subspan(at(first), at(last - first));
            asked.group_of.assign(groups.begin(), groups.end());
        }
        return asked;
    }

    void meet(const Meetings& meetings, const std::vector<Traveling>& traveling) {
        Deliveries deliveries(shards_);
        std::vector<std::optional<NeighborRound::Mine>> own(at(runs()));
        std::vector<std::vector<std::size_t>> whom(own.size());  // per run and meeting: of those that travel
        for (Index run = 0; run < runs(); ++run) {
            NeighborRound::Mine part = about(run);
            part.caps = caps(part.first, end(run));
            std::vector<Index> numbers;
            Index first_in_parcel = 0;
            for (std::size_t t = 0; t < traveling.size(); ++t) {
                if (t > 0 && traveling[t].run != traveling[t - 1].run) first_in_parcel = 0;
                const auto [begin, last] = meetings.met(traveling[t].run, traveling[t].range, run);
                if (begin == last) continue;
                part.meetings.push_back({static_cast<Index>(part.asked.size()), begin, last});
                part.asked.push_back(asked_of(traveling[t], first_in_parcel));
                const std::vector<Index>& more = part.asked.back().numbers;
                numbers.insert(numbers.end(), more.begin(), more.end());
                first_in_parcel += static_cast<Index>(more.size());
                whom[at(run)].push_back(t);
            }
            if (part.meetings.empty()) continue;
            deliveries.want(run, numbers);
            own[at(run)] = std::move(part);
        }
        const auto found = deliveries.run<NeighborRound>(request_, own, context_);
        for (std::size_t run = 0; run < found.size(); ++run) {
            take_own(static_cast<Index>(run), found[run]);
            for (std::size_t m = 0; m < whom[run].size(); ++m) {
                const Traveling& some = traveling[whom[run][m]];
                best_.offer((begins_[at(some.run)] + some.range.first) * groups_, found[run].asked.at(m));
            }
        }
    }

    const Rows& x_;
    const Shards& shards_;
    std::span<const int> group_of_;
    Index groups_;
    SearchRoom room_;
    const Context& context_;
    NeighborRound::Request request_;
    std::vector<Index> begins_;  // where each run's rows begin among all rows, and their number
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
