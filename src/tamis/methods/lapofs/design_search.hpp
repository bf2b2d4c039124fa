// Designs found feature by feature: greedily, improved by exchanges, proven by branch and bound.
#pragma once

#include "tamis/methods/lapofs/design_options.hpp"
#include "tamis/methods/lapofs/feature_gram.hpp"

namespace tamis::detail {

// options.solver is any but `convex`.
template <Design design>
Selection search_design(const FeatureGram& gram, const DesignOptions<design>& options,
                        const Context& context);

}  // namespace tamis::detail
