// Sums of weighted rows.
#pragma once

#include "tamis/core/index.hpp"

namespace tamis::detail {

// out[j] += Σ_r coefficients[r]·rows[r][j], in the order of r for every j.
void add_rows(const double* const* rows, const double* coefficients, Index count, Index width, double* out);
// The same for one row.
void add_row(const double* row, double coefficient, Index width, double* out);

}  // namespace tamis::detail
