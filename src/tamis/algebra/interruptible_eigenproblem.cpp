// All eigenpairs of a large symmetric matrix in the three stages of LAPACK's dsyevd, with a look at the
// context between their parts: the whole takes minutes where a part takes less than a second.
#include <cblas.h>

#include <algorithm>
#include <string>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"

extern "C" {
void dlatrd_(const char* triangle, const int* n, const int* panel, double* a, const int* lda, double* off,
             double* tau, double* w, const int* ldw, std::size_t triangle_length);
void dsytd2_(const char* triangle, const int* n, double* a, const int* lda, double* diagonal, double* off,
             double* tau, int* info, std::size_t triangle_length);
void dstedc_(const char* job, const int* n, double* diagonal, double* off, double* z, const int* ldz,
             double* work, const int* work_size, int* iwork, const int* iwork_size, int* info,
             std::size_t job_length);
void dormtr_(const char* side, const char* triangle, const char* form, const int* rows, const int* cols,
             const double* a, const int* lda, const double* tau, double* c, const int* ldc, double* work,
             const int* work_size, int* info, std::size_t side_length, std::size_t triangle_length,
             std::size_t form_length);
}

namespace tamis::detail {

namespace {

constexpr Index panel_columns = 32;
constexpr Index unblocked = 64;  // what is left of the matrix for the last step
constexpr Index vectors_at_once = 256;

// A = Q·T·Qᵀ with T tridiagonal; Q is left in the lower triangle of A (LAPACK's, by columns) and in `tau`.
struct Tridiagonal {
    std::vector<double> diagonal, off, tau;
};

Tridiagonal reduce(DenseMatrix& a, const Context& context) {
    const Index n = a.rows();
    const int lda = blas::narrow(n), panel = static_cast<int>(panel_columns);
    Tridiagonal t{std::vector<double>(at(n)), std::vector<double>(at(n)), std::vector<double>(at(n))};
    std::vector<double> w(at(n * panel_columns));
    // Column i from row i on, in LAPACK's order.
    const auto corner = [&](Index row, Index column) { return a.data() + column * n + row; };
    Index i = 0;
    for (; n - i > unblocked + panel_columns; i += panel_columns) {
        context.check_cancel();
        const int size = blas::narrow(n - i), rest = size - panel;
        dlatrd_("L", &size, &panel, corner(i, i), &lda, t.off.data() + i, t.tau.data() + i, w.data(), &size,
                1);
        cblas_dsyr2k(CblasColMajor, CblasLower, CblasNoTrans, rest, panel, -1.0, corner(i + panel_columns, i),
                     lda, w.data() + panel_columns, size, 1.0, corner(i + panel_columns, i + panel_columns),
                     lda);
        for (Index j = i; j < i + panel_columns; ++j) {
            *corner(j + 1, j) = t.off[at(j)];
            t.diagonal[at(j)] = *corner(j, j);
        }
    }
    const int size = blas::narrow(n - i);
    int info = 0;
    dsytd2_("L", &size, corner(i, i), &lda, t.diagonal.data() + i, t.off.data() + i, t.tau.data() + i, &info,
            1);
    if (info != 0) throw Error(no_convergence(size, "dsytd2", info));
    return t;
}

// Eigenvectors of T, by columns in LAPACK's order; the eigenvalues replace the diagonal.
DenseMatrix solve(Tridiagonal& t) {
    const int n = static_cast<int>(t.diagonal.size());
    DenseMatrix z = DenseMatrix::uninitialized(n, n);
    double work_wanted = 0.0;
    int iwork_wanted = 0, info = 0;
    const int ask = -1;
    dstedc_("I", &n, t.diagonal.data(), t.off.data(), z.data(), &n, &work_wanted, &ask, &iwork_wanted, &ask,
            &info, 1);
    std::vector<double> work(static_cast<std::size_t>(work_wanted));
    std::vector<int> iwork(at(iwork_wanted));
    const int work_size = static_cast<int>(work.size());
    dstedc_("I", &n, t.diagonal.data(), t.off.data(), z.data(), &n, work.data(), &work_size, iwork.data(),
            &iwork_wanted, &info, 1);
    if (info != 0) throw Error(no_convergence(n, "dstedc", info));
    return z;
}

}  // namespace

DenseEigen dense_eigen(DenseMatrix symmetric, const Context& context) {
    constexpr Index small = 700;
    const Index n = symmetric.rows();
    if (n <= small || n != symmetric.cols()) return dense_eigen(std::move(symmetric));
    const blas::SingleThreaded one_thread_per_call;
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < i; ++j) symmetric(j, i) = symmetric(i, j);
    Tridiagonal t = reduce(symmetric, context);
    context.check_cancel();
    DenseMatrix vectors = solve(t);
    parallel_chunks(context, n, vectors_at_once, [&](const Chunk& part) {
        context.check_cancel();
        const int rows = blas::narrow(n), count = blas::narrow(part.end - part.begin);
        std::vector<double> work(at(count) * 64 + 65 * 64);
        const int work_size = static_cast<int>(work.size());
        int info = 0;
        dormtr_("L", "L", "N", &rows, &count, symmetric.data(), &rows, t.tau.data(), vectors.row(part.begin),
                &rows, work.data(), &work_size, &info, 1, 1, 1);
        if (info != 0) throw Error(no_convergence(rows, "dormtr", info));
    });
    return {std::move(t.diagonal), std::move(vectors)};
}

}  // namespace tamis::detail
