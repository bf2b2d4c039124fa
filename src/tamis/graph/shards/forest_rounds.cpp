#include "tamis/graph/shards/forest_rounds.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void damaged_forest() { throw Error("a request for whole trees is damaged"); }

void require_levels(Index levels, Index samples) {
    if (levels < 0 || levels > levels_of_tree(samples, 1)) damaged_forest();
}

Context with_seed(Context context, const PointsKind& points) {
    context.seed = points.seed;
    return context;
}

}  // namespace

GrowthRound::Partial GrowthRound::partial(const Request& request, const Own& own, const Rows& run,
                                          const Context& given) {
    const auto mine = from_bytes<Mine>(own.own);
    const DeliveredRows delivered = delivered_rows(own, mine.rows, run);
    const MatrixView& cells = delivered.cells;
    require_levels(request.levels, cells.rows());
    const Context context = with_seed(given, request.points);
    const SampleRows rows(cells, request.points.metric, context);
    const std::unique_ptr<Points> points = make_points(rows, context.seed);
    Partial found;
    for (Leaves& leaves :
         grow_trees(TreePoints(*points, context), roots_of(mine.trees), request.levels, context))
        found.orders.push_back(std::move(leaves.order));
    return found;
}

ForestRound::Partial ForestRound::partial(const Request& request, const Own& own, const Rows& run,
                                          const Context& given) {
    const auto mine = from_bytes<Mine>(own.own);
    const DeliveredRows delivered = delivered_rows(own, mine.rows, run);
    const MatrixView& cells = delivered.cells;
    require_levels(request.levels, cells.rows());
    const std::vector<Index> start = leaf_starts(cells.rows(), request.levels);
    if (request.places < 1 || !is_order(request.order, cells.rows()) ||
        static_cast<Index>(request.caps.size()) != cells.rows() || mine.begin < 0 || mine.begin > mine.end ||
        at(mine.end) >= start.size())
        damaged_forest();
    const Leaves leaves{request.order, {start.begin() + mine.begin, start.begin() + mine.end + 1}};
    const Context context = with_seed(given, request.points);
    const blas::SingleThreaded one_thread_per_product;
    const SampleRows rows(cells, request.points.metric, context);
    const std::unique_ptr<Points> points = make_points(rows, context.seed);
    return near_in_leaves(*points, leaves, request.places, request.caps, context);
}

}  // namespace tamis::detail
