// How LapAOFS and LapDOFS run, greedily or by the convex relaxation.
#pragma once

#include "tamis/methods/lapofs/design_options.hpp"
#include "tamis/methods/lapofs/feature_gram.hpp"

namespace tamis::detail {

// Selects options.k features; `options` are those of the design. Throws UsageError on wrong options and Error
// on data that cannot be worked on.
template <Design design>
Selection run_design(const MatrixView& x, const Graph& graph, const DesignOptions<design>& options,
                     const Context& context);

// Features of zeros are only chosen when nothing else is left.
Stop greedy_stop(const FeatureGram& gram, const std::vector<Index>& selected);

}  // namespace tamis::detail
