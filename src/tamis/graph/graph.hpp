// A symmetric weighted graph on the samples.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

struct Graph {
    Index samples = 0;
    // Compressed rows; both (i, j) and (j, i) are stored, columns ascending; a self loop is stored once.
    std::vector<Index> row_start{0};
    std::vector<Small> neighbors;
    std::vector<double> weights;
    std::vector<double> degrees;  // row sums, self loops included; 0 = isolated: takes no part
    double bandwidth = 0.0;       // T of the heat weights exp(-d²/T); 0 where there are none

    Index edges() const;    // undirected, without self loops
    double volume() const;  // sum of the degrees
};

// Fills `degrees` with the row sums.
void set_degrees(Graph& graph);

}  // namespace tamis
