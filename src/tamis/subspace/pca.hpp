// Principal component analysis.
// Pearson, "On lines and planes of closest fit to systems of points in space", Phil. Mag. 1901.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

struct PcaOptions {
    Dimension dim;  // a number of components, a share of the variance (0.95), or all of them

    static ProjectorAbout about();
    static Fields<PcaOptions> fields();
};

// The directions of largest variance, orthonormal. `eigenvalues` are those of the scatter matrix XcᵀXc, and
// the objective is the share of the scatter that is kept.
Projection pca(const MatrixView& x, const PcaOptions& options = {}, const Context& context = {});

}  // namespace tamis
