#include "tamis/methods/trln_selector.hpp"

#include <algorithm>

#include "tamis/core/ranking.hpp"
#include "tamis/passes/column_ranges.hpp"
#include "tamis/passes/identical_columns.hpp"
#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/subspace/like_ranges.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tamis/subspace/trln.hpp"

namespace tamis {

using namespace detail;

About TrlnSelectorOptions::about() {
    return {.name = "trln",
            .title = "Trace ratio of all pairs of classes with l2,1 norm",
            .citation = TrlnOptions::about().citation,
            .raw_scales = true};
}

Fields<TrlnSelectorOptions> TrlnSelectorOptions::fields() {
    return Fields<TrlnSelectorOptions>()
        .real("alpha", &TrlnSelectorOptions::alpha, at_least(0), penalty_help)
        .optional("dim", &TrlnSelectorOptions::dim, at_least(1), "auto",
                  "dimensions of the projection; auto is the number of classes minus 1")
        .real("pca", &TrlnSelectorOptions::pca, between(0, 1),
              "share of the variance kept by a PCA that runs first; 0 works on the features directly")
        .real("tolerance", &TrlnSelectorOptions::tolerance, above(0), residual_help)
        .integer("max_iterations", &TrlnSelectorOptions::max_iterations, at_least(1),
                 "maximum number of iterations; one eigenproblem each");
}

namespace {

constexpr double behind_twin = 1e-9;  // of the largest score: a copy of a feature comes after it

Projection learn(const Rows& x, const Labels& labels, const TrlnSelectorOptions& options,
                 const Context& context) {
    TrlnOptions inner{
        .alpha = options.alpha, .tolerance = options.tolerance, .max_iterations = options.max_iterations};
    if (options.dim) inner.dim = *options.dim;
    const auto fit = [&](const Rows& rows) { return trln(rows, labels, inner, context); };
    if (options.pca == 0.0) return fit(x);
    return behind_pca(x, options.pca < 1.0 ? Dimension(options.pca) : Dimension(), context, fit);
}

}  // namespace

Selection trln_selector(const Rows& x, const Labels& labels, const TrlnSelectorOptions& options,
                        const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    require_classes(labels, x.rows(), "trln");
    TrlnSelectorOptions::fields().check(options);
    if (options.pca > 0.0) require_like_ranges(x, share_for_components, "trln", context);
    if (const auto unit = WorkingUnit::of(x, Extremes::both, context))
        return trln_selector(unit->x(), labels, options, context);
    const std::vector<char> constant = column_ranges(x, context).constants();
    if (std::find(constant.begin(), constant.end(), 0) == constant.end())  // nothing tells the samples apart
        return select_by_score(std::vector<double>(constant.size()), Direction::larger, constant, {},
                               options.k, "F", options.fixed);
    Projection learned = learn(x, labels, options, context);
    std::vector<double> scores = std::move(learned.feature_weights);
    const double largest = *std::max_element(scores.begin(), scores.end());
    const std::vector<Index> first = first_equal_columns(x, context);
    std::vector<Index> none;
    settle_equal_columns(first, scores, none);
    for (std::size_t j = 0; j < scores.size(); ++j)
        if (first[j] != static_cast<Index>(j)) scores[j] = std::max(0.0, scores[j] - behind_twin * largest);
    Selection result =
        select_by_score(std::move(scores), Direction::larger, constant, {}, options.k, "F", options.fixed);
    result.objective = std::move(learned.objective);
    result.certificate = std::move(learned.certificate);
    result.certificate.emplace_back("dim", learned.weights.cols());
    result.chosen = {{"dim", learned.weights.cols()}};
    if (learned.pca) result.certificate.emplace_back("pca_components", learned.pca->components.cols());
    result.stop = learned.stop;
    result.iterations = learned.iterations;
    return result;
}

}  // namespace tamis
