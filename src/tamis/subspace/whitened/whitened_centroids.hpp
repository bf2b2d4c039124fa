// Class means in the coordinates where the regularized within-class scatter is the identity.
//
// FLDA, aPAC, HMSS and GMSS all maximize functions of these points alone. The points span at most classes - 1
// dimensions, so each of the four is a problem of that size, however many features there are:
// S_w + ρI = L·Lᵀ, z_k = L⁻¹(μ_k - μ), W = L⁻ᵀ·V.
#pragma once

#include "tamis/core/threads/parallel.hpp"
#include "tamis/subspace/class_scatter.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis::detail {

std::vector<std::pair<std::string, Basis>> basis_choices();
inline constexpr const char* basis_help =
    "basis of the learned span; columns of length 1, orthonormal columns, or unit within-class scatter";
inline constexpr const char* regularization_help =
    "ridge; added to the diagonal of the within-class scatter, larger trusts its small eigenvalues less";

struct WhitenedCentroids {
    FilledClasses classes;
    DenseMatrix points;  // classes × rank: z_k in an orthonormal basis of their span
    DenseMatrix back;  // features × rank: takes directions there to directions of the features, L⁻ᵀ·basis
    std::vector<double> mean;  // of the features
    double ridge = 0.0;

    Index rank() const { return points.cols(); }
    double share(Index k) const { return classes.counts[at(k)] / classes.samples(); }
};

// Throws Error if S_w + ρI is singular, or if all class means coincide.
WhitenedCentroids whitened_centroids(const Rows& x, const Labels& labels, double ridge,
                                     const std::string& who, const Context& context);

// Σ_{i<j} a_ij (z_i - z_j)(z_i - z_j)ᵀ = Zᵀ(diag(A1) - A)Z for symmetric weights.
DenseMatrix pair_scatter(const DenseMatrix& points, const DenseMatrix& weights);

// Finds directions (rank × dim, orthonormal) for a number of dimensions.
struct WhitenedSolution {
    DenseMatrix directions;
    std::vector<double> eigenvalues;
    Objective objective;
    Record certificate;
    Stop stop = Stop::converged;
    Index iterations = 1;
};
using SolveWhitened = FunctionRef<WhitenedSolution(const WhitenedCentroids& centroids, Index dim)>;

// The part that the four methods share: the reduction, the number of directions, the basis.
struct WhitenedRequest {
    std::string method;
    Dimension dim;
    double ridge = 0.0;
    Basis basis = Basis::unit;
};
Projection project_whitened(const Rows& x, const Labels& labels, const WhitenedRequest& request,
                            const Context& context, SolveWhitened solve);

// The `dim` leading eigenvectors of a symmetric matrix, one per column, with their eigenvalues.
WhitenedSolution leading_directions(DenseMatrix symmetric, Index dim);

}  // namespace tamis::detail
