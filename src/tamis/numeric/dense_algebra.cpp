#include "tamis/numeric/dense_algebra.hpp"

#include <algorithm>
#include <string>

#include "tamis/core/error.hpp"

// LAPACK inside OpenBLAS. Its matrices are by columns: it sees our matrices transposed.
extern "C" {
void dgelqf_(const int* rows, const int* cols, double* a, const int* lda, double* tau, double* work,
             const int* work_size, int* info);
void dorglq_(const int* rows, const int* cols, const int* reflectors, double* a, const int* lda,
             const double* tau, double* work, const int* work_size, int* info);
void dgesvd_(const char* job_u, const char* job_v, const int* rows, const int* cols, double* a,
             const int* lda, double* values, double* u, const int* ldu, double* v, const int* ldv,
             double* work, const int* work_size, int* info, std::size_t job_u_length,
             std::size_t job_v_length);
}

namespace tamis {

DenseMatrix product(const DenseMatrix& a, const DenseMatrix& b, blas::Form a_form, blas::Form b_form) {
    const bool turned_a = a_form == blas::Form::transposed, turned_b = b_form == blas::Form::transposed;
    const Index rows = turned_a ? a.cols() : a.rows(), inner = turned_a ? a.rows() : a.cols();
    const Index cols = turned_b ? b.rows() : b.cols();
    DenseMatrix out(rows, cols);
    if (rows == 0 || cols == 0 || inner == 0) return out;
    const blas::SingleThreaded guard;
    blas::multiply(rows, cols, inner, 1.0, {a.data(), a.cols(), a_form}, {b.data(), b.cols(), b_form}, 0.0,
                   out.data(), cols);
    return out;
}

DenseMatrix product_tn(const DenseMatrix& a, const DenseMatrix& b) {
    return product(a, b, blas::Form::transposed, blas::Form::plain);
}

DenseMatrix product_nt(const DenseMatrix& a, const DenseMatrix& b) {
    return product(a, b, blas::Form::plain, blas::Form::transposed);
}

DenseMatrix transpose(const DenseMatrix& a) {
    DenseMatrix out = DenseMatrix::uninitialized(a.cols(), a.rows());
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < a.cols(); ++j) out(j, i) = a(i, j);
    return out;
}

void add_scaled(DenseMatrix& a, double factor, const DenseMatrix& b) {
    const Index count = a.rows() * a.cols();
    for (Index i = 0; i < count; ++i) a.data()[i] += factor * b.data()[i];
}

double inner_product(const DenseMatrix& a, const DenseMatrix& b) {
    const Index count = a.rows() * a.cols();
    double sum = 0.0;
    for (Index i = 0; i < count; ++i) sum += a.data()[i] * b.data()[i];
    return sum;
}

DenseMatrix orthonormal_columns(DenseMatrix a) {
    // Our rows × cols matrix is LAPACK's cols × rows one: its factor Q has the basis in its rows, so ours has
    // it in its columns.
    const int count = blas::narrow(a.cols()), length = blas::narrow(a.rows());
    if (count == 0) return a;
    const blas::SingleThreaded guard;
    std::vector<double> tau(static_cast<std::size_t>(count)), work(static_cast<std::size_t>(count) * 64);
    const int work_size = static_cast<int>(work.size());
    int info = 0;
    dgelqf_(&count, &length, a.data(), &count, tau.data(), work.data(), &work_size, &info);
    if (info == 0)
        dorglq_(&count, &length, &count, a.data(), &count, tau.data(), work.data(), &work_size, &info);
    if (info != 0)
        throw Error("an orthonormal basis could not be found (LAPACK: " + std::to_string(info) + ")");
    return a;
}

SquareSvd square_svd(const DenseMatrix& a) {
    const int n = blas::narrow(a.rows());
    SquareSvd result{DenseMatrix(n, n), std::vector<double>(static_cast<std::size_t>(n)), DenseMatrix(n, n)};
    if (n == 0) return result;
    const blas::SingleThreaded guard;
    DenseMatrix work_copy = a, turned_left(n, n);
    std::vector<double> work(static_cast<std::size_t>(n) * 64 + 64);
    const int work_size = static_cast<int>(work.size());
    int info = 0;
    // aᵀ = U·S·Vᵀ for LAPACK, so a = V·S·Uᵀ: its Vᵀ by columns is our V by rows; U comes back transposed.
    dgesvd_("A", "A", &n, &n, work_copy.data(), &n, result.values.data(), turned_left.data(), &n,
            result.left.data(), &n, work.data(), &work_size, &info, 1, 1);
    if (info != 0)
        throw Error("the singular values of a " + std::to_string(n) + " x " + std::to_string(n) +
                    " matrix did not converge (LAPACK dgesvd: " + std::to_string(info) + ")");
    result.right = transpose(turned_left);
    return result;
}

}  // namespace tamis
