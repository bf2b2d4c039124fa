// Harmonic and geometric means of the distances between all pairs of classes, after whitening.
//
// Both depend on the class means alone: g_ij(V) = ‖Vᵀ(z_i - z_j)‖² (see whitened_centroids.hpp), and both are
// functions of span(V), so the search is over the subspaces of a space with at most classes - 1 dimensions.
#pragma once

#include "tamis/subspace/whitened/pair_mean_options.hpp"
#include "tamis/subspace/whitened/whitened_centroids.hpp"

namespace tamis::detail {

// ‖a_i - a_j‖² of the rows of a matrix.
DenseMatrix pair_distances(const DenseMatrix& points);

// Throws Error if two classes are in the same place: they are in every direction then.
void require_apart(const WhitenedCentroids& centroids, const std::string& who);

// The value that is minimized, minus the objective, and its gradient -2·B(V)·V.
double pair_mean_loss(const WhitenedCentroids& centroids, PairMean mean, const DenseMatrix& v,
                      DenseMatrix& gradient);

// From the leading eigenvectors of the pair scatter with the weights q_i q_j and with q_i q_j/‖z_i - z_j‖⁴;
// the better of the two. If all directions are asked for there is nothing to search.
WhitenedSolution maximize_pair_mean(const WhitenedCentroids& centroids, PairMean mean, Index dim,
                                    double tolerance, Index max_iterations, const Context& context);

// hmss and gmss: the projection with the objective called `objective_name`. Throws UsageError on wrong
// options and Error on labels or data that cannot be worked on.
template <PairMean mean>
Projection project_by_pair_mean(const Rows& x, const Labels& labels, const PairMeanOptions<mean>& options,
                                const char* objective_name, const Context& context) {
    using Options = PairMeanOptions<mean>;
    Options::fields().check(options);
    return project_whitened(
        x, labels, {Options::about().name, options.dim, options.regularization, options.basis}, context,
        [&](const WhitenedCentroids& centroids, Index dim) {
            WhitenedSolution solution =
                maximize_pair_mean(centroids, mean, dim, options.tolerance, options.max_iterations, context);
            solution.objective.name = objective_name;
            return solution;
        });
}

}  // namespace tamis::detail
