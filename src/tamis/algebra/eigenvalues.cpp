#include "tamis/algebra/eigenvalues.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/error.hpp"

// LAPACK inside OpenBLAS, which ships no C header for it.
extern "C" {
void dsytrd_(const char* triangle, const int* n, double* a, const int* lda, double* diagonal, double* off,
             double* tau, double* work, const int* work_size, int* info, std::size_t triangle_length);
void dsterf_(const int* n, double* diagonal, double* off, int* info);
}

namespace tamis::detail {

std::vector<double> eigenvalues(std::vector<double> symmetric, Index size) {
    constexpr int block = 32;
    const int n = blas::narrow(size), work_size = std::max(1, block * n);
    std::vector<double> values(at(n)), off(at(n)), tau(at(n)), work(at(work_size));
    if (n == 0) return values;
    int info = 0;
    dsytrd_("U", &n, symmetric.data(), &n, values.data(), off.data(), tau.data(), work.data(), &work_size,
            &info, 1);
    if (info == 0) dsterf_(&n, values.data(), off.data(), &info);
    if (info != 0) throw Error(no_convergence(n, "dsterf", info));
    return values;
}

}  // namespace tamis::detail
