#include "tamis/numeric/factor.hpp"

#include <cblas.h>

#include <algorithm>
#include <limits>
#include <string>

#include "tamis/core/error.hpp"

// LAPACK inside OpenBLAS. Its matrices are by columns: our lower triangle is its upper one.
extern "C" {
void dpotrf_(const char* triangle, const blasint* size, double* matrix, const blasint* stride, blasint* info);
void dsyevd_(const char* job, const char* triangle, const blasint* size, double* matrix,
             const blasint* stride, double* values, double* work, const blasint* work_size,
             blasint* integer_work, const blasint* integer_work_size, blasint* info);
}

namespace tamis {

namespace {

blasint narrow(Index value) {
    if (value > std::numeric_limits<blasint>::max())
        throw Error("a matrix side of " + std::to_string(value) + " is too long for the BLAS library");
    return static_cast<blasint>(value);
}

void solve(const double* lower, Index size, double* block, Index count, Index stride, CBLAS_TRANSPOSE form) {
    if (size == 0 || count == 0) return;
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, form, CblasNonUnit, narrow(size), narrow(count), 1.0,
                lower, narrow(size), block, narrow(stride));
}

}  // namespace

bool factor_cholesky(double* matrix, Index size) {
    if (size == 0) return true;
    const blasint side = narrow(size);
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

SymmetricEigen symmetric_eigen(const double* matrix, Index size) {
    SymmetricEigen result;
    result.values.resize(static_cast<std::size_t>(size));
    result.vectors.assign(matrix, matrix + size * size);
    const blasint side = narrow(size);
    const blasint query = -1;
    blasint info = 0;
    double work_size = 0.0;
    blasint integer_size = 0;
    dsyevd_("V", "U", &side, result.vectors.data(), &side, result.values.data(), &work_size, &query,
            &integer_size, &query, &info);
    const auto wanted = static_cast<blasint>(work_size);
    std::vector<double> work(static_cast<std::size_t>(wanted));
    std::vector<blasint> integer_work(static_cast<std::size_t>(integer_size));
    dsyevd_("V", "U", &side, result.vectors.data(), &side, result.values.data(), work.data(), &wanted,
            integer_work.data(), &integer_size, &info);
    if (info != 0)
        throw Error("the eigenvalues of a " + std::to_string(size) + " x " + std::to_string(size) +
                    " matrix could not be computed: are the data scaled sensibly?");
    return result;
}

}  // namespace tamis
