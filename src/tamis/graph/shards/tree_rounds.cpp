#include "tamis/graph/shards/tree_rounds.hpp"

#include <algorithm>
#include <bit>

#include "tamis/algebra/blas.hpp"
#include "tamis/graph/approximate/leaf_search.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void damaged_trees() { throw Error("a request for the trees of a neighbor search is damaged"); }

void require_sound(const ProjectionsRound::Request& request, const ProjectionsRound::Own& own,
                   const Rows& run) {
    if (own.node_of.size() != request.directions.size()) damaged_trees();
    for (const std::vector<Small>& node_of : own.node_of) require_per_row(node_of.size(), run);
}

}  // namespace

bool is_order(std::span<const Small> order, Index samples) {
    std::vector<bool> met(at(samples));
    for (const Small sample : order) {
        if (sample < 0 || sample >= samples || met[at(sample)]) return false;
        met[at(sample)] = true;
    }
    return static_cast<Index>(order.size()) == samples;
}

bool may_have_levels(Index levels, Index samples) {
    return levels >= 0 && at(levels) < std::size_t{std::bit_width(at(samples))};
}

ProjectionsRound::Partial ProjectionsRound::partial(const Request& request, const Own& own, const Rows& run,
                                                    const Context& context) {
    require_sound(request, own, run);
    Partial found;
    for (const std::vector<Small>& node_of : own.node_of) found.projections.emplace_back(node_of.size());
    run.for_each_block(context, [&](const RowBlock& block) {
        const SampleRows rows(block.cells, request.points.metric, context);
        const std::unique_ptr<Points> points = make_points(rows, request.points.seed);
        std::vector<TreeProjections> trees;
        for (std::size_t t = 0; t < own.node_of.size(); ++t) {
            const auto first = at(block.first), count = at(block.cells.rows());
            const auto node_of = std::span(own.node_of[t]).subspan(first, count);
            const Index nodes = static_cast<Index>(request.directions[t].size()) /
                                std::max<Index>(1, points->direction_size());
            for (const Small node : node_of)
                if (node < 0 || node >= nodes) damaged_trees();
            trees.push_back(
                {node_of, request.directions[t], std::span(found.projections[t]).subspan(first, count)});
        }
        TreePoints(*points, context).project(trees);
    });
    return found;
}

NearLists near_in_leaves(const Points& points, std::span<const Leaves> trees, Index places,
                         std::span<const double> caps, const Context& context) {
    places = std::min(places, points.count());  // more are never taken
    NearestLists lists(points.count(), places);
    const auto cap = [&](Index sample) { return std::min(caps[at(sample)], lists.limit(sample)); };
    const auto keep = [&](Index sample, std::span<const Small> others, std::span<const double> away) {
        for (std::size_t p = 0; p < others.size(); ++p) lists.insert(sample, others[p], away[p]);
    };
    BufferPool pool;
    for (const Leaves& leaves : trees)
        LeafSearch{points, leaves, {}, 1, places}.run(cap, keep, pool, context);
    return near_lists_of(lists);
}

LeavesRound::Partial LeavesRound::partial(const Request& request, const Own& own, const Rows& run,
                                          const Context& given) {
    const auto mine = from_bytes<Mine>(own.own);
    const DeliveredRows delivered = delivered_rows(own, mine.rows, run);
    const MatrixView& cells = delivered.cells;
    if (!is_order(mine.order, cells.rows()) || static_cast<Index>(mine.caps.size()) != cells.rows() ||
        !may_have_places(request.places) || !may_have_levels(request.levels, cells.rows()))
        damaged_trees();
    Context context = given;
    context.seed = request.points.seed;
    const blas::SingleThreaded one_thread_per_product;
    const SampleRows rows(cells, request.points.metric, context);
    const std::unique_ptr<Points> points = make_points(rows, context.seed);
    std::vector<Leaves> trees = grow_trees(TreePoints(*points, context), std::span(&mine.node, 1), mine.order,
                                           request.levels, context);
    Partial found{near_in_leaves(*points, trees, request.places, mine.caps, context), {}};
    if (mine.wants_order) found.order = std::move(trees.front().order);
    return found;
}

}  // namespace tamis::detail
