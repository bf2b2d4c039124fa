#include "tamis/graph/edge_energy.hpp"

#include <string>

#include "tamis/core/error.hpp"
#include "tamis/core/shards/shards.hpp"

namespace tamis::detail {

void require_same_samples(const Graph& graph, Index rows) {
    if (graph.samples != rows)
        throw Error("the graph has " + std::to_string(graph.samples) + " samples and the data have " +
                    std::to_string(rows));
}

std::vector<double> edge_energy(const Graph& graph, const Rows& x, const Context& context,
                                const RowMoments* moments) {
    require_same_samples(graph, x.rows());
    // Every edge once, from its lower end; in shards every other edge from its upper end, so that all of them
    // have as much to do.
    const bool both_ends = x.shards() != nullptr && x.shards()->shape().count() > 1;
    const auto edges = [&](Index i, RowPairs& pairs) {
        pairs.row = i;
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i + 1)]; ++p) {
            const Index l = graph.neighbors[at(p)];
            const bool from_upper = both_ends && (i + l) % 2 != 0;
            if (from_upper ? l < i : l > i) pairs.add(l, graph.weights[at(p)]);
        }
    };
    return weighted_differences(x, x.rows(), Difference::squared, edges, context, moments);
}

}  // namespace tamis::detail
