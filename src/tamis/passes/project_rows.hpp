// Applying a projection to data.
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/projection.hpp"
#include "tamis/core/rows.hpp"

namespace tamis {

// (x - mean)·W, samples × dim, for dense or sparse rows. Throws Error if x has another number of features
// than the projection, or the projection does not have one mean per feature.
DenseMatrix project_rows(const Projection& projection, const Rows& x, const Context& context = {});

}  // namespace tamis
