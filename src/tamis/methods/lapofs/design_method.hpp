// How LapAOFS and LapDOFS run, greedily or by the convex relaxation.
#pragma once

#include <type_traits>

#include "tamis/methods/lapofs/design_options.hpp"
#include "tamis/methods/lapofs/feature_gram.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis::detail {

// Selects options.k features; `options` are those of the design. Throws UsageError on wrong options and Error
// on data that cannot be worked on.
template <Design design>
Selection run_design(const Rows& x, const Graph& graph, const DesignOptions<design>& options,
                     const Context& context);

// Warns if rounding hides what `unknown` of the k selected features add.
void warn_of_hidden(Index unknown, Index k, double lambda2, const FeatureGram& gram, const Context& context);

// Warns that the features count for nothing next to the ridge; `square` is the largest of their squares.
void warn_of_large_ridge(double lambda2, double square, const Context& context);

// Whether they do, by more than the window of ties; warns if so.
bool is_ridge_too_large(const FeatureGram& gram, double lambda2, const Context& context);

// Calls run(x, options) with data and ridge in a unit that suits them, and measure_back(unit, objective) if
// it is not the data's own.
template <class Data, class Options, class Run, class MeasureBack>
Selection in_working_unit(const Data& x, const Options& options, const Context& context, Run&& run,
                          MeasureBack&& measure_back) {
    const auto unit = WorkingUnit::of(x, Extremes::both, context);
    if (!unit) return run(x, options);
    if (!unit->takes_ridge(options.lambda2)) {
        warn_of_large_ridge(options.lambda2, 0.0, context);
        return run(x, options);
    }
    Options measured = options;
    measured.lambda2 = unit->ridge(options.lambda2, "lambda2", Options::about().name);
    Selection result;
    if constexpr (std::is_same_v<Data, Rows>)
        result = run(unit->x(), measured);
    else
        result = run(unit->matrix(), measured);
    measure_back(*unit, result.objective);
    return result;
}

// Features of zeros are only chosen when nothing else is left, unless they are included.
Stop greedy_stop(const FeatureGram& gram, const std::vector<Index>& selected, const FixedFeatures& fixed);

}  // namespace tamis::detail
