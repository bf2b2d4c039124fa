// Factorizations of small dense symmetric matrices by LAPACK. All matrices are row-major and square.
#pragma once

#include "tamis/core/index.hpp"

namespace tamis::detail {

// Replaces the lower triangle of the matrix by L with L·Lᵀ = matrix; the upper triangle is set to zero. False
// if the matrix is not positive definite to rounding; its content is undefined then.
bool factor_cholesky(double* matrix, Index size);

// Right-hand sides are the columns of `block` (size × count, row-major); they are replaced by the solution.
void solve_lower(const double* lower, Index size, double* block, Index count, Index stride);
void solve_lower_transposed(const double* lower, Index size, double* block, Index count, Index stride);

}  // namespace tamis::detail
