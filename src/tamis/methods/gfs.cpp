#include "tamis/methods/gfs.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/core/shards/columns_view.hpp"
#include "tamis/methods/exchange/exchange.hpp"
#include "tamis/methods/gfs/gamma_search.hpp"
#include "tamis/methods/gfs/refine.hpp"
#include "tamis/methods/gfs/regularized_fisher.hpp"
#include "tamis/passes/unit/column_units.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

About GfsOptions::about() {
    return {.name = "gfs",
            .title = "Generalized Fisher score",
            .citation = {{.key = "gu2011"}},
            .nested = false,
            .raw_scales = true};
}

Fields<GfsOptions> GfsOptions::fields() {
    return Fields<GfsOptions>()
        .optional(
            "gamma", &GfsOptions::gamma, above(0), "cv",
            "ridge; compare it with the number of samples of standardized data, smaller avoids redundant "
            "features more, 'cv' chooses by 5-fold cross-validation of 1NN")
        .integer("max_planes", &GfsOptions::max_planes, at_least(1),
                 "maximum number of cutting planes; more come closer to the optimum of the relaxation")
        .real("tolerance", &GfsOptions::tolerance, above(0),
              "relative accuracy at which to stop; measured by the gap between the bounds")
        .choice("line_search", &GfsOptions::line_search,
                {{"linear", LineSearch::linear}, {"bisect", LineSearch::bisect}},
                "how to find the smallest m whose planes hold k features; bisect is faster for many features")
        .choice("refine", &GfsOptions::refine, {{"none", Refine::none}, {"exchange", Refine::exchange}},
                "how the set is improved afterward; exchange swaps single features while the joint criterion "
                "grows");
}

namespace {

// No feature is informative: all of them are ordered by index.
Selection nothing_to_choose(const FisherData& data, const GfsOptions& options) {
    Selection result;
    result.scores.assign(at(data.features()), 0.0);
    result.selected = top_features({result.scores, data.classes().constant}, options.k, options.fixed);
    result.raw_scores = result.scores;
    const double theta = -0.5 * data.classes().total();
    result.objective = {"theta", {theta}, theta};
    result.certificate = {{"lower", theta}, {"upper", theta}, {"gap", 0.0}, {"criterion", 0.0}};
    return result;
}

Selection gfs_in_unit(const WorkingUnit& unit, const Labels& labels, GfsOptions options,
                      const Context& context) {
    options.gamma = unit.ridge(*options.gamma, "gamma", "gfs");
    Selection result = gfs(unit.x(), labels, options, context);
    for (Record* record : {&result.certificate, &result.chosen})
        for (auto& [name, value] : *record)
            if (name == "gamma") value = unit.back(std::get<double>(value), 2);
    return result;
}

// Beside features of order 1 a smaller ridge is lost, and its inverse overflows.
constexpr double smallest_gamma = 1e-60;
constexpr double hidden_gamma = 1e-13;  // beside features of order 1: what is solved with it is rounding

}  // namespace

Selection gfs(const Rows& x, const Labels& labels, const GfsOptions& options, const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    require_classes(labels, x.rows(), "gfs");
    GfsOptions::fields().check(options);
    const auto included = static_cast<Index>(options.fixed.include.size());
    if (!options.fixed.exclude.empty() || options.fixed.include != leading(included).include) {
        GfsOptions inner = options;
        inner.fixed = leading(included);
        const std::vector<Index> columns = arranged_columns(options.fixed, x.cols());
        if (x.shards() != nullptr)
            return arranged_back(gfs(kept_columns(x, columns), labels, inner, context), columns, x.cols());
        const Matrix arranged = take_columns(x.require_matrix("gfs"), columns);
        return arranged_back(gfs(arranged, labels, inner, context), columns, x.cols());
    }
    const double gamma = options.gamma ? *options.gamma
                                       : cross_validated_gamma(x.require_matrix("gfs with gamma=cv"), labels,
                                                               options, context);
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context)) {
        GfsOptions chosen = options;
        chosen.gamma = gamma;
        return gfs_in_unit(*unit, labels, chosen, context);
    }

    FisherData data(x, labels, context);
    remark_on_small_columns(data.classes().small, context);
    Selection result;
    if (nothing_competes(data, options)) {
        result = nothing_to_choose(data, options);
    } else {
        if (data.scaled(gamma) < smallest_gamma)
            throw Error("gfs: gamma = " + to_text(Value(gamma)) +
                        " is too small for these data: it is negligible next to the scatter of the features");
        if (data.scaled(gamma) < hidden_gamma)
            context.warning(
                "rounding hides gamma = " + to_text(Value(gamma)) +
                ", which is negligible next to the scatter of the features, and may decide between "
                "them: use " +
                option("scale", "standard") + " or a larger gamma");
        PlaneSearch found = search_planes(data, options, gamma);
        PlaneSolution& solution = found.solution;
        result.selected = taken_from(rank_by_planes(data, solution), options.k, options.fixed);
        Record refinement;
        double criterion = regularized_fisher(data, result.selected, gamma);
        if (options.refine == GfsOptions::Refine::exchange) {
            if (options.k == data.features()) context.warning(nothing_to_exchange(options.k));
            Refined refined = refine_by_exchange(data, result.selected, gamma, options.fixed.include);
            refinement = {{"unrefined", criterion}, {"swaps", refined.swaps}};
            result.selected = std::move(refined.selected);
            criterion = refined.criterion;
        }
        const double theta = solution.theta.back(), upper = solution.upper.back();
        result.objective = {"theta", solution.theta, theta};
        result.iterations = static_cast<Index>(solution.planes.size());
        result.stop = solution.stop;
        result.certificate = {{"lower", theta},
                              {"upper", upper},
                              {"gap", (upper - theta) / std::abs(theta)},
                              {"criterion", criterion},
                              {"gamma", gamma},
                              {"m", found.m},
                              {"planes", static_cast<Index>(solution.planes.size())},
                              {"union", static_cast<Index>(solution.features.size())},
                              {"inner_gap", solution.inner_gap},
                              {"passes", data.passes()},
                              {"lower_trace", std::move(solution.lower)},
                              {"upper_trace", std::move(solution.upper)}};
        result.certificate.insert(result.certificate.end(), refinement.begin(), refinement.end());
        result.chosen = {{"gamma", gamma}};
        result.scores = solution.weights;
        result.raw_scores = std::move(solution.weights);
    }
    result.raw_direction = Direction::larger;
    if (data.informative() < options.k) result.stop = Stop::exhausted;
    return result;
}

}  // namespace tamis
