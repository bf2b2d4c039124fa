#include "tamis/core/error.hpp"
#include "tamis/graph/laplacian_operator.hpp"
#include "tamis/passes/row_differences.hpp"

namespace tamis {

std::vector<double> edge_energy(const Graph& graph, const MatrixView& x, const Context& context,
                                const RowMoments* moments) {
    if (graph.samples != x.rows())
        throw Error("the graph has " + std::to_string(graph.samples) + " samples and the data have " +
                    std::to_string(x.rows()));
    // Every edge once, from its lower end.
    const auto upper_edges = [&](Index i, RowPairs& pairs) {
        pairs.row = i;
        const auto row = static_cast<std::size_t>(i);
        for (Index p = graph.row_start[row]; p < graph.row_start[row + 1]; ++p) {
            const Index l = graph.neighbors[static_cast<std::size_t>(p)];
            if (l > i) pairs.add(l, graph.weights[static_cast<std::size_t>(p)]);
        }
    };
    return weighted_differences(x, x.rows(), Difference::squared, upper_edges, context, moments);
}

}  // namespace tamis
