// Dense algebra on row-major matrices: products by the BLAS, orthonormal bases and singular values by LAPACK,
// each on the calling thread; those that take a context share matrices with many rows among its threads.
#pragma once

#include <vector>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

// a·b, with either of them transposed if requested.
DenseMatrix product(const DenseMatrix& a, const DenseMatrix& b, blas::Form a_form = blas::Form::plain,
                    blas::Form b_form = blas::Form::plain);
// aᵀ·b and a·bᵀ.
DenseMatrix product_tn(const DenseMatrix& a, const DenseMatrix& b);
DenseMatrix product_nt(const DenseMatrix& a, const DenseMatrix& b);

DenseMatrix product(const DenseMatrix& a, const DenseMatrix& b, const Context& context);
DenseMatrix product_tn(const DenseMatrix& a, const DenseMatrix& b, const Context& context);

DenseMatrix transpose(const DenseMatrix& a);

// a = factor·a and a = a + factor·b.
void scale(DenseMatrix& a, double factor);
void add_scaled(DenseMatrix& a, double factor, const DenseMatrix& b);

// Σ a_ij·b_ij.
double inner_product(const DenseMatrix& a, const DenseMatrix& b);

// An orthonormal basis of the span of the columns (Householder), in their order; cols ≤ rows.
DenseMatrix orthonormal_columns(DenseMatrix a, const Context& context);
DenseMatrix orthonormal_columns(DenseMatrix a);

// a = left · diag(values) · rightᵀ with as many singular values as columns, descending; cols ≤ rows.
struct ThinSvd {
    DenseMatrix left;  // as a
    std::vector<double> values;
    DenseMatrix right;  // cols × cols
};
ThinSvd thin_svd(DenseMatrix a);

}  // namespace tamis::detail
