#include "tamis/subspace/trln.hpp"

#include <type_traits>

#include "tamis/subspace/pairwise/any_unit.hpp"
#include "tamis/subspace/pairwise/pairwise_projection.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tamis/subspace/whtr.hpp"

namespace tamis {

using namespace detail;

namespace {

// Without its penalty the criterion is the same in any basis, and directions without scatter are worth
// nothing.
template <class Options>
Projection without_penalty(const Rows& x, const Labels& labels, const Options& options,
                           const Context& context) {
    require_classes(labels, x.rows(), Options::about().name);
    return in_varying_space(
        x, context, [&](const Rows& rows) { return project_pairwise(rows, labels, options, context); });
}

}  // namespace

template <class Penalty>
Fields<PairwiseOptions<Penalty>> PairwiseOptions<Penalty>::fields() {
    Fields<PairwiseOptions> fields;
    if constexpr (std::is_same_v<Penalty, double>)
        fields.real("alpha", &PairwiseOptions::alpha, at_least(0), penalty_help);
    return fields
        .choice("mode", &PairwiseOptions::mode, {{"safe", DescentMode::safe}, {"plain", DescentMode::plain}},
                "how steps are taken; safe: the criterion never rises, plain: Algorithm 1 as printed, which "
                "need not converge")
        .choice("stop", &PairwiseOptions::stop, {{"kkt", DescentStop::kkt}, {"paper", DescentStop::paper}},
                "when to stop; kkt: the optimality conditions hold to the tolerance, paper: a change below "
                "0.05 or 30 iterations")
        .real("tolerance", &PairwiseOptions::tolerance, above(0), residual_help)
        .integer("max_iterations", &PairwiseOptions::max_iterations, at_least(1),
                 "maximum number of iterations; with stop=kkt, one eigenproblem each")
        .choice("start", &PairwiseOptions::start,
                {{"trace-ratio", DescentStart::trace_ratio}, {"random", DescentStart::random}},
                "the first starting point; the trace ratio solution, or any projection as in Algorithm 1")
        .integer("starts", &PairwiseOptions::starts, at_least(1),
                 "number of starting points; the best result counts, and all but the first are random");
}
template Fields<TrlnOptions> PairwiseOptions<double>::fields();
template Fields<WhtrOptions> PairwiseOptions<NoPenalty>::fields();

template <>
ProjectorAbout TrlnOptions::about() {
    return {.name = "trln",
            .title = "Trace ratio of all pairs of classes with l2,1 norm",
            .citation = {{.key = "boroujeni2018"}},
            .below_classes = false,
            .raw_scales = true};
}

Projection trln(const Rows& x, const Labels& labels, const TrlnOptions& options, const Context& context) {
    TrlnOptions::fields().check(options);
    return in_any_unit(x, labels, options, context,
                       options.alpha == 0.0 ? without_penalty<TrlnOptions> : project_pairwise<double>);
}

template <>
ProjectorAbout WhtrOptions::about() {
    return {.name = "whtr",
            .title = "Weighted harmonic mean of the trace ratios of all pairs of classes",
            .citation = {{.key = "li2017"}},
            .below_classes = false,
            .raw_scales = true};
}

Projection whtr(const Rows& x, const Labels& labels, const WhtrOptions& options, const Context& context) {
    WhtrOptions::fields().check(options);
    return in_any_unit(x, labels, options, context, without_penalty<WhtrOptions>);
}

}  // namespace tamis
