#include "tamis/subspace/gmss.hpp"

#include "tamis/subspace/pair_means.hpp"

namespace tamis {

ProjectorAbout GmssOptions::about() {
    return {.name = "gmss",
            .title = "Geometric mean for subspace selection",
            .citation = "Tao, Li, Wu, Maybank: Geometric mean for subspace selection. IEEE TPAMI 2009",
            .below_classes = true};
}

Fields<GmssOptions> GmssOptions::fields() {
    return Fields<GmssOptions>()
        .real("regularisation", &GmssOptions::regularisation, at_least(0), regularisation_help)
        .choice("basis", &GmssOptions::basis, basis_choices(), basis_help)
        .real("tolerance", &GmssOptions::tolerance, above(0),
              "stop where the gradient is this small relative to the value")
        .integer("max_iterations", &GmssOptions::max_iterations, at_least(1), "of each of the two starts");
}

Projection gmss(const MatrixView& x, const Labels& labels, const GmssOptions& options,
                const Context& context) {
    GmssOptions::fields().check(options);
    return project_whitened(x, labels, {"gmss", options.dim, options.regularisation, options.basis}, context,
                            [&](const WhitenedCentroids& centroids, Index dim) {
                                WhitenedSolution solution =
                                    maximise_pair_mean(centroids, PairMean::geometric, dim, options.tolerance,
                                                       options.max_iterations, context);
                                solution.objective.name = "log of the geometric mean";
                                return solution;
                            });
}

}  // namespace tamis
