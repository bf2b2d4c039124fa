#include "tamis/algebra/dense_algebra.hpp"

#include <algorithm>
#include <string>

#include "tamis/algebra/cholesky_matrix.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"

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

namespace tamis::detail {

namespace {

constexpr Index rows_per_chunk = 2048;

}  // namespace

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

DenseMatrix product(const DenseMatrix& a, const DenseMatrix& b, const Context& context) {
    if (a.rows() <= rows_per_chunk) return product(a, b);
    DenseMatrix out = DenseMatrix::uninitialized(a.rows(), b.cols());
    const blas::SingleThreaded guard;
    parallel_chunks(context, a.rows(), rows_per_chunk, [&](const Chunk& part) {
        blas::multiply(part.end - part.begin, b.cols(), a.cols(), 1.0, {a.row(part.begin), a.cols()},
                       {b.data(), b.cols()}, 0.0, out.row(part.begin), b.cols());
    });
    return out;
}

DenseMatrix product_tn(const DenseMatrix& a, const DenseMatrix& b, const Context& context) {
    if (a.rows() <= rows_per_chunk) return product_tn(a, b);
    std::vector<DenseMatrix> partial(at(chunk_count(a.rows(), rows_per_chunk)));
    const blas::SingleThreaded guard;
    parallel_chunks(context, a.rows(), rows_per_chunk, [&](const Chunk& part) {
        DenseMatrix& sum = partial[at(part.number)] = DenseMatrix::uninitialized(a.cols(), b.cols());
        blas::multiply(a.cols(), b.cols(), part.end - part.begin, 1.0,
                       {a.row(part.begin), a.cols(), blas::Form::transposed}, {b.row(part.begin), b.cols()},
                       0.0, sum.data(), b.cols());
    });
    for (std::size_t p = 1; p < partial.size(); ++p) add_scaled(partial.front(), 1.0, partial[p]);
    return std::move(partial.front());
}

DenseMatrix transpose(const DenseMatrix& a) {
    DenseMatrix out = DenseMatrix::uninitialized(a.cols(), a.rows());
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < a.cols(); ++j) out(j, i) = a(i, j);
    return out;
}

void scale(DenseMatrix& a, double factor) {
    for (Index i = 0; i < a.rows() * a.cols(); ++i) a.data()[i] *= factor;
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

namespace {

// a·L⁻ᵀ with aᵀa = L·Lᵀ, twice: as good as Householder's reflections for columns that are not nearly
// dependent, and all of it products of matrices. False where they are; a is lost then.
bool orthonormal_by_cholesky(DenseMatrix& a, const Context& context) {
    for (int pass = 0; pass < 2; ++pass) {
        DenseMatrix factor = product_tn(a, a, context);
        double largest = 0.0, smallest = 0.0;
        for (Index i = 0; i < factor.rows(); ++i) largest = std::max(largest, factor(i, i));
        if (!factor_in_place(factor)) return false;
        smallest = largest;
        for (Index i = 0; i < factor.rows(); ++i) smallest = std::min(smallest, factor(i, i) * factor(i, i));
        if (!(smallest > 1e-12 * largest)) return false;
        DenseMatrix inverse(factor.rows(), factor.rows());
        for (Index i = 0; i < factor.rows(); ++i) inverse(i, i) = 1.0;
        solve_lower(factor, inverse);
        a = product(a, transpose(inverse), context);
    }
    return true;
}

}  // namespace

DenseMatrix orthonormal_columns(DenseMatrix a) {
    Context one_thread;
    one_thread.threads = 1;
    return orthonormal_columns(std::move(a), one_thread);
}

DenseMatrix orthonormal_columns(DenseMatrix a, const Context& context) {
    constexpr Index tall = 2000;  // rows
    if (a.rows() > tall && a.rows() > 8 * a.cols() && a.cols() > 0) {
        DenseMatrix copy = a;
        if (orthonormal_by_cholesky(copy, context)) return copy;
    }
    // Our rows × cols matrix is LAPACK's cols × rows one: its factor Q has the basis in its rows, so ours has
    // it in its columns.
    const int count = blas::narrow(a.cols()), length = blas::narrow(a.rows());
    if (count == 0) return a;
    const blas::SingleThreaded guard;
    std::vector<double> tau(at(count)), work(at(count) * 64);
    const int work_size = static_cast<int>(work.size());
    int info = 0;
    dgelqf_(&count, &length, a.data(), &count, tau.data(), work.data(), &work_size, &info);
    if (info == 0)
        dorglq_(&count, &length, &count, a.data(), &count, tau.data(), work.data(), &work_size, &info);
    if (info != 0)
        throw Error("an orthonormal basis could not be found (LAPACK: " + std::to_string(info) + ")");
    return a;
}

ThinSvd thin_svd(DenseMatrix a) {
    const int cols = blas::narrow(a.cols()), rows = blas::narrow(a.rows());
    ThinSvd result{DenseMatrix(rows, cols), std::vector<double>(at(cols)), DenseMatrix(cols, cols)};
    if (cols == 0) return result;
    const blas::SingleThreaded guard;
    // aᵀ = U·S·Vᵀ for LAPACK, so a = V·S·Uᵀ: its Vᵀ by columns is our V by rows; U comes back transposed.
    DenseMatrix turned(cols, cols);
    std::vector<double> work(at(cols) * 64 + at(rows) * 8 + 64);
    const int work_size = static_cast<int>(work.size());
    int info = 0;
    dgesvd_("S", "S", &cols, &rows, a.data(), &cols, result.values.data(), turned.data(), &cols,
            result.left.data(), &cols, work.data(), &work_size, &info, 1, 1);
    if (info != 0)
        throw Error("the singular values of a " + std::to_string(rows) + " x " + std::to_string(cols) +
                    " matrix did not converge (LAPACK dgesvd: " + std::to_string(info) + ")");
    result.right = transpose(turned);
    return result;
}

}  // namespace tamis::detail
