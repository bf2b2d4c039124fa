// Graphs from and to Matrix Market text (.mtx), and the check of a graph that a user brings.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tamis/graph/graph.hpp"

namespace tamis {

struct GraphEntry {
    Index row, column;
    double weight;
};

// Compressed rows from entries in any order; an undirected edge needs both of its entries. Zero weights are
// left out. Throws Error on positions outside the graph and on repeated entries; `name` is for the message.
Graph make_graph(Index samples, std::vector<GraphEntry> entries, const std::string& name);

// Throws Error unless the graph has `samples` samples and finite, non-negative, symmetric weights.
void check_user_graph(const Graph& graph, Index samples, const std::string& name);

// Coordinate format, real, integer or pattern, general or symmetric. Errors name `name` and the line. The
// graph is checked.
Graph read_graph(std::istream& stream, const std::string& name);
Graph read_graph(const std::string& path);  // by extension

// The lower triangle, weights with all their digits.
void write_graph(std::ostream& stream, const Graph& graph);

}  // namespace tamis
