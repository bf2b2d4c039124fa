#include "tamis/algebra/symmetric_eigenproblem.hpp"

#include <algorithm>
#include <limits>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"

// LAPACK inside OpenBLAS, which ships no C header for it.
extern "C" void dsyevd_(const char* job, const char* triangle, const int* n, double* a, const int* lda,
                        double* values, double* work, const int* work_size, int* iwork, const int* iwork_size,
                        int* info, std::size_t job_length, std::size_t triangle_length);
extern "C" void dstemr_(const char* job, const char* range, const int* n, double* diagonal, double* off,
                        const double* lowest, const double* highest, const int* first, const int* last,
                        int* found, double* values, double* vectors, const int* ldz, const int* columns,
                        int* support, int* relative_accuracy, double* work, const int* work_size, int* iwork,
                        const int* iwork_size, int* info, std::size_t job_length, std::size_t range_length);

namespace tamis::detail {

std::string no_convergence(int size, const char* routine, int info) {
    return "the eigenvalues of a " + std::to_string(size) + " x " + std::to_string(size) +
           " matrix did not converge (LAPACK " + routine + ": " + std::to_string(info) + ")";
}

DenseEigen dense_eigen(DenseMatrix symmetric) {
    if (symmetric.rows() != symmetric.cols() || symmetric.rows() > std::numeric_limits<int>::max())
        throw Error("eigenvalues need a square matrix that LAPACK can address");
    const int n = static_cast<int>(symmetric.rows());
    DenseEigen result{std::vector<double>(at(n)), std::move(symmetric)};
    if (n == 0) return result;
    const blas::SingleThreaded one_thread;
    // Column-major LAPACK sees our lower triangle as its upper one, and its columns of eigenvectors are our
    // rows.
    const auto run = [&](double* work, int work_size, int* iwork, int iwork_size) {
        int info = 0;
        dsyevd_("V", "U", &n, result.vectors.data(), &n, result.values.data(), work, &work_size, iwork,
                &iwork_size, &info, 1, 1);
        if (info != 0) throw Error(no_convergence(n, "dsyevd", info));
    };
    double work_wanted = 0.0;
    int iwork_wanted = 0;
    run(&work_wanted, -1, &iwork_wanted, -1);
    std::vector<double> work(static_cast<std::size_t>(work_wanted));
    std::vector<int> iwork(at(iwork_wanted));
    run(work.data(), static_cast<int>(work.size()), iwork.data(), iwork_wanted);
    return result;
}

DenseEigen dense_eigen(const double* symmetric, Index size) {
    DenseMatrix copy = DenseMatrix::uninitialized(size, size);
    std::copy_n(symmetric, size * size, copy.data());
    return dense_eigen(std::move(copy));
}

DenseEigen tridiagonal_eigen(std::vector<double> diagonal, std::vector<double> off) {
    const int n = static_cast<int>(diagonal.size());
    DenseEigen result{std::vector<double>(diagonal.size()), DenseMatrix(n, n)};
    if (n == 0) return result;
    off.resize(diagonal.size());  // one entry of scratch
    const blas::SingleThreaded one_thread;
    const double unused = 0.0;
    const int none = 0, work_size = 18 * n, iwork_size = 10 * n;
    std::vector<double> work(at(work_size));
    std::vector<int> iwork(at(iwork_size)), support(2 * diagonal.size());
    int found = 0, relative_accuracy = 1, info = 0;
    dstemr_("V", "A", &n, diagonal.data(), off.data(), &unused, &unused, &none, &none, &found,
            result.values.data(), result.vectors.data(), &n, &n, support.data(), &relative_accuracy,
            work.data(), &work_size, iwork.data(), &iwork_size, &info, 1, 1);
    if (info != 0 || found != n) throw Error(no_convergence(n, "dstemr", info));
    return result;
}

DenseEigen smallest_dense_eigen(DenseMatrix symmetric, Index count, const Context& context) {
    // All of them and then the first: LAPACK's routines for some (dsyevr, dstemr) took 1.4 to 4 times as long
    // for the sizes up to 150 and the clustered spectra that were tried.
    DenseEigen all = dense_eigen(std::move(symmetric), context);
    all.values.resize(at(std::min(count, all.vectors.rows())));
    all.vectors.truncate(static_cast<Index>(all.values.size()));
    return all;
}

}  // namespace tamis::detail
