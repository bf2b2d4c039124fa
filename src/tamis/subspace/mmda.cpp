#include "tamis/subspace/mmda.hpp"

#include "tamis/subspace/whitened/max_min.hpp"

namespace tamis {

using namespace detail;

ProjectorAbout MmdaOptions::about() {
    return {.name = "mmda",
            .title = "Max-min distance analysis",
            .citation = {{.key = "bian2011"}},
            .below_classes = true};
}

Fields<MmdaOptions> MmdaOptions::fields() {
    return Fields<MmdaOptions>()
        .real("regularization", &MmdaOptions::regularization, at_least(0), regularization_help)
        .choice("basis", &MmdaOptions::basis, basis_choices(), basis_help)
        .real("tolerance", &MmdaOptions::tolerance, above(0),
              "relative accuracy at which to stop; measured by the gradient, relative to the value")
        .integer("max_iterations", &MmdaOptions::max_iterations, at_least(1),
                 "maximum number of iterations; for each stage of each of the three starts");
}

Projection mmda(const Rows& x, const Labels& labels, const MmdaOptions& options, const Context& context) {
    MmdaOptions::fields().check(options);
    return project_whitened(
        x, labels, {"mmda", options.dim, options.regularization, options.basis}, context,
        [&](const WhitenedCentroids& centroids, Index dim) {
            if (centroids.classes.classes() == 2)
                context.warning("two classes have one discriminant direction: mmda is flda here");
            return maximize_smallest(centroids, dim, options.tolerance, options.max_iterations, context);
        });
}

}  // namespace tamis
