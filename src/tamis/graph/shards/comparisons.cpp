#include "tamis/graph/shards/comparisons.hpp"

#include <algorithm>

namespace tamis::detail {

Comparisons::Comparisons(const Shards& shards, Index room)
    : shards_(shards),
      meeting_runs_(shards.meeting_runs()),
      room_(room),
      place_of_(at(shards.shape().rows()), -1) {}

void Comparisons::meet(const Group& group, std::vector<Index>& numbers) {
    for (const std::span<const Small> members : {group.fresh, group.old})
        for (const Small i : members)
            if (place_of_[at(i)] < 0) {
                place_of_[at(i)] = 0;
                numbers.push_back(i);
            }
}

void Comparisons::run(const ComparisonRound::Request& request, Index groups, FunctionRef<Group(Index)> group,
                      FunctionRef<double(Small)> limit, FunctionRef<void(Small, Small, double)> found,
                      const Context& context) {
    Index next = 0;
    while (next < groups) {
        Deliveries deliveries(shards_);
        const auto workers = static_cast<Index>(meeting_runs_.size());
        const Index share = (groups - next + workers - 1) / workers;
        std::vector<std::optional<ComparisonRound::Mine>> own(at(deliveries.runs()));
        std::vector<std::vector<Index>> numbers(own.size());
        for (const Index meeting_run : meeting_runs_) {
            const std::size_t run = at(meeting_run);
            const Index begin = next, last = std::min(next + share, groups);
            for (; next < last && static_cast<Index>(numbers[run].size()) < room_; ++next)
                if (!group(next).fresh.empty()) meet(group(next), numbers[run]);
            if (numbers[run].empty()) continue;
            std::sort(numbers[run].begin(), numbers[run].end());
            ComparisonRound::Mine& mine = own[run].emplace();
            mine.rows = deliveries.want(static_cast<Index>(run), numbers[run]);
            for (std::size_t p = 0; p < numbers[run].size(); ++p) {
                place_of_[at(numbers[run][p])] = static_cast<Small>(p);
                mine.limits.push_back(limit(static_cast<Small>(numbers[run][p])));
            }
            const auto add = [&](std::span<const Small> members, std::vector<Small>& counts,
                                 std::vector<Small>& all) {
                counts.push_back(static_cast<Small>(members.size()));
                for (const Small i : members) all.push_back(place_of_[at(i)]);
            };
            for (Index g = begin; g < next; ++g) {
                const Group some = group(g);
                if (some.fresh.empty()) continue;
                add(some.fresh, mine.fresh_counts, mine.fresh);
                add(some.old, mine.old_counts, mine.old);
            }
            for (const Index number : numbers[run]) place_of_[at(number)] = -1;
        }
        const auto partials = deliveries.run<ComparisonRound>(request, own, context);
        for (std::size_t run = 0; run < partials.size(); ++run) {
            const auto number = [&](Small place) {
                return static_cast<Small>(numbers[run].at(static_cast<std::size_t>(place)));
            };
            const ComparisonRound::Partial& some = partials[run];
            for (std::size_t p = 0; p < some.samples.size(); ++p)
                found(number(some.samples[p]), number(some.neighbors.at(p)), some.distances.at(p));
        }
    }
}

}  // namespace tamis::detail
