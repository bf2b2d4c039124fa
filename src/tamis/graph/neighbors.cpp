#include "tamis/graph/neighbors.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/sample_rows.hpp"
#include "tamis/graph/search.hpp"

namespace tamis {

using namespace detail;

Neighbors find_neighbors(const MatrixView& x, Index k, Metric metric, Search search, const Context& context,
                         double recall) {
    if (k < 1) throw UsageError("the number of neighbors must be at least 1, not " + std::to_string(k));
    if (x.rows() < 2)
        throw Error("neighbors need at least two samples: the data have " + std::to_string(x.rows()));
    if (x.rows() > std::numeric_limits<Small>::max())
        throw Error("neighbors are found among at most " + std::to_string(std::numeric_limits<Small>::max()) +
                    " samples: the data have " + std::to_string(x.rows()));
    require_recall(recall);
    k = std::min(k, x.rows() - 1);
    const SampleRows rows(x, metric, context);
    // Lists of a large part of all samples leave nothing to save.
    if (searches_exactly(search, recall, SearchSize::of(x)) || 8 * k > x.rows())
        return exact_search(rows, k, context);
    const std::unique_ptr<Points> points = make_points(rows, context.seed);
    ApproximateNeighbors found = approximate_search(*points, {}, 1, k, {.recall = recall}, context);
    return {x.rows(), k, std::move(found.lists.index), std::move(found.lists.distances), found.found_by};
}

}  // namespace tamis
