// What all features together reach in a D-optimal design.
#pragma once

#include "tamis/methods/lapofs/feature_gram.hpp"

namespace tamis::detail {

// ln det(I + XXᵀB/λ2), the limit of Σ ln(s_t/λ2) over the selected features t: the smaller of the forms with
// one row per feature and one per sample.
double log_det_of_all(const FeatureGram& gram, double lambda2, const Context& context);

}  // namespace tamis::detail
