// Graphs in files: Matrix Market text (.mtx) and the sparse matrices that scipy.sparse.save_npz writes
// (.npz).
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "tamis/core/matrix.hpp"
#include "tamis/graph/graph.hpp"

namespace tamis {

// A graph in Matrix Market's coordinate format: real, integer or pattern, general or symmetric. Throws Error
// with `name` and the line if the text is something else or the graph is not one: weights must be finite,
// non-negative and symmetric.
// With `samples` a graph of another size is refused before anything is allocated for it.
Graph read_graph(std::istream& stream, const std::string& name, std::optional<Index> samples = {});

// The same from a .mtx file, or from a .npz file with a sparse matrix in csr, csc or coo form. Throws Error
// on any other extension too.
Graph read_graph(const std::string& path, std::optional<Index> samples = {});

// The graph with these weights, which must be as above; `name` is for messages.
Graph graph_of_matrix(const SparseMatrix& weights, const std::string& name);

// Matrix Market: the lower triangle, weights with all their digits.
void write_graph(std::ostream& stream, const Graph& graph);

}  // namespace tamis
