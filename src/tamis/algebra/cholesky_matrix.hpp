// Cholesky factors of symmetric positive definite matrices, by OpenBLAS.
#pragma once

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// Replaces the lower triangle of `a` by L with a = L·Lᵀ; the upper triangle becomes 0. Returns false
// if `a` is not positive definite in floating point; its content is lost then.
bool factor_in_place(DenseMatrix& a);

// b = L⁻¹·b and b = L⁻ᵀ·b, for a factor of `factor_in_place`.
void solve_lower(const DenseMatrix& factor, DenseMatrix& b);
void solve_lower_transposed(const DenseMatrix& factor, DenseMatrix& b);

// out = scale · aᵀ·a + keep · out, both triangles; out is cols(a) × cols(a) and was symmetric.
void add_gram(double scale, const DenseMatrix& a, double keep, DenseMatrix& out);

}  // namespace tamis::detail
