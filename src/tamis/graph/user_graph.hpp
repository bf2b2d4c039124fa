// Graphs from a list of entries, and the check of a user's graph.
#pragma once

#include <string>
#include <vector>

#include "tamis/graph/graph.hpp"

namespace tamis {

// One stored cell of the weights.
struct GraphEntry {
    Index row, column;
    double weight;
};

// Compressed rows from entries in any order; an undirected edge needs both of its entries. Zero weights are
// left out. Throws Error on positions outside the graph and on repeated entries; `name` is for the message.
Graph make_graph(Index samples, std::vector<GraphEntry> entries, const std::string& name);

// Throws Error unless the graph has `samples` samples and finite, non-negative, symmetric weights.
void check_user_graph(const Graph& graph, Index samples, const std::string& name);

}  // namespace tamis
