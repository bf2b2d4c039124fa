#include "tamis/graph/neighbors.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/sample_rows.hpp"
#include "tamis/graph/search.hpp"
#include "tamis/graph/shards/one_place.hpp"
#include "tamis/graph/shards/shard_neighbors.hpp"
#include "tamis/graph/shards/shard_steps.hpp"
#include "tamis/graph/shards/stored_cells.hpp"

namespace tamis {

using namespace detail;

Neighbors find_neighbors(const Rows& given, Index k, Metric metric, Search search, const Context& context,
                         double recall) {
    if (k < 1) throw UsageError("the number of neighbors must be at least 1, not " + std::to_string(k));
    const Index samples = given.rows();
    if (samples < 2)
        throw Error("neighbors need at least two samples: the data have " + std::to_string(samples));
    if (samples > std::numeric_limits<Small>::max())
        throw Error("neighbors are found among at most " + std::to_string(std::numeric_limits<Small>::max()) +
                    " samples: the data have " + std::to_string(samples));
    require_recall(recall);
    k = std::min(k, samples - 1);
    // Lists of a large part of all samples leave nothing to save.
    const auto is_exact = [&](const SearchSize& size) {
        return searches_exactly(search, recall, size) || 8 * k > size.samples;
    };
    if (given.shards() != nullptr) {
        // Counting cells reads sparse data once.
        const bool surely = search == Search::exact || recall == 1.0 || samples <= few_samples;
        const SearchSize size{samples, given.cols(),
                              surely ? samples * given.cols() : stored_cells(given, context)};
        if (!is_exact(size)) {
            return are_in_one_place(*given.shards(), size.cells)
                       ? search_in_one_place(*given.shards(), k, metric, recall, context)
                       : search_on_shards(given, k, metric, size.cells, recall, context);
        }
        const Nearness nearness{metric == Metric::cosine ? Nearness::cosine : Nearness::euclidean, {}};
        ClassNeighbors all = shard_neighbors(given, nearness, {}, 1, k, {}, context);
        return {samples, k, std::move(all.index), std::move(all.distances), {}};
    }
    const MatrixView& x = given.require_matrix("the search for neighbors");
    const SampleRows rows(x, metric, context);
    if (is_exact(SearchSize::of(x))) return exact_search(rows, k, context);
    const std::unique_ptr<Points> points = make_points(rows, context.seed);
    ApproximateNeighbors found = approximate_search(*points, {}, 1, k, {.recall = recall}, context);
    return {x.rows(), k, std::move(found.lists.index), std::move(found.lists.distances), found.found_by};
}

}  // namespace tamis
