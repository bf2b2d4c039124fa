// Factorisations of small dense symmetric matrices by LAPACK. All matrices are row-major and square.
#pragma once

#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

// Replaces the lower triangle of the matrix by L with L·Lᵀ = matrix; the upper triangle is set to zero. False
// where the matrix is not positive definite to rounding; its content is undefined then.
bool factor_cholesky(double* matrix, Index size);

// Right-hand sides are the columns of `block` (size × count, row-major); they are replaced by the solution.
void solve_lower(const double* lower, Index size, double* block, Index count, Index stride);
void solve_lower_transposed(const double* lower, Index size, double* block, Index count, Index stride);

struct SymmetricEigen {
    std::vector<double> values;   // ascending
    std::vector<double> vectors;  // size × size, row i belongs to value i
};

// Reads the lower triangle.
SymmetricEigen symmetric_eigen(const double* matrix, Index size);

}  // namespace tamis
