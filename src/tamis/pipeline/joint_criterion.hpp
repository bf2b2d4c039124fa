// How well a set of features separates the classes together, no matter how it was chosen.
#pragma once

#include <optional>
#include <span>

#include "tamis/core/context.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::detail {

// tr(S_b(S_t + γI)⁻¹) of the features, after the scaling: the criterion of the generalized Fisher score
// (gu2011, eq. 2). Nothing if the data have fewer than two classes, or unlabeled samples.
// The given features alone are copied into memory.
std::optional<double> joint_criterion(const DataView& data, Scaling scale, std::span<const Index> features,
                                      double gamma, const Context& context = {});

}  // namespace tamis::detail
