#include "tamis/graph/graph.hpp"

#include <numeric>

namespace tamis {

Index Graph::edges() const {
    Index count = 0;
    for (Index i = 0; i < samples; ++i)
        for (Index p = row_start[static_cast<std::size_t>(i)]; p < row_start[static_cast<std::size_t>(i) + 1];
             ++p)
            if (neighbors[static_cast<std::size_t>(p)] > i) ++count;
    return count;
}

double Graph::volume() const { return std::accumulate(degrees.begin(), degrees.end(), 0.0); }

void set_degrees(Graph& graph) {
    graph.degrees.assign(static_cast<std::size_t>(graph.samples), 0.0);
    for (std::size_t i = 0; i < graph.degrees.size(); ++i)
        for (Index p = graph.row_start[i]; p < graph.row_start[i + 1]; ++p)
            graph.degrees[i] += graph.weights[static_cast<std::size_t>(p)];
}

}  // namespace tamis
