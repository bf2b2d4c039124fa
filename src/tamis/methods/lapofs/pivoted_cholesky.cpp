#include "tamis/methods/lapofs/pivoted_cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/parallel.hpp"
#include "tamis/numeric/simd.hpp"

namespace tamis {

namespace cholesky_loops {

// residual -= Σ_l first_l · row_l and product += Σ_l second_l · row_l, four rows per sweep.
TAMIS_SIMD void take_rows_away(const double* rows, Index stride, Index count, const double* first,
                               const double* second, Index columns, double* residual, double* product) {
    Index l = 0;
    for (; l + 4 <= count; l += 4) {
        const double *a = rows + l * stride, *b = a + stride, *c = b + stride, *d = c + stride;
        const double fa = first[l], fb = first[l + 1], fc = first[l + 2], fd = first[l + 3];
        const double sa = second[l], sb = second[l + 1], sc = second[l + 2], sd = second[l + 3];
#pragma GCC ivdep
        for (Index f = 0; f < columns; ++f) {
            residual[f] -= (fa * a[f] + fb * b[f]) + (fc * c[f] + fd * d[f]);
            product[f] += (sa * a[f] + sb * b[f]) + (sc * c[f] + sd * d[f]);
        }
    }
    for (; l < count; ++l) {
        const double* a = rows + l * stride;
        const double fa = first[l], sa = second[l];
#pragma GCC ivdep
        for (Index f = 0; f < columns; ++f) {
            residual[f] -= fa * a[f];
            product[f] += sa * a[f];
        }
    }
}

TAMIS_SIMD void take_rows_away(const double* rows, Index stride, Index count, const double* first,
                               Index columns, double* residual) {
    Index l = 0;
    for (; l + 4 <= count; l += 4) {
        const double *a = rows + l * stride, *b = a + stride, *c = b + stride, *d = c + stride;
        const double fa = first[l], fb = first[l + 1], fc = first[l + 2], fd = first[l + 3];
#pragma GCC ivdep
        for (Index f = 0; f < columns; ++f) residual[f] -= (fa * a[f] + fb * b[f]) + (fc * c[f] + fd * d[f]);
    }
    for (; l < count; ++l) {
        const double* a = rows + l * stride;
        const double fa = first[l];
#pragma GCC ivdep
        for (Index f = 0; f < columns; ++f) residual[f] -= fa * a[f];
    }
}

}  // namespace cholesky_loops

namespace {

constexpr Index strip_columns = 512;  // residuals and products of a strip stay in the first-level cache
constexpr Index work_per_chunk = Index{1} << 17;  // multiplications that are worth a thread

double dot(const double* a, const double* b, Index count) {
    double sum = 0.0;
    for (Index i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
}

}  // namespace

PivotedCholesky::PivotedCholesky(const std::vector<double>& diagonal, double lambda2, Index capacity,
                                 bool with_coefficients)
    : features_(static_cast<Index>(diagonal.size())),
      lambda2_(lambda2),
      with_coefficients_(with_coefficients),
      factor_(DenseMatrix::uninitialized(capacity, features_)),
      pivots_(diagonal) {
    for (double& pivot : pivots_) pivot += lambda2;
    lower_.reserve(static_cast<std::size_t>(capacity * (capacity + 1) / 2));
    if (with_coefficients) squares_.assign(diagonal.size(), 0.0);
}

void PivotedCholesky::solve_lower(double* r) const {
    for (Index i = 0; i < size_; ++i) r[i] = (r[i] - dot(lower_row(i), r, i)) / lower_row(i)[i];
}

void PivotedCholesky::solve_lower_transposed(double* r) const {
    for (Index i = size_ - 1; i >= 0; --i) {
        const double* row = lower_row(i);
        r[i] /= row[i];
        for (Index l = 0; l < i; ++l) r[l] -= row[l] * r[i];
    }
}

void PivotedCholesky::solve(double* r) const {
    solve_lower(r);
    solve_lower_transposed(r);
}

void PivotedCholesky::coefficients(Index f, double* w, Index stride) const {
    std::vector<double> r(static_cast<std::size_t>(size_));
    for (Index l = 0; l < size_; ++l) r[static_cast<std::size_t>(l)] = factor_(l, f);
    solve_lower_transposed(r.data());
    for (Index l = 0; l < size_; ++l) w[l * stride] = r[static_cast<std::size_t>(l)];
}

void PivotedCholesky::correct(Index f, double pivot, double squared_coefficients) {
    pivots_[static_cast<std::size_t>(f)] = std::max(pivot, lambda2_);
    if (with_coefficients_) squares_[static_cast<std::size_t>(f)] = squared_coefficients;
}

void PivotedCholesky::add(Index g, const double* column, Column kind, const Context& context) {
    const Index size = size_;
    const Index base = kind == Column::whole ? 0 : size;  // factors that still have to be taken away
    const double pivot_g = pivot(g);
    const double root = std::sqrt(pivot_g);
    std::vector<double> row(static_cast<std::size_t>(size + 1));
    for (Index l = 0; l < size; ++l) row[static_cast<std::size_t>(l)] = factor_(l, g);
    row.back() = root;
    std::vector<double> inner;  // L⁻¹w_g
    double square_g = 0.0;
    if (with_coefficients_) {
        inner.assign(row.begin(), row.end() - 1);
        solve_lower_transposed(inner.data());
        square_g = dot(inner.data(), inner.data(), size);
        solve_lower(inner.data());
    }

    std::vector<double> since_base = row;
    std::fill_n(since_base.begin(), base, 0.0);

    // What is computed for a feature does not depend on the borders of its chunk.
    const Index chunk_size = std::max(strip_columns, chunk_count(work_per_chunk, size + 1));
    parallel_chunks(context, features_, chunk_size, [&](const Chunk& chunk) {
        double residual[strip_columns], product[strip_columns];
        for (Index begin = chunk.begin; begin < chunk.end; begin += strip_columns) {
            const Index columns = std::min(strip_columns, chunk.end - begin);
            std::copy_n(column + begin, columns, residual);
            double* target = factor_.row(size) + begin;
            double* pivots = pivots_.data() + begin;
            if (with_coefficients_) {
                std::fill_n(product, columns, 0.0);
                cholesky_loops::take_rows_away(factor_.data() + begin, features_, size, since_base.data(),
                                               inner.data(), columns, residual, product);
            } else {
                cholesky_loops::take_rows_away(factor_.data() + base * features_ + begin, features_,
                                               size - base, row.data() + base, columns, residual);
            }
            for (Index f = 0; f < columns; ++f) {
                target[f] = residual[f] / root;
                pivots[f] = std::max(pivots[f] - target[f] * target[f], lambda2_);
            }
            if (!with_coefficients_) continue;
            double* squares = squares_.data() + begin;
            for (Index f = 0; f < columns; ++f) {
                const double t = residual[f] / pivot_g;
                const double square = squares[f] + t * (t * (square_g + 1.0) - 2.0 * product[f]);
                // s = eᵀBe + λ2(1 + c) leaves no more than this for c.
                squares[f] = std::clamp(square, 0.0, pivots[f] / lambda2_ - 1.0);
            }
        }
    });
    lower_.insert(lower_.end(), row.begin(), row.end());
    ++size_;
}

}  // namespace tamis
