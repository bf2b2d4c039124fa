#include "tamis/graph/shards/shard_steps.hpp"

#include <algorithm>
#include <limits>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/chosen.hpp"
#include "tamis/graph/approximate/descent.hpp"
#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/shards/shard_neighbors.hpp"
#include "tamis/graph/shards/shard_trees.hpp"

namespace tamis::detail {

namespace {

constexpr Index fewest_sent = 256;    // that a run is sent in a round
constexpr Index fill_at_once = 4096;  // lists
constexpr Index most_in_group = 1024;

Index rows_in_room(const Rows& x, Index cells, Index room) {
    const Index per_row = std::max<Index>(1, cells / std::max<Index>(1, x.rows()));
    return std::max(fewest_sent, room / per_row);
}

}  // namespace

ShardSteps::ShardSteps(const Rows& x, Metric metric, Index cells, const Context& context,
                       std::optional<TravelRoom> room)
    : x_(x),
      shards_(*x.shards()),
      kind_{metric, context.seed},
      shape_{x.cols(), x.sparse(), metric == Metric::cosine},
      context_(context),
      workers_(shards_.runs().count()),
      room_(rows_in_room(x, cells, room ? room->parcel : shards_.parcel_cells())),
      comparisons_(shards_, room_),
      copied_(shards_, kind_),
      cells_(cells),
      copy_cells_(room ? room->copy : shards_.copy_cells()) {}

bool ShardSteps::are_copied(const NearestLists& lists) const {
    // A worker also gets the lists, and has some of its own: about as much as two cells for every place.
    // Sparse cells have columns, too, and are copied as they grow.
    const Index rows = (x_.sparse() ? 2 : 1) * cells_, of_lists = 2 * lists.lists() * lists.places();
    // With more workers than trees some would grow none, and the copies are many.
    return rows + of_lists <= copy_cells_ && workers_ <= forest().trees;
}

ClassNeighbors ShardSteps::probe(std::span<const Index> samples, Index k) const {
    const Nearness nearness{kind_.metric == Metric::cosine ? Nearness::cosine : Nearness::euclidean, {}};
    const Context quiet{.threads = context_.threads, .seed = context_.seed, .cancel = context_.cancel};
    return shard_neighbors(x_, nearness, {}, 1, k, samples, quiet);
}

std::vector<Small> ShardSteps::search_trees(Index first, Index count, NearestLists& lists,
                                            const Advance& advance) {
    const Index levels = levels_of_tree(x_.rows(), forest().leaf);
    if (are_copied(lists)) return copied_.search_trees(first, count, levels, lists, advance, context_);
    // Every worker gets something to do, and has room for it.
    Index above = levels_of_tree(x_.rows(), room_);
    while ((Index{1} << above) < workers_) ++above;
    above = std::min(above, levels);
    // Trees that are grown together take fewer rounds, but their directions are in the driver.
    const Index cells = std::max<Index>(1, shape_.direction_size() << above);
    const Index together = std::clamp<Index>(shards_.parcel_cells() / cells, 1, count);
    std::vector<Leaves> tops;
    std::vector<Small> order;
    for (Index t = 0; t < count; ++t) {
        if (t % together == 0)
            tops = grow_trees(ShardedTreeSamples(x_, kind_, context_), first + t,
                              std::min(together, count - t), above, context_);
        ShardTree tree{std::move(tops[at(t % together)]), first + t, above, levels - above, t == 0};
        tree.search(shards_, kind_, lists, context_);
        if (t == 0) order = std::move(tree.top.order);
        advance(static_cast<double>(t + 1) / static_cast<double>(count));
    }
    return order;
}

void ShardSteps::fill_short_lists(const RandomBeginnings& beginnings, NearestLists& lists) {
    for (Index begin = 0; begin < count(); begin += fill_at_once) {
        const Index end = std::min(begin + fill_at_once, count());
        std::vector<std::vector<Small>> wanted(at(end - begin));
        std::vector<Small> samples(wanted.size());
        std::vector<SampleGroup> groups;
        for (std::size_t p = 0; p < wanted.size(); ++p) {
            samples[p] = static_cast<Small>(begin + static_cast<Index>(p));
            wanted[p] = beginnings.of(samples[p], 0, lists);
            std::sort(wanted[p].begin(), wanted[p].end());
            for (std::size_t from = 0; from < wanted[p].size(); from += at(most_in_group))
                groups.push_back({std::span(samples).subspan(p, 1),
                                  std::span(wanted[p]).subspan(
                                      from, std::min(at(most_in_group), wanted[p].size() - from))});
        }
        const auto limit = [&](Small i) {
            return i >= begin && i < end ? std::numeric_limits<double>::infinity() : -1.0;
        };
        // Two samples of the batch hear of each other if either has asked for the other.
        const auto take = [&](Small i, Small j, double distance) {
            const std::vector<Small>& asked = wanted[at(i - begin)];
            if (std::binary_search(asked.begin(), asked.end(), j)) lists.insert(i, j, distance);
        };
        comparisons_.run(
            {kind_, std::nullopt}, static_cast<Index>(groups.size()),
            [&](Index group) { return groups[at(group)]; }, limit, take, context_);
    }
}

void ShardSteps::descend(Index number, std::span<const Small> order, NearestLists& lists,
                         const Advance& advance) {
    if (number == 0 && shape_.has_quick()) {
        const Matrix some = x_.gather(PackingScale::samples(x_.rows(), x_.cols()));
        quick_ = PackingScale::of_samples(some.dense().view(), {}, PackingScale::Unit::usual);
    }
    if (are_copied(lists)) {
        copied_.descend(number, order, quick_, lists, context_);
        advance(1.0);
        return;
    }
    const ChosenNeighbors chosen(lists, 1, number, context_);
    const std::vector<double> limits = limits_of(lists);
    for (Index begin = 0; begin < count(); begin += descent_batch) {
        const Index end = std::min(begin + descent_batch, count());
        Updates updates(count());
        comparisons_.run(
            {kind_, quick_, lists.places()}, end - begin,
            [&](Index p) {
                const Small i = order[at(begin + p)];
                return SampleGroup{chosen.fresh.of(i), chosen.old.of(i)};
            },
            [&](Small i) { return limits[at(i)]; },
            [&](Small i, Small j, double distance) {
                updates.add(0, {i, j, distance});
            },
            context_);
        updates.insert(
            lists, [](const Update& update) { return Index{update.sample}; }, context_);
        advance(static_cast<double>(end) / static_cast<double>(count()));
    }
}

Neighbors search_on_shards(const Rows& x, Index k, Metric metric, Index cells, double recall,
                           const Context& context, std::optional<TravelRoom> room) {
    ShardSteps steps(x, metric, cells, context, room);
    ApproximateNeighbors found = approximate_search(steps, k, {.recall = recall}, context);
    return {x.rows(), k, std::move(found.lists.index), std::move(found.lists.distances), found.found_by};
}

}  // namespace tamis::detail
