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
    // All of them and then the first: LAPACK's routines for some (dsyevr, dstemr) took 1.4 to 4 times as long
    // for the sizes up to 150 and the clustered spectra that were tried.
    DenseEigen all = dense_eigen(std::move(symmetric));
    all.values.resize(static_cast<std::size_t>(std::min(count, all.vectors.rows())));
    all.vectors.truncate(static_cast<Index>(all.values.size()));
    return all;
}

}  // namespace tamis
