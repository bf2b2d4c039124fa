// The largest smallest distance between two classes after whitening, over the subspaces of a given dimension.
//
// g_ij(V) = ‖Vᵀ(z_i - z_j)‖² as for HMSS (whitened_centroids.hpp). The minimum is softened to
// -μ log Σ e^(-g_ij/μ) with falling μ. For any weights w ≥ 0 of the pairs with Σw = 1
//     max_V min g ≤ max_V Σ w_ij g_ij(V) = the sum of the largest eigenvalues of Σ w_ij z_ij z_ijᵀ,
// which is the dual of the relaxation of bian2011 to projectors 0 ⪯ P ⪯ I.
#pragma once

#include "tamis/subspace/whitened/whitened_centroids.hpp"

namespace tamis::detail {

// min_{i<j} g_ij.
double smallest_distance(const WhitenedCentroids& centroids, const DenseMatrix& v);

// The bound above for some weights, classes × classes and symmetric; only i < j is read.
double weighted_bound(const WhitenedCentroids& centroids, const DenseMatrix& weights, Index dim);

// From the leading eigenvectors of the pair scatter with equal weights and with 1/‖z_ij‖⁴, and from HMSS; the
// best of the three. If all directions are asked for there is nothing to search.
WhitenedSolution maximize_smallest(const WhitenedCentroids& centroids, Index dim, double tolerance,
                                   Index max_iterations, const Context& context);

}  // namespace tamis::detail
