#include "tamis/numeric/spd_factor.hpp"

#include <cblas.h>

#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/numeric/blas.hpp"

// LAPACK as OpenBLAS brings it along; its C header is a package of its own.
extern "C" void dpotrf_(const char* triangle, const blasint* order, double* a, const blasint* stride,
                        blasint* info);

namespace tamis {

namespace {

blasint narrow(Index value) {
    if (value > std::numeric_limits<blasint>::max())
        throw Error("a matrix side of " + std::to_string(value) + " is too long for the BLAS library");
    return static_cast<blasint>(value);
}

void solve_triangle(const DenseMatrix& factor, CBLAS_TRANSPOSE form, DenseMatrix& b) {
    if (b.rows() == 0 || b.cols() == 0) return;
    const blas::SingleThreaded guard;
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, form, CblasNonUnit, narrow(b.rows()), narrow(b.cols()),
                1.0, factor.data(), narrow(factor.cols()), b.data(), narrow(b.cols()));
}

}  // namespace

bool factor_in_place(DenseMatrix& a) {
    if (a.rows() == 0) return true;
    const blas::SingleThreaded guard;
    const blasint order = narrow(a.rows());
    blasint info = 0;
    // LAPACK sees the transpose of our rows: its upper triangle is our lower one.
    dpotrf_("U", &order, a.data(), &order, &info);
    return info == 0;
}

void solve_lower(const DenseMatrix& factor, DenseMatrix& b) { solve_triangle(factor, CblasNoTrans, b); }

void solve_lower_transposed(const DenseMatrix& factor, DenseMatrix& b) {
    solve_triangle(factor, CblasTrans, b);
}

void add_gram(double scale, const DenseMatrix& a, double keep, DenseMatrix& out) {
    if (out.rows() == 0) return;
    const blas::SingleThreaded guard;
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, narrow(out.rows()), narrow(a.rows()), scale, a.data(),
                narrow(a.cols()), keep, out.data(), narrow(out.cols()));
    for (Index i = 0; i < out.rows(); ++i)
        for (Index j = 0; j < i; ++j) out(j, i) = out(i, j);
}

}  // namespace tamis
