#include "tamis/graph/shards/comparisons.hpp"

#include <algorithm>

namespace tamis::detail {

namespace {

[[noreturn]] void damaged_comparisons() { throw Error("an answer with comparisons of samples is damaged"); }

}  // namespace

Comparisons::Comparisons(const Shards& shards, Index room)
    : shards_(shards), room_(room), place_of_(at(shards.shape().rows()), -1) {}

void Comparisons::meet(const SampleGroup& group, std::vector<Index>& numbers) {
    for (const std::span<const Small> members : {group.fresh, group.old})
        for (const Small i : members)
            if (place_of_[at(i)] < 0) {
                place_of_[at(i)] = 0;
                numbers.push_back(i);
            }
}

ComparisonRound::Mine Comparisons::request_for(std::span<const Index> numbers, Index begin, Index end,
                                               FunctionRef<SampleGroup(Index)> group,
                                               FunctionRef<double(Small)> limit) {
    ComparisonRound::Mine mine;
    for (std::size_t p = 0; p < numbers.size(); ++p) {
        place_of_[at(numbers[p])] = static_cast<Small>(p);
        mine.limits.push_back(limit(static_cast<Small>(numbers[p])));
    }
    const auto add = [&](std::span<const Small> members, std::vector<Small>& counts,
                         std::vector<Small>& all) {
        counts.push_back(static_cast<Small>(members.size()));
        for (const Small i : members) all.push_back(place_of_[at(i)]);
    };
    for (Index g = begin; g < end; ++g) {
        const SampleGroup some = group(g);
        if (some.fresh.empty()) continue;
        add(some.fresh, mine.fresh_counts, mine.fresh);
        add(some.old, mine.old_counts, mine.old);
    }
    for (const Index number : numbers) place_of_[at(number)] = -1;
    return mine;
}

void Comparisons::run(const ComparisonRound::Request& request, Index groups,
                      FunctionRef<SampleGroup(Index)> group, FunctionRef<double(Small)> limit,
                      FunctionRef<void(Small, Small, double)> found, const Context& context) {
    Index next = 0;
    while (next < groups) {
        Deliveries deliveries(shards_);
        const Index share = (groups - next + deliveries.runs() - 1) / deliveries.runs();
        std::vector<std::optional<ComparisonRound::Mine>> own(at(deliveries.runs()));
        std::vector<std::vector<Index>> numbers(own.size());
        bool any = false;
        for (Index run = 0; run < deliveries.runs(); ++run) {
            std::vector<Index>& met = numbers[at(run)];
            const Index begin = next, last = std::min(next + share, groups);
            for (; next < last && static_cast<Index>(met.size()) < room_; ++next)
                if (!group(next).fresh.empty()) meet(group(next), met);
            if (met.empty()) continue;
            std::sort(met.begin(), met.end());
            own[at(run)] = request_for(met, begin, next, group, limit);
            own[at(run)]->rows = deliveries.want(run, met);
            any = true;
        }
        if (!any) continue;
        const auto partials = deliveries.run<ComparisonRound>(request, own, context);
        for (std::size_t run = 0; run < partials.size(); ++run) {
            const ComparisonRound::Partial& some = partials[run];
            if (!some.is_sound(static_cast<Index>(numbers[run].size()))) damaged_comparisons();
            const auto number = [&](Small place) { return static_cast<Small>(numbers[run][at(place)]); };
            for (std::size_t p = 0; p < some.samples.size(); ++p)
                found(number(some.samples[p]), number(some.neighbors[p]), some.distances[p]);
        }
    }
}

}  // namespace tamis::detail
