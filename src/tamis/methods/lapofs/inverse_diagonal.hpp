// diag(B⁻¹) for B = I + λ1·L, by conjugate gradients on blocks of unit vectors: B is well conditioned for any
// sensible λ1, and no factor with unknown fill is needed.
#pragma once

#include <vector>

#include "tamis/methods/lapofs/feature_gram.hpp"

namespace tamis::detail {

std::vector<double> inverse_diagonal(const FeatureGram& gram, const Context& context);

}  // namespace tamis::detail
