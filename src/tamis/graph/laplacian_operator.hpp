// Products with the Laplacian of a graph; the matrix itself is never formed.
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/index.hpp"
#include "tamis/graph/graph.hpp"

namespace tamis::detail {

// out = (own·I + scale·L)·block for a row-major samples × columns block, which must be another one.
struct LaplacianTerms {
    double own = 0.0;
    double scale = 1.0;
};
void apply_laplacian(const Graph& graph, LaplacianKind kind, LaplacianTerms terms, const double* block,
                     double* out, Index columns, const Context& context = {});

}  // namespace tamis::detail
