#include "tamis/algebra/cholesky.hpp"

#include <cblas.h>

#include <algorithm>

#include "tamis/algebra/blas.hpp"

// LAPACK inside OpenBLAS. Its matrices are by columns: our lower triangle is its upper one.
extern "C" {
void dpotrf_(const char* triangle, const blasint* size, double* matrix, const blasint* stride, blasint* info);
}

namespace tamis::detail {

namespace {

void solve(const double* lower, Index size, double* block, Index count, Index stride, CBLAS_TRANSPOSE form) {
    if (size == 0 || count == 0) return;
    const blas::SingleThreaded guard;
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, form, CblasNonUnit, blas::narrow(size),
                blas::narrow(count), 1.0, lower, blas::narrow(size), block, blas::narrow(stride));
}

}  // namespace

bool factor_cholesky(double* matrix, Index size) {
    if (size == 0) return true;
    const blas::SingleThreaded guard;
    const blasint side = blas::narrow(size);
    blasint info = 0;
    dpotrf_("U", &side, matrix, &side, &info);
    if (info != 0) return false;
    for (Index i = 0; i < size; ++i) std::fill(matrix + i * size + i + 1, matrix + (i + 1) * size, 0.0);
    return true;
}

void solve_lower(const double* lower, Index size, double* block, Index count, Index stride) {
    solve(lower, size, block, count, stride, CblasNoTrans);
}

void solve_lower_transposed(const double* lower, Index size, double* block, Index count, Index stride) {
    solve(lower, size, block, count, stride, CblasTrans);
}

}  // namespace tamis::detail
