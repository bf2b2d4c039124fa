// LapEOFS: the features whose worst direction is best known, E-optimal design, one after the other.
// he2011, the E-optimality of its outlook.
#pragma once

#include "tamis/methods/lapofs/design_options.hpp"

namespace tamis {

struct LapeofsOptions {
    Index k = 10;           // features to select
    double lambda1 = 0.01;  // larger prefers features that differ between neighbors; 0: no graph
    double lambda2 = 0.01;  // ridge; larger lets features repeat each other more
    LaplacianKind laplacian = LaplacianKind::plain;
    FixedFeatures fixed = {};  // features to be chosen in any case, and never

    static About about();
    static Fields<LapeofsOptions> fields();
};

// Maximizes the smallest eigenvalue of H = K_SS + λ2·I, greedily. (The paper says "of the covariance"; it is
// the information matrix whose smallest eigenvalue is to be large.)
// What it takes and throws: see method.hpp.
Selection lapeofs(const MatrixView& x, const Graph& graph, const LapeofsOptions& options = {},
                  const Context& context = {});

}  // namespace tamis
