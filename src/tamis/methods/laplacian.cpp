#include "tamis/methods/laplacian.hpp"

#include "tamis/core/ranking.hpp"
#include "tamis/graph/pairs.hpp"
#include "tamis/passes/unit/column_units.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

About LaplacianOptions::about() {
    return {.name = "laplacian",
            .title = "Laplacian score",
            .citation = {{.key = "hecai2005"}, {.key = "nie2008", .place = "eq. 12 and 13"}}};
}

Selection laplacian(const Rows& x, const Graph& graph, const LaplacianOptions& options,
                    const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_graph(graph, x.rows());
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context))
        return laplacian(unit->x(), graph, options, context);
    const Scatter pair = laplacian_pair(x, graph, context);
    if (const auto units = ColumnUnits::of(x, with_lost_digits(pair, graph.volume()), context))
        return laplacian(units->x(), graph, options, context);
    return select_by_score(ratios(pair.within, pair.between, Direction::smaller), Direction::smaller,
                           pair.constant, {}, options.k, "sum of Laplacian scores", options.fixed);
}

}  // namespace tamis
