#include "tamis/subspace/trln.hpp"

#include "tamis/subspace/pairwise/pairwise_projection.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tamis/subspace/whtr.hpp"

namespace tamis {

namespace {

constexpr const char* paper =
    "Boroujeni, Jazi, Ghassemi: Trace Ratio Optimization with Feature Correlation Mining for Multiclass "
    "Discriminant Analysis. AAAI 2018";

// The options that WHTR has as well.
template <class Options>
Fields<Options> with_descent(Fields<Options> fields) {
    return fields
        .choice("mode", &Options::mode, {{"safe", DescentMode::safe}, {"plain", DescentMode::plain}},
                "safe: the criterion never rises; plain: Algorithm 1 as printed, which need not converge")
        .choice("stop", &Options::stop, {{"kkt", DescentStop::kkt}, {"paper", DescentStop::paper}},
                "kkt: the conditions of a minimum hold to the tolerance; paper: a change below 0.05 or 30 "
                "iterations")
        .real("tolerance", &Options::tolerance, above(0),
              "of the residual of the conditions of a minimum, relative to the criterion")
        .integer("max_iterations", &Options::max_iterations, at_least(1), "eigenproblems at most (stop=kkt)")
        .choice("start", &Options::start,
                {{"trace-ratio", DescentStart::trace_ratio}, {"random", DescentStart::random}},
                "the first starting point: the trace ratio solution, or any projection as in Algorithm 1")
        .integer("starts", &Options::starts, at_least(1),
                 "starting points; the best result counts, and all but the first are random");
}

// Without its penalty the criterion is the same in any basis, and directions without scatter are worth
// nothing.
Projection without_penalty(const MatrixView& x, const Labels& labels, const TrlnOptions& options,
                           const std::string& who, const Context& context) {
    require_classes(labels, x.rows(), who);
    return in_varying_space(x, context, [&](const MatrixView& rows) {
        return project_pairwise(rows, labels, options, who, context);
    });
}

}  // namespace

ProjectorAbout TrlnOptions::about() {
    return {.name = "trln",
            .title = "Trace ratio of all pairs of classes with l2,1 norm",
            .citation = paper,
            .below_classes = false};
}

Fields<TrlnOptions> TrlnOptions::fields() {
    return with_descent(Fields<TrlnOptions>().real(
        "alpha", &TrlnOptions::alpha, at_least(0),
        "weight of the l2,1 norm of the projection; larger empties more of its rows"));
}

Projection trln(const MatrixView& x, const Labels& labels, const TrlnOptions& options,
                const Context& context) {
    TrlnOptions::fields().check(options);
    if (options.alpha == 0.0) return without_penalty(x, labels, options, "trln", context);
    return project_pairwise(x, labels, options, "trln", context);
}

ProjectorAbout WhtrOptions::about() {
    return {.name = "whtr",
            .title = "Weighted harmonic trace ratio of all pairs of classes",
            .citation = paper,
            .below_classes = false};
}

Fields<WhtrOptions> WhtrOptions::fields() { return with_descent(Fields<WhtrOptions>()); }

Projection whtr(const MatrixView& x, const Labels& labels, const WhtrOptions& options,
                const Context& context) {
    WhtrOptions::fields().check(options);
    const TrlnOptions same{.dim = options.dim,
                           .alpha = 0.0,
                           .mode = options.mode,
                           .stop = options.stop,
                           .tolerance = options.tolerance,
                           .max_iterations = options.max_iterations,
                           .start = options.start,
                           .starts = options.starts};
    return without_penalty(x, labels, same, "whtr", context);
}

}  // namespace tamis
