// The two quadratic forms of the Laplacian score (eq. 12 and 13 of Nie et al. 2008).
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/numeric/group_moments.hpp"

namespace tamis {

// Per feature f: within = fᵀLf, between = f̃ᵀDf̃ with f̃ = f - (fᵀD1 / 1ᵀD1)·1. Isolated samples take no part,
// also not in what counts as constant.
Scatter laplacian_pair(const MatrixView& x, const Graph& graph, const Context& context = {});

}  // namespace tamis
