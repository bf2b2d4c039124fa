// The columns that say how near two samples are to each other, where some features are excluded.
#pragma once

#include <optional>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// Those that are not excluded, copied; nothing if the graph is built from all columns.
std::optional<Matrix> graph_columns(const MatrixView& x, const FixedFeatures& fixed);

}  // namespace tamis::detail
