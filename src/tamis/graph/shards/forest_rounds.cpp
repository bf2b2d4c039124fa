#include "tamis/graph/shards/forest_rounds.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void damaged_forest() { throw Error("a request for whole trees is damaged"); }

Context with_seed(Context context, const PointsKind& points) {
    context.seed = points.seed;
    return context;
}

// Those of a tree with these numbers. Throws Error if they are not there, or not in ascending order.
Leaves some_leaves(const std::vector<Small>& order, const std::vector<Index>& start,
                   std::span<const Index> numbers, Index samples) {
    if (!is_order(order, samples)) damaged_forest();
    Leaves some{{}, {0}};
    Index least = 0;
    for (const Index leaf : numbers) {
        if (leaf < least || at(leaf) + 1 >= start.size()) damaged_forest();
        least = leaf + 1;
        some.order.insert(some.order.end(), order.begin() + start[at(leaf)],
                          order.begin() + start[at(leaf) + 1]);
        some.start.push_back(static_cast<Index>(some.order.size()));
    }
    return some;
}

}  // namespace

GrowthRound::Partial GrowthRound::partial(const Request& request, const Own& own, const Rows& run,
                                          const Context& given) {
    const auto mine = from_bytes<Mine>(own.own);
    const DeliveredRows delivered = delivered_rows(own, mine.rows, run);
    const MatrixView& cells = delivered.cells;
    if (!may_have_levels(request.levels, cells.rows())) damaged_forest();
    const Context context = with_seed(given, request.points);
    const SampleRows rows(cells, request.points.metric, context);
    const std::unique_ptr<Points> points = make_points(rows, context.seed);
    Partial found;
    for (Leaves& leaves :
         grow_trees(TreePoints(*points, context), roots_of(mine.trees), request.levels, context))
        found.orders.push_back(std::move(leaves.order));
    return found;
}

std::vector<LeafShare> deal_leaves(std::span<const std::vector<Small>> orders, Index levels, Index workers) {
    std::vector<LeafShare> shares(at(workers));
    if (orders.empty()) return shares;
    // Samples that follow each other in the leaves of the first tree are near each other.
    const std::vector<Small>& first = orders.front();
    std::vector<Index> place(first.size());
    for (std::size_t p = 0; p < first.size(); ++p) place[at(first[p])] = static_cast<Index>(p);
    const std::vector<Index> start = leaf_starts(static_cast<Index>(first.size()), levels);
    const auto leaves = static_cast<Index>(start.size()) - 1;
    for (const std::vector<Small>& order : orders) {
        std::vector<std::pair<double, Index>> ranked;  // mean place, leaf
        for (Index leaf = 0; leaf < leaves; ++leaf) {
            Index sum = 0;
            for (Index p = start[at(leaf)]; p < start[at(leaf) + 1]; ++p) sum += place[at(order[at(p)])];
            const Index samples = std::max<Index>(1, start[at(leaf) + 1] - start[at(leaf)]);
            ranked.emplace_back(static_cast<double>(sum) / static_cast<double>(samples), leaf);
        }
        std::sort(ranked.begin(), ranked.end());
        for (Index worker = 0; worker < workers; ++worker) {
            std::vector<Index> mine;
            for (Index r = leaves * worker / workers; r < leaves * (worker + 1) / workers; ++r)
                mine.push_back(ranked[at(r)].second);
            std::sort(mine.begin(), mine.end());
            shares[at(worker)].push_back(std::move(mine));
        }
    }
    return shares;
}

ForestRound::Partial ForestRound::partial(const Request& request, const Own& own, const Rows& run,
                                          const Context& given) {
    const auto mine = from_bytes<Mine>(own.own);
    const DeliveredRows delivered = delivered_rows(own, mine.rows, run);
    const MatrixView& cells = delivered.cells;
    if (!may_have_levels(request.levels, cells.rows()) || !may_have_places(request.places) ||
        static_cast<Index>(request.caps.size()) != cells.rows() ||
        mine.leaves.size() != request.orders.size())
        damaged_forest();
    std::vector<Leaves> trees;
    for (std::size_t tree = 0; tree < mine.leaves.size(); ++tree)
        trees.push_back(some_leaves(request.orders[tree], leaf_starts(cells.rows(), request.levels),
                                    mine.leaves[tree], cells.rows()));
    const Context context = with_seed(given, request.points);
    const blas::SingleThreaded one_thread_per_product;
    const SampleRows rows(cells, request.points.metric, context);
    const std::unique_ptr<Points> points = make_points(rows, context.seed);
    return near_in_leaves(*points, trees, request.places, request.caps, context);
}

}  // namespace tamis::detail
