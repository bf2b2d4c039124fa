#include "tamis/algebra/cholesky_matrix.hpp"

#include <cblas.h>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky.hpp"

namespace tamis::detail {

bool factor_in_place(DenseMatrix& a) { return factor_cholesky(a.data(), a.rows()); }

void solve_lower(const DenseMatrix& factor, DenseMatrix& b) {
    solve_lower(factor.data(), factor.rows(), b.data(), b.cols(), b.cols());
}

void solve_lower_transposed(const DenseMatrix& factor, DenseMatrix& b) {
    solve_lower_transposed(factor.data(), factor.rows(), b.data(), b.cols(), b.cols());
}

void add_gram(double scale, const DenseMatrix& a, double keep, DenseMatrix& out) {
    if (out.rows() == 0) return;
    const blas::SingleThreaded guard;
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, blas::narrow(out.rows()), blas::narrow(a.rows()),
                scale, a.data(), blas::narrow(a.cols()), keep, out.data(), blas::narrow(out.cols()));
    for (Index i = 0; i < out.rows(); ++i)
        for (Index j = 0; j < i; ++j) out(j, i) = out(i, j);
}

}  // namespace tamis::detail
