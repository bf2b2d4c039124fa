#include "tamis/graph/shards/copied_rows.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/graph/approximate/descent.hpp"
#include "tamis/graph/shards/shard_trees.hpp"

namespace tamis::detail {

std::vector<Small> CopiedRows::search_trees(Index first, Index count, Index levels, NearestLists& lists,
                                            const Context& context) const {
    std::vector<Small> order(at(this->count()));
    std::iota(order.begin(), order.end(), Small{0});
    const SamplesBelow all(order);
    Deliveries deliveries(shards_, Deliveries::Wanted::again);
    std::vector<std::optional<LeavesRound::Mine>> own(at(deliveries.runs()));
    for (Index run = 0; run < std::min(workers_, count); ++run) {
        std::vector<TreeNode> roots;
        for (Index tree = first + run; tree < first + count; tree += workers_)
            roots.push_back({.tree = tree});
        own[at(run)] = all.request(deliveries.want(run, all.numbers()), roots, lists, run == 0);
    }
    const auto found = deliveries.run<LeavesRound>({kind_, levels, lists.places()}, own, context);
    for (std::size_t run = 0; run < found.size(); ++run)
        if (own[run]) all.take(found[run], run == 0, lists);
    return order;
}

Index CopiedRows::descend(Index number, std::span<const Small> order,
                          const std::optional<PackingScale>& quick, NearestLists& lists,
                          const Context& context) const {
    DescentRound::Request request{.points = kind_,
                                  .quick = quick,
                                  .number = number,
                                  .lists = lists.known(),
                                  .limits = limits_of(lists)};
    std::vector<Index> numbers(at(count()));
    std::iota(numbers.begin(), numbers.end(), Index{0});
    Deliveries deliveries(shards_, Deliveries::Wanted::again);
    std::vector<std::optional<DescentRound::Mine>> own(at(deliveries.runs()));
    for (Index run = 0; run < workers_; ++run) {
        const Index begin = count() * run / workers_, end = count() * (run + 1) / workers_;
        if (begin == end) continue;
        own[at(run)] = {deliveries.want(run, numbers), {order.begin() + begin, order.begin() + end}};
    }
    const auto found = deliveries.run<DescentRound>(request, own, context);
    // What was found around the samples is put into the lists in their order.
    Updates updates(count());
    for (std::size_t run = 0; run < found.size(); ++run) {
        if (!own[run]) continue;
        const auto& [pairs, fresh] = found[run];
        const std::vector<Small>& samples = own[run]->samples;
        if (!pairs.is_sound(count()) || fresh.size() != samples.size() * at(lists.places()))
            throw Error("an answer with a round of descent is damaged");
        for (std::size_t s = 0; s < samples.size(); ++s)
            for (Index place = 0; place < lists.places(); ++place)
                if (fresh[s * at(lists.places()) + at(place)] == 0) lists.set_compared(samples[s], place);
        for (std::size_t p = 0; p < pairs.samples.size(); ++p)
            updates.add(0, {pairs.samples[p], pairs.neighbors[p], pairs.distances[p]});
    }
    return updates.insert(
        lists, [](const Update& update) { return Index{update.sample}; }, context);
}

}  // namespace tamis::detail
