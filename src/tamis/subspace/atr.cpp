#include "tamis/subspace/atr.hpp"

#include "tamis/subspace/pairwise/any_unit.hpp"
#include "tamis/subspace/pairwise/pairwise_options.hpp"
#include "tamis/subspace/pairwise/pairwise_projection.hpp"
#include "tamis/subspace/pca_basis.hpp"

namespace tamis {

using namespace detail;

ProjectorAbout AtrOptions::about() {
    return {.name = "atr",
            .title = "Arithmetic sum of the trace ratios of all pairs of classes",
            .citation = {{.key = "boroujeni2018", .place = "eq. 16, 17"}},
            .below_classes = false,
            .raw_scales = true};
}

Fields<AtrOptions> AtrOptions::fields() {
    return Fields<AtrOptions>()
        .real("alpha", &AtrOptions::alpha, at_least(0), penalty_help)
        .real("tolerance", &AtrOptions::tolerance, above(0), residual_help)
        .integer("max_iterations", &AtrOptions::max_iterations, at_least(1),
                 "maximum number of iterations; one eigenproblem each");
}

Projection atr(const Rows& x, const Labels& labels, const AtrOptions& options, const Context& context) {
    AtrOptions::fields().check(options);
    const auto project = [](const Rows& rows, const Labels& classes, const AtrOptions& asked,
                            const Context& same) {
        require_classes(classes, rows.rows(), "atr");
        // The l2,1 norm depends on the basis, the ratios do not.
        if (asked.alpha > 0.0) return project_arithmetic(rows, classes, asked, same);
        return in_varying_space(rows, same, [&](const Rows& varying) {
            return project_arithmetic(varying, classes, asked, same);
        });
    };
    return in_any_unit(x, labels, options, context, project);
}

}  // namespace tamis
