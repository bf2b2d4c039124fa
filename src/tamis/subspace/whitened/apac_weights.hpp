// The weights of the pairs of classes that aPAC sums over.
#pragma once

#include "tamis/subspace/apac.hpp"
#include "tamis/subspace/whitened/whitened_centroids.hpp"

namespace tamis::detail {

// The weights f_jk, classes × classes, 0 on the diagonal. With the covariance, Δ² = n‖z_j - z_k‖².
DenseMatrix apac_weights(const WhitenedCentroids& centroids, ApacOptions::Within within);

}  // namespace tamis::detail
