// Products with the Laplacian of a graph; the matrix itself is never formed.
#pragma once

#include <span>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/passes/row_differences.hpp"

namespace tamis {

enum class LaplacianKind {
    plain,       // L = D - W
    normalized,  // D^-1/2 L D^-1/2; isolated samples give 0
};

// out = (own·I + scale·L)·block for a row-major samples × columns block, which must be another one.
struct LaplacianTerms {
    double own = 0.0;
    double scale = 1.0;
};
void apply_laplacian(const Graph& graph, LaplacianKind kind, LaplacianTerms terms, const double* block,
                     double* out, Index columns, const Context& context = {});

// e_j = Σ_{edges i<l} w_il (x_ij - x_lj)² for every feature j: the diagonal of XᵀLX without an n×d temporary
// and without cancellation. Streams two contiguous rows per edge; sparse rows are merged. `moments`: of all
// dense rows, in the same pass.
std::vector<double> edge_energy(const Graph& graph, const MatrixView& x, const Context& context = {},
                                const RowMoments* moments = nullptr);

}  // namespace tamis
