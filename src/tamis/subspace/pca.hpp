// Principal component analysis.
// pearson1901.
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
// What it takes and throws: see projector.hpp.
Projection pca(const MatrixView& x, const PcaOptions& options = {}, const Context& context = {});

}  // namespace tamis
