// Approximate pairwise accuracy criterion: pairs of classes that are far apart already count less.
// Loog, Duin, Haeb-Umbach, "Multiclass linear dimension reduction by weighted pairwise Fisher criteria", IEEE
// TPAMI 2001; eq. 8 of Boroujeni et al. 2018.
#pragma once

#include "tamis/subspace/projector.hpp"
#include "tamis/subspace/whitened/whitened_centroids.hpp"

namespace tamis {

struct ApacOptions {
    enum class Distance {
        covariance,  // Mahalanobis distance with S_w/n, which the derivation of the weights needs
        scatter,     // with S_w itself, as eq. 8 of the 2018 paper reads
    };

    Dimension dim;                 // at most classes - 1, which is also the default
    double regularization = 1e-5;  // added to the diagonal of S_w; larger trusts its small eigenvalues less
    Basis basis = Basis::unit;
    Distance cov = Distance::covariance;

    static ProjectorAbout about();
    static Fields<ApacOptions> fields();
};

// FLDA with the pairs of classes weighted by erf(Δ/(2√2))/Δ², Δ their Mahalanobis distance.
Projection apac(const MatrixView& x, const Labels& labels, const ApacOptions& options = {},
                const Context& context = {});

// The weights f_jk, classes × classes, 0 on the diagonal. With the covariance, Δ² = n‖z_j - z_k‖².
DenseMatrix apac_weights(const WhitenedCentroids& centroids, ApacOptions::Distance cov);

}  // namespace tamis
