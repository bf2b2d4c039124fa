#include "tamis/subspace/flda.hpp"

#include <cmath>
#include <numeric>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/subspace/whitened/whitened_centroids.hpp"

namespace tamis {

using namespace detail;

ProjectorAbout FldaOptions::about() {
    return {.name = "flda",
            .title = "Fisher's linear discriminant analysis",
            .citation = {{.key = "fisher1936"}},
            .below_classes = true};
}

Fields<FldaOptions> FldaOptions::fields() {
    return Fields<FldaOptions>()
        .real("regularization", &FldaOptions::regularization, at_least(0), regularization_help)
        .choice("basis", &FldaOptions::basis, basis_choices(), basis_help);
}

Projection flda(const Rows& x, const Labels& labels, const FldaOptions& options, const Context& context) {
    FldaOptions::fields().check(options);
    return project_whitened(
        x, labels, {"flda", options.dim, options.regularization, options.basis}, context,
        [](const WhitenedCentroids& centroids, Index dim) {
            DenseMatrix weighted = centroids.points;
            for (Index k = 0; k < weighted.rows(); ++k)
                for (Index j = 0; j < weighted.cols(); ++j)
                    weighted(k, j) *= std::sqrt(centroids.classes.counts[at(k)]);
            WhitenedSolution solution = leading_directions(product_tn(weighted, weighted), dim);
            const double sum = std::accumulate(solution.eigenvalues.begin(), solution.eigenvalues.end(), 0.0);
            solution.objective = {"sum of eigenvalues", {sum}, sum};
            return solution;
        });
}

}  // namespace tamis
