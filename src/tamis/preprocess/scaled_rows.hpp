// Scaling of rows that are not in memory.
#pragma once

#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::detail {

// Scaled as they are read, as apply_scaler does. The rows must outlive the result.
ChangedRows scaled_rows(const Scaler& scaler, const Rows& x);

}  // namespace tamis::detail
