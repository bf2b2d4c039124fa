#include "tamis/graph/shards/tree_rounds.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/graph/approximate/leaf_search.hpp"
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

LeavesRound::Partial LeavesRound::partial(const Request& request, const Own& own, const Rows& run,
                                          const Context& given) {
    const auto mine = from_bytes<Mine>(own.own);
    const Matrix cells = delivered_rows(own, mine.rows, run);
    if (!is_order(mine.order, cells.rows()) || mine.nodes.empty() ||
        static_cast<Index>(mine.caps.size()) != cells.rows() || request.places < 1 || request.levels < 0 ||
        request.levels > levels_of_tree(cells.rows(), 1))
        damaged_trees();
    Context context = given;
    context.seed = request.points.seed;
    const blas::SingleThreaded one_thread_per_product;
    const SampleRows rows(cells, request.points.metric, context);
    const std::unique_ptr<Points> points = make_points(rows, context.seed);
    std::vector<Leaves> trees =
        grow_trees(TreePoints(*points, context), mine.nodes, mine.order, request.levels, context);
    NearestLists lists(cells.rows(), request.places);
    BufferPool pool;
    const auto keep = [&](Index list, std::span<const Small> near, std::span<const double> distances) {
        for (std::size_t p = 0; p < near.size(); ++p) lists.insert(list, near[p], distances[p]);
    };
    const auto cap = [&](Index list) { return std::min(mine.caps[at(list)], lists.limit(list)); };
    for (const Leaves& leaves : trees)
        LeafSearch{*points, leaves, {}, 1, request.places}.run(cap, keep, pool, context);
    Partial found;
    Index all = 0;
    for (Index i = 0; i < cells.rows(); ++i) all += lists.count(i);
    found.near.found.reserve(at(cells.rows()));
    found.near.index.reserve(at(all));
    found.near.distances.reserve(at(all));
    for (Index i = 0; i < cells.rows(); ++i) {
        found.near.found.push_back(lists.count(i));
        found.near.index.insert(found.near.index.end(), lists.of(i).begin(), lists.of(i).end());
        const auto distances = lists.distances_of(i);
        found.near.distances.insert(found.near.distances.end(), distances.begin(), distances.end());
    }
    if (mine.wants_order) found.order = std::move(trees.front().order);
    return found;
}

}  // namespace tamis::detail
