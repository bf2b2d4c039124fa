#include "tamis/graph/shards/copied_rows.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/graph/shards/near_lists.hpp"

namespace tamis::detail {

std::vector<Index> CopiedRows::numbers() const {
    std::vector<Index> all(at(count()));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

std::vector<std::vector<Small>> CopiedRows::grow(Index first, Index trees, Index levels,
                                                 const Context& context) const {
    Deliveries deliveries(shards_, Deliveries::Wanted::again);
    std::vector<std::optional<GrowthRound::Mine>> own(at(deliveries.runs()));
    // All get the rows, also if there are fewer trees: they need them next.
    for (Index run = 0; run < workers_; ++run) own[at(run)] = {deliveries.want(run, numbers()), {}};
    for (Index tree = first; tree < first + trees; ++tree)
        own[at((tree - first) % workers_)]->trees.push_back(tree);
    auto found = deliveries.run<GrowthRound>({kind_, levels}, own, context);
    std::vector<std::vector<Small>> orders;
    for (Index tree = 0; tree < trees; ++tree) {
        std::vector<std::vector<Small>>& grown = found[at(tree % workers_)].orders;
        const auto place = at(tree / workers_);
        if (place >= grown.size() || !is_order(grown[place], count()))
            throw Error("an answer with trees is damaged");
        orders.push_back(std::move(grown[place]));
    }
    return orders;
}

void CopiedRows::search_leaves(const ForestRound::Request& request, std::span<const LeafShare> shares,
                               NearestLists& lists, const Context& context) const {
    Deliveries deliveries(shards_, Deliveries::Wanted::again);
    std::vector<std::optional<ForestRound::Mine>> own(at(deliveries.runs()));
    for (Index run = 0; run < workers_; ++run)
        own[at(run)] = {deliveries.want(run, numbers()), shares[at(run)]};
    for (const NearLists& near : deliveries.run<ForestRound>(request, own, context))
        take_near(near, numbers(), lists);
}

std::vector<Small> CopiedRows::search_trees(Index first, Index count, Index levels, NearestLists& lists,
                                            const SearchSteps::Advance& advance,
                                            const Context& context) const {
    const std::vector<std::vector<Small>> orders = grow(first, count, levels, context);
    const std::vector<LeafShare> shares = deal_leaves(orders, levels, workers_);
    // The first tree tells all workers how far they have to look in the others.
    for (Index begin = 0, end = 1; begin < count; begin = end, end = count) {
        std::vector<LeafShare> some;
        for (const LeafShare& share : shares) some.emplace_back(share.begin() + begin, share.begin() + end);
        search_leaves(
            {kind_, levels, lists.places(), {orders.begin() + begin, orders.begin() + end}, limits_of(lists)},
            some, lists, context);
        advance(static_cast<double>(end) / static_cast<double>(count));
    }
    return orders.front();
}

void CopiedRows::descend(Index number, std::span<const Small> order, const std::optional<PackingScale>& quick,
                         NearestLists& lists, const Context& context) const {
    DescentRound::Request request{.points = kind_,
                                  .quick = quick,
                                  .number = number,
                                  .lists = lists.known(),
                                  .limits = limits_of(lists)};
    Deliveries deliveries(shards_, Deliveries::Wanted::again);
    std::vector<std::optional<DescentRound::Mine>> own(at(deliveries.runs()));
    for (Index run = 0; run < workers_; ++run) {
        const Index begin = count() * run / workers_, end = count() * (run + 1) / workers_;
        if (begin == end) continue;
        own[at(run)] = {deliveries.want(run, numbers()), {order.begin() + begin, order.begin() + end}};
    }
    const auto found = deliveries.run<DescentRound>(request, own, context);
    for (std::size_t run = 0; run < found.size(); ++run) {
        if (!own[run]) continue;
        const auto& fresh = found[run].fresh;
        const std::vector<Small>& samples = own[run]->samples;
        if (fresh.size() != samples.size() * at(lists.places()))
            throw Error("an answer with a round of descent is damaged");
        for (std::size_t s = 0; s < samples.size(); ++s)
            for (Index place = 0; place < lists.places(); ++place)
                if (fresh[s * at(lists.places()) + at(place)] == 0) lists.set_compared(samples[s], place);
    }
    for (std::size_t run = 0; run < found.size(); ++run)
        if (own[run]) take_near(found[run].found, numbers(), lists);
}

}  // namespace tamis::detail
