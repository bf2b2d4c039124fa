// A symmetric weighted graph on the samples.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/graph/found_by.hpp"

namespace tamis {

struct Graph {
    Index samples = 0;
    // Compressed rows; both (i, j) and (j, i) are stored, columns ascending; a self loop is stored once.
    std::vector<Index> row_start{0};
    std::vector<Small> neighbors;
    std::vector<double> weights;
    std::vector<double> degrees;  // row sums, self loops included; 0 = isolated: ignored
    double bandwidth = 0.0;       // T of the heat weights exp(-d²/T); 0 if there are none
    FoundBy found_by = {};        // how its neighbors were found

    Index edges() const;    // undirected, without self loops; throws Error if the graph is not sound
    double volume() const;  // sum of the degrees
};

// Which Laplacian of a graph with the weights W and the degrees D.
enum class LaplacianKind {
    plain,       // L = D - W
    normalized,  // D^-1/2 L D^-1/2; isolated samples give 0
};

namespace detail {

// Throws Error unless the graph is one of `samples` samples: offsets that never fall, neighbors that are
// samples and ascend in every row, a weight for each of them and a degree for each sample.
void require_graph(const Graph& graph, Index samples);

// Fills `degrees` with the row sums. Throws Error if the rest is not sound.
void set_degrees(Graph& graph);

}  // namespace detail

}  // namespace tamis
