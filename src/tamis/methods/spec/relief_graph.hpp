// The signed graph under which SPEC becomes ReliefF.
// zhao2007, eq. 12.
#pragma once

#include "tamis/graph/class_neighbors.hpp"
#include "tamis/graph/graph.hpp"

namespace tamis::detail {

// (W + Wᵀ)/2 where row i of W holds 1/k at the k hits of sample i and -1/((c-1)k) at the k misses of each
// other class; k is the number found. With L = diag(W_s·1) - W_s,
//     fᵀLf = ½ Σ_i [ mean over hits (f_i - f_h)² - 1/(c-1) Σ_classes mean over misses (f_i - f_m)² ]
// which is Theorem 5 in the form that holds. The paper's w_ii = 1 never matters for L and is left out.
// Weights and degrees may be negative.
Graph relief_graph(const ClassNeighbors& lists, const Labels& labels);

}  // namespace tamis::detail
