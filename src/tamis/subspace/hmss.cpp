#include "tamis/subspace/hmss.hpp"

#include "tamis/subspace/pair_means.hpp"

namespace tamis {

ProjectorAbout HmssOptions::about() {
    return {.name = "hmss",
            .title = "Harmonic mean for subspace selection",
            .citation = "Bian, Tao: Harmonic mean for subspace selection. ICPR 2008",
            .below_classes = true};
}

Fields<HmssOptions> HmssOptions::fields() {
    return Fields<HmssOptions>()
        .real("regularisation", &HmssOptions::regularisation, at_least(0), regularisation_help)
        .choice("basis", &HmssOptions::basis, basis_choices(), basis_help)
        .real("tolerance", &HmssOptions::tolerance, above(0),
              "stop where the gradient is this small relative to the value")
        .integer("max_iterations", &HmssOptions::max_iterations, at_least(1), "of each of the two starts");
}

Projection hmss(const MatrixView& x, const Labels& labels, const HmssOptions& options,
                const Context& context) {
    HmssOptions::fields().check(options);
    return project_whitened(x, labels, {"hmss", options.dim, options.regularisation, options.basis}, context,
                            [&](const WhitenedCentroids& centroids, Index dim) {
                                WhitenedSolution solution =
                                    maximise_pair_mean(centroids, PairMean::harmonic, dim, options.tolerance,
                                                       options.max_iterations, context);
                                solution.objective.name = "harmonic mean criterion";
                                return solution;
                            });
}

}  // namespace tamis
