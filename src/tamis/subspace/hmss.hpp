// Harmonic mean for subspace selection: no pair of classes is given up for another.
// Bian, Tao: Harmonic mean for subspace selection. ICPR 2008; eq. 9 of Boroujeni et al.
// 2018.
#pragma once

#include "tamis/subspace/projector.hpp"
#include "tamis/subspace/whitened/whitened_centroids.hpp"

namespace tamis {

struct HmssOptions {
    Dimension dim;                 // at most classes - 1, which is also the default
    double regularization = 1e-5;  // added to the diagonal of S_w; larger trusts its small eigenvalues less
    Basis basis = Basis::orth;
    double tolerance = 1e-9;      // of the gradient, relative to the value; larger stops earlier
    Index max_iterations = 1000;  // of each of the two starts

    static ProjectorAbout about();
    static Fields<HmssOptions> fields();
};

// The objective is minus Σ_{i<j} q_i q_j / g_ij, with g_ij the squared
// distance of the class means after the projection, in units of the scatter within the classes.
Projection hmss(const MatrixView& x, const Labels& labels, const HmssOptions& options = {},
                const Context& context = {});

}  // namespace tamis
