// How much every feature differs across the edges of a graph.
#pragma once

#include <vector>

#include "tamis/core/rows.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/passes/row_differences.hpp"

namespace tamis::detail {

// Throws Error unless the graph has one sample per row of the data.
void require_same_samples(const Graph& graph, Index rows);

// e_j = Σ_{edges i<l} w_il (x_ij - x_lj)² for every feature j: the diagonal of XᵀLX without an n×d temporary
// and without cancellation. Streams two contiguous rows per edge; sparse rows are merged. `moments`: of all
// dense rows, in the same pass. Throws Error if the graph has another number of samples.
std::vector<double> edge_energy(const Graph& graph, const Rows& x, const Context& context = {},
                                const RowMoments* moments = nullptr);

}  // namespace tamis::detail
