// Principal component analysis.
// pearson1901.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

struct PcaOptions {
    Dimension dim;  // a number of components, a share of the variance (0.95), or all of them

    static ProjectorAbout about();
    bool in_passes() const { return false; }
    std::string not_shared() const { return {}; }
    static Fields<PcaOptions> fields();
};

// The directions of largest variance, orthonormal. `eigenvalues` are those of the scatter matrix XcᵀXc, and
// the objective is the share of the scatter that is kept.
// What it takes and throws: see projector.hpp.
Projection pca(const Rows& x, const PcaOptions& options = {}, const Context& context = {});

}  // namespace tamis
