// Geometric mean for subspace selection: no pair of classes is given up for another.
// Tao, Li, Wu, Maybank: Geometric mean for subspace selection. IEEE TPAMI 2009; eq. 10 of Boroujeni et al.
// 2018.
#pragma once

#include "tamis/subspace/projector.hpp"
#include "tamis/subspace/whitened/whitened_centroids.hpp"

namespace tamis {

struct GmssOptions {
    Dimension dim;                 // at most classes - 1, which is also the default
    double regularization = 1e-5;  // added to the diagonal of S_w; larger trusts its small eigenvalues less
    Basis basis = Basis::orth;
    double tolerance = 1e-9;      // of the gradient, relative to the value; larger stops earlier
    Index max_iterations = 1000;  // of each of the two starts

    static ProjectorAbout about();
    static Fields<GmssOptions> fields();
};

// The objective is the logarithm of the weighted geometric mean of the g_ij, with g_ij the squared
// distance of the class means after the projection, in units of the scatter within the classes.
Projection gmss(const MatrixView& x, const Labels& labels, const GmssOptions& options = {},
                const Context& context = {});

}  // namespace tamis
