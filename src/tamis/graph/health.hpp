// Is the graph usable? Components, isolated samples, duplicates.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/graph/graph.hpp"

namespace tamis {

struct GraphHealth {
    Index edges = 0;
    Index components = 0;         // isolated samples count as one each
    Index isolated = 0;           // samples of degree 0
    Index largest_component = 0;  // in samples
    Index duplicates = 0;         // samples that repeat an earlier sample
    double smallest_degree = 0.0, mean_degree = 0.0, largest_degree = 0.0;
    double smallest_weight = 0.0, largest_weight = 0.0;
    // What a user should know of the graph, as sentences. Duplicates are remarked on with the data.
    std::vector<std::string> remarks;
};

// Looks at a graph and the data that it is on. Throws Error as require_graph does.
GraphHealth check_graph(const Graph& graph, const Rows& x, const Context& context = {});

// Component number of each sample, numbered by lowest member. Throws Error as require_graph does.
std::vector<Index> connected_components(const Graph& graph);

// A hash of the edges and their weights as text ("xxh3:…"). Throws Error as require_graph does.
std::string graph_hash(const Graph& graph);

}  // namespace tamis
