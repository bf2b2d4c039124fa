#include "tamis/numeric/eigen_dense.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "tamis/core/error.hpp"
#include "tamis/numeric/blas.hpp"

// LAPACK inside OpenBLAS, which ships no C header for it.
extern "C" void dsyevd_(const char* job, const char* triangle, const int* n, double* a, const int* lda,
                        double* values, double* work, const int* work_size, int* iwork, const int* iwork_size,
                        int* info, std::size_t job_length, std::size_t triangle_length);
extern "C" void dsyevr_(const char* job, const char* range, const char* triangle, const int* n, double* a,
                        const int* lda, const double* low, const double* high, const int* first,
                        const int* last, const double* tolerance, int* found, double* values, double* vectors,
                        const int* ldz, int* support, double* work, const int* work_size, int* iwork,
                        const int* iwork_size, int* info, std::size_t job_length, std::size_t range_length,
                        std::size_t triangle_length);

namespace tamis {

DenseEigen dense_eigen(DenseMatrix symmetric) {
    if (symmetric.rows() != symmetric.cols() || symmetric.rows() > std::numeric_limits<int>::max())
        throw Error("eigenvalues need a square matrix that LAPACK can address");
    const int n = static_cast<int>(symmetric.rows());
    DenseEigen result{std::vector<double>(static_cast<std::size_t>(n)), std::move(symmetric)};
    if (n == 0) return result;
    const blas::SingleThreaded one_thread;
    // Column-major LAPACK sees our lower triangle as its upper one, and its columns of eigenvectors are our
    // rows.
    const auto run = [&](double* work, int work_size, int* iwork, int iwork_size) {
        int info = 0;
        dsyevd_("V", "U", &n, result.vectors.data(), &n, result.values.data(), work, &work_size, iwork,
                &iwork_size, &info, 1, 1);
        if (info != 0)
            throw Error("the eigenvalues of a " + std::to_string(n) + " x " + std::to_string(n) +
                        " matrix did not converge (LAPACK dsyevd: " + std::to_string(info) + ")");
    };
    double work_wanted = 0.0;
    int iwork_wanted = 0;
    run(&work_wanted, -1, &iwork_wanted, -1);
    std::vector<double> work(static_cast<std::size_t>(work_wanted));
    std::vector<int> iwork(static_cast<std::size_t>(iwork_wanted));
    run(work.data(), static_cast<int>(work.size()), iwork.data(), iwork_wanted);
    return result;
}

DenseEigen dense_eigen(const double* symmetric, Index size) {
    DenseMatrix copy = DenseMatrix::uninitialized(size, size);
    std::copy_n(symmetric, size * size, copy.data());
    return dense_eigen(std::move(copy));
}

DenseEigen smallest_dense_eigen(DenseMatrix symmetric, Index count) {
    const int n = blas::narrow(symmetric.rows()), last = blas::narrow(std::min(count, symmetric.rows()));
    DenseEigen result{std::vector<double>(static_cast<std::size_t>(n)), DenseMatrix(last, n)};
    if (last == 0) return {{}, DenseMatrix(0, n)};
    const blas::SingleThreaded one_thread;
    const double unused = 0.0;
    const int first = 1;
    int found = 0;
    std::vector<int> support(2 * static_cast<std::size_t>(n));
    const auto run = [&](double* work, int work_size, int* iwork, int iwork_size) {
        int info = 0;
        dsyevr_("V", "I", "U", &n, symmetric.data(), &n, &unused, &unused, &first, &last, &unused, &found,
                result.values.data(), result.vectors.data(), &n, support.data(), work, &work_size, iwork,
                &iwork_size, &info, 1, 1, 1);
        if (info != 0 || (work_size > 0 && found != last))
            throw Error("the smallest eigenvalues of a " + std::to_string(n) + " x " + std::to_string(n) +
                        " matrix did not converge (LAPACK dsyevr: " + std::to_string(info) + ")");
    };
    double work_wanted = 0.0;
    int iwork_wanted = 0;
    run(&work_wanted, -1, &iwork_wanted, -1);
    std::vector<double> work(static_cast<std::size_t>(work_wanted));
    std::vector<int> iwork(static_cast<std::size_t>(iwork_wanted));
    run(work.data(), static_cast<int>(work.size()), iwork.data(), iwork_wanted);
    result.values.resize(static_cast<std::size_t>(last));
    return result;
}

}  // namespace tamis
