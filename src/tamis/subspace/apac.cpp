#include "tamis/subspace/apac.hpp"

#include <cmath>
#include <numeric>

#include "tamis/subspace/whitened/apac_weights.hpp"

namespace tamis {

using namespace detail;

ProjectorAbout ApacOptions::about() {
    return {.name = "apac",
            .title = "Approximate pairwise accuracy criterion",
            .citation = {{.key = "loog2001"}},
            .below_classes = true};
}

Fields<ApacOptions> ApacOptions::fields() {
    return Fields<ApacOptions>()
        .real("regularization", &ApacOptions::regularization, at_least(0), regularization_help)
        .choice("basis", &ApacOptions::basis, basis_choices(), basis_help)
        .choice("within", &ApacOptions::within,
                {{"covariance", Within::covariance}, {"scatter", Within::scatter}},
                "within-class matrix that measures the distance between two classes; the covariance, or the "
                "scatter as printed in eq. 8 of boroujeni2018");
}

DenseMatrix detail::apac_weights(const WhitenedCentroids& centroids, ApacOptions::Within within) {
    const DenseMatrix& z = centroids.points;
    const double unit = within == ApacOptions::Within::covariance ? centroids.classes.samples() : 1.0;
    DenseMatrix weights(z.rows(), z.rows());
    for (Index j = 0; j < z.rows(); ++j)
        for (Index k = 0; k < z.rows(); ++k) {
            if (j == k) continue;
            double squared = 0.0;
            for (Index c = 0; c < z.cols(); ++c) squared += (z(j, c) - z(k, c)) * (z(j, c) - z(k, c));
            squared *= unit;
            if (squared == 0.0) continue;  // such a pair has no scatter to be weighted
            weights(j, k) = std::erf(std::sqrt(squared) / (2.0 * std::sqrt(2.0))) / squared;
        }
    return weights;
}

Projection apac(const Rows& x, const Labels& labels, const ApacOptions& options, const Context& context) {
    ApacOptions::fields().check(options);
    return project_whitened(
        x, labels, {"apac", options.dim, options.regularization, options.basis}, context,
        [&](const WhitenedCentroids& centroids, Index dim) {
            DenseMatrix weights = apac_weights(centroids, options.within);
            for (Index j = 0; j < weights.rows(); ++j)
                for (Index k = 0; k < weights.cols(); ++k)
                    weights(j, k) *= centroids.share(j) * centroids.share(k);
            WhitenedSolution solution = leading_directions(pair_scatter(centroids.points, weights), dim);
            const double sum = std::accumulate(solution.eigenvalues.begin(), solution.eigenvalues.end(), 0.0);
            solution.objective = {"sum of eigenvalues", {sum}, sum};
            return solution;
        });
}

}  // namespace tamis
