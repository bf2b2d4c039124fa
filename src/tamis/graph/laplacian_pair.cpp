#include "tamis/graph/laplacian_pair.hpp"

#include "tamis/core/error.hpp"
#include "tamis/graph/laplacian_operator.hpp"

namespace tamis {

Scatter laplacian_pair(const MatrixView& x, const Graph& graph, const Context& context) {
    if (graph.samples != x.rows())
        throw Error("the graph has " + std::to_string(graph.samples) + " samples and the data have " +
                    std::to_string(x.rows()));
    std::vector<int> group_of(static_cast<std::size_t>(graph.samples), 0);
    bool any = false;
    for (std::size_t i = 0; i < group_of.size(); ++i) {
        if (graph.degrees[i] > 0.0)
            any = true;
        else
            group_of[i] = -1;
    }
    if (!any) throw Error("the graph has no edges: use more neighbours or a larger bandwidth");
    const GroupMoments moments = group_moments(x, {group_of, 1, graph.degrees}, context);
    Scatter pair{{}, edge_energy(graph, x, context), moments.constant};
    pair.between.resize(pair.within.size());
    for (Index j = 0; j < x.cols(); ++j) pair.between[static_cast<std::size_t>(j)] = moments.scatter(0, j);
    return pair;
}

}  // namespace tamis
