#include "tamis/graph/graph.hpp"

#include <numeric>

#include "tamis/core/csr.hpp"
#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

void require_rows(const Graph& graph) {
    const bool sound = examine_csr(graph.samples, graph.samples, graph.row_start, graph.neighbors,
                                   graph.weights.size()) == CsrState::sound &&
                       graph.neighbors.size() == graph.weights.size() &&
                       graph.neighbors.size() == at(graph.row_start.back());
    if (!sound)
        throw Error("the graph is damaged: its offsets, neighbors and weights do not describe a graph of " +
                    std::to_string(graph.samples) + " samples");
}

}  // namespace

void detail::require_graph(const Graph& graph, Index samples) {
    if (graph.samples != samples)
        throw Error("the graph has " + std::to_string(graph.samples) + " samples and the data have " +
                    std::to_string(samples));
    require_rows(graph);
    if (graph.degrees.size() != at(samples))
        throw Error("the graph has " + std::to_string(graph.degrees.size()) + " degrees for " +
                    std::to_string(samples) + " samples: set_degrees fills them in");
}

Index Graph::edges() const {
    require_rows(*this);
    Index count = 0;
    for (Index i = 0; i < samples; ++i)
        for (Index p = row_start[at(i)]; p < row_start[at(i) + 1]; ++p)
            if (neighbors[at(p)] > i) ++count;
    return count;
}

double Graph::volume() const { return std::accumulate(degrees.begin(), degrees.end(), 0.0); }

void detail::set_degrees(Graph& graph) {
    require_rows(graph);
    graph.degrees.assign(at(graph.samples), 0.0);
    for (std::size_t i = 0; i < graph.degrees.size(); ++i)
        for (Index p = graph.row_start[i]; p < graph.row_start[i + 1]; ++p)
            graph.degrees[i] += graph.weights[at(p)];
}

}  // namespace tamis
