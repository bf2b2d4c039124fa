// The arithmetic sum of the trace ratios of all pairs of classes, which TRLN replaces by a harmonic one.
// boroujeni2018, eq. 16 and 17.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

struct AtrOptions {
    Dimension dim;               // any number up to that of the features; default classes - 1
    double alpha = 0.0;          // weight of the l2,1 norm; larger empties more rows of W
    double tolerance = 1e-5;     // of the residual of the optimality conditions; larger stops earlier
    Index max_iterations = 300;  // larger comes closer to the maximum

    static ProjectorAbout about();
    bool in_passes() const { return false; }
    std::string not_shared() const { return {}; }
    static Fields<AtrOptions> fields();
};

// Maximizes A(W) = Σ_{j<k} (n_j+n_k) tr(WᵀS_b^jk W)/tr(WᵀS_w^jk W) - α Σ_i √(‖w^i‖² + ε²) over WᵀW = I. The
// paper prints +α, which in a maximization would reward dense rows. One pair of classes that is far apart
// dominates the sum: this is a baseline. The scatter within the classes must not vanish in any direction:
// with fewer samples than features run a PCA first. `eigenvalues` are those of WᵀMW, descending, dA/dW =
// 2·M·W. What it takes and throws: see projector.hpp.
Projection atr(const Rows& x, const Labels& labels, const AtrOptions& options = {},
               const Context& context = {});

}  // namespace tamis
