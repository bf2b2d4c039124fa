#include "tamis/methods/lapofs/pivoted_cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/strips.hpp"

namespace tamis::detail {

namespace cholesky_loops {

// out -= Σ_l coefficient_l · row_l, four rows per sweep.
TAMIS_SIMD void take_away(const double* rows, Index stride, Index count, const double* coefficients,
                          Index columns, double* out) {
    Index l = 0;
    for (; l + 4 <= count; l += 4) {
        const double *a = rows + l * stride, *b = a + stride, *c = b + stride, *d = c + stride;
        const double ca = coefficients[l], cb = coefficients[l + 1], cc = coefficients[l + 2],
                     cd = coefficients[l + 3];
#pragma GCC ivdep
        for (Index f = 0; f < columns; ++f) out[f] -= (ca * a[f] + cb * b[f]) + (cc * c[f] + cd * d[f]);
    }
    for (; l < count; ++l) {
        const double* a = rows + l * stride;
        const double ca = coefficients[l];
#pragma GCC ivdep
        for (Index f = 0; f < columns; ++f) out[f] -= ca * a[f];
    }
}

// row_l -= coefficient_l · in for every row.
TAMIS_SIMD void take_from_rows(double* rows, Index count, const double* coefficients, const double* in,
                               Index columns) {
    for (Index l = 0; l < count; ++l) {
        double* row = rows + l * columns;
        const double c = coefficients[l];
#pragma GCC ivdep
        for (Index f = 0; f < columns; ++f) row[f] -= c * in[f];
    }
}

// r /= √s_g, the new row of the factor; s = max(s - r², λ2).
TAMIS_SIMD void update_pivots(double inverse_root, double lambda2, Index columns, double* residual,
                              double* pivots) {
#pragma GCC ivdep
    for (Index f = 0; f < columns; ++f) {
        const double r = residual[f] * inverse_root;
        const double s = pivots[f] - r * r;
        residual[f] = r;
        pivots[f] = s > lambda2 ? s : lambda2;
    }
}

// c += t²(|w_g|² + 1) - 2t·w_fᵀw_g with t = r/√s_g. s = eᵀBe + λ2(1 + c) leaves no more than s/λ2 - 1 for c.
TAMIS_SIMD void update_squares(double inverse_root, double square, double inverse_lambda2, Index columns,
                               const double* factor, const double* product, const double* pivots,
                               double* squares) {
#pragma GCC ivdep
    for (Index f = 0; f < columns; ++f) {
        const double t = factor[f] * inverse_root;
        const double next = squares[f] + t * (t * (square + 1.0) - 2.0 * product[f]);
        const double most = pivots[f] * inverse_lambda2 - 1.0;
        const double capped = next < most ? next : most;
        squares[f] = capped > 0.0 ? capped : 0.0;
    }
}

}  // namespace cholesky_loops

namespace {

constexpr Index update_columns = 128;  // what is computed for a strip stays in the first-level cache

}  // namespace

PivotedCholesky::PivotedCholesky(const std::vector<double>& diagonal, double lambda2, Index capacity,
                                 bool with_coefficients)
    : features_(static_cast<Index>(diagonal.size())),
      lambda2_(lambda2),
      with_coefficients_(with_coefficients),
      factor_(DenseMatrix::uninitialized(capacity, features_)),
      products_(DenseMatrix::uninitialized(with_coefficients ? capacity : 0, features_)),
      pivots_(diagonal) {
    for (double& pivot : pivots_) pivot += lambda2;
    lower_.reserve(at(capacity * (capacity + 1) / 2));
    if (with_coefficients) squares_.assign(diagonal.size(), 0.0);
}

void PivotedCholesky::solve_lower(double* block, Index count) const {
    for (Index i = 0; i < size_; ++i) {
        const double* row = lower_row(i);
        double* target = block + i * count;
        cholesky_loops::take_away(block, count, i, row, count, target);
        for (Index c = 0; c < count; ++c) target[c] /= row[i];
    }
}

void PivotedCholesky::solve_lower_transposed(double* block, Index count) const {
    for (Index i = size_ - 1; i >= 0; --i) {
        const double* row = lower_row(i);
        double* source = block + i * count;
        for (Index c = 0; c < count; ++c) source[c] /= row[i];
        cholesky_loops::take_from_rows(block, i, row, source, count);
    }
}

void PivotedCholesky::solve(double* block, Index count) const {
    solve_lower(block, count);
    solve_lower_transposed(block, count);
}

std::vector<double> PivotedCholesky::factor_columns(std::span<const Index> features) const {
    std::vector<double> block;
    block.reserve(at(size_) * features.size());
    for (Index l = 0; l < size_; ++l)
        for (const Index f : features) block.push_back(factor_(l, f));
    return block;
}

std::vector<double> PivotedCholesky::coefficients(std::span<const Index> features) const {
    std::vector<double> w = factor_columns(features);
    solve_lower_transposed(w.data(), static_cast<Index>(features.size()));
    return w;
}

void PivotedCholesky::correct(Index f, double pivot, double squared_coefficients) {
    pivots_[at(f)] = std::max(pivot, lambda2_);
    if (with_coefficients_) squares_[at(f)] = squared_coefficients;
}

// L⁻¹L⁻ᵀ times the size × count block, its columns in groups.
std::vector<double> PivotedCholesky::solved_inside(const std::vector<double>& block, Index count,
                                                   const Context& context) const {
    std::vector<double> result(block.size());
    const Index group = std::max<Index>(8, chunk_of_work(count, size_ * size_));
    parallel_chunks(context, count, group, [&](const Chunk& chunk) {
        const Index width = chunk.end - chunk.begin;
        std::vector<double> part(at(size_ * width));
        for (Index l = 0; l < size_; ++l)
            std::copy_n(block.begin() + l * count + chunk.begin, width, part.begin() + l * width);
        solve_lower_transposed(part.data(), width);
        solve_lower(part.data(), width);
        for (Index l = 0; l < size_; ++l)
            std::copy_n(part.begin() + l * width, width, result.begin() + l * count + chunk.begin);
    });
    return result;
}

// Residual columns are K[:,g] - Rᵀr_g; with r = L⁻¹h and w = L⁻ᵀr, the products w_fᵀw_g are r_fᵀ(L⁻¹w_g).
void PivotedCholesky::prepare(std::span<const Index> features, Columns kind, DenseMatrix& rows,
                              const Context& context) const {
    const blas::SingleThreaded guard;
    const auto count = static_cast<Index>(features.size());
    if (size_ == 0) {
        if (with_coefficients_) std::fill_n(rows.row(count), count * features_, 0.0);
        return;
    }
    const std::vector<double> r = factor_columns(features);
    std::vector<double> inner;
    if (with_coefficients_) inner = solved_inside(r, count, context);
    // A product in a matrix takes about a tenth of a product on its own.
    const Index chunk_size =
        std::max(strip_width(features_), chunk_of_work(features_, count * (size_ + 10) / 10));
    parallel_chunks(context, features_, chunk_size, [&](const Chunk& strip) {
        const auto multiply = [&](double scale, const std::vector<double>& weights, double keep,
                                  double* out) {
            blas::multiply(count, strip.end - strip.begin, size_, scale,
                           {weights.data(), count, blas::Form::transposed},
                           {factor_.data() + strip.begin, features_}, keep, out + strip.begin, features_);
        };
        if (kind == Columns::whole) multiply(-1.0, r, 1.0, rows.data());
        if (with_coefficients_) multiply(1.0, inner, 0.0, rows.row(count));
    });
}

// `catch_up`: three coefficients per feature added since `base`, in three runs.
void PivotedCholesky::update(const Chunk& columns, double pivot, double square, const double* row,
                             std::span<const double> catch_up, Index base) {
    const Index width = columns.end - columns.begin;
    const Index since = size_ - base;
    const double* factors = factor_.data() + base * features_ + columns.begin;
    const double inverse_root = 1.0 / std::sqrt(pivot);
    double* residual = factor_.row(size_) + columns.begin;
    double* pivots = pivots_.data() + columns.begin;
    std::copy_n(row + columns.begin, width, residual);
    cholesky_loops::take_away(factors, features_, since, catch_up.data(), width, residual);
    cholesky_loops::update_pivots(inverse_root, lambda2_, width, residual, pivots);
    if (!with_coefficients_) return;
    double* product = products_.row(size_) + columns.begin;
    double* squares = squares_.data() + columns.begin;
    std::copy_n(row + features_ + columns.begin, width, product);
    cholesky_loops::take_away(factors, features_, since, catch_up.data() + since, width, product);
    cholesky_loops::take_away(products_.data() + base * features_ + columns.begin, features_, since,
                              catch_up.data() + 2 * since, width, product);
    cholesky_loops::update_squares(inverse_root, square, 1.0 / lambda2_, width, residual, product, pivots,
                                   squares);
}

void PivotedCholesky::add(Index g, const double* row, Index base, const Context& context) {
    std::vector<double> lower(at(size_ + 1));
    for (Index l = 0; l < size_; ++l) lower[at(l)] = factor_(l, g);
    const double pivot_g = pivot(g);
    lower.back() = std::sqrt(pivot_g);
    const double square_g = with_coefficients_ ? squared_coefficients(g) : 0.0;

    // A feature h added since takes t_f w_h from w_f and gives it the entry t_f = R_hf/√s_h, so that
    // w_fᵀw_g loses t_f·w_hᵀw_g + t_g·w_hᵀw_f - t_f t_g (|w_h|² + 1).
    std::vector<double> catch_up(lower.begin() + base, lower.end() - 1);
    if (with_coefficients_) {
        for (Index l = base; l < size_; ++l) {
            const double root = lower_row(l)[l];
            const double t = factor_(l, g) / root;
            catch_up.push_back((products_(l, g) - t * (added_squares_[at(l)] + 1.0)) / root);
        }
        for (Index l = base; l < size_; ++l) catch_up.push_back(factor_(l, g) / lower_row(l)[l]);
    }
    // What is computed for a feature does not depend on the borders of its chunk.
    const Index since = size_ - base;
    const Index chunk_size = std::max(strip_width(features_),
                                      chunk_of_work(features_, with_coefficients_ ? 3 * since : since / 2));
    parallel_chunks(context, features_, chunk_size, [&](const Chunk& chunk) {
        for (Index begin = chunk.begin; begin < chunk.end; begin += update_columns)
            update({0, begin, std::min(begin + update_columns, chunk.end)}, pivot_g, square_g, row, catch_up,
                   base);
    });
    lower_.insert(lower_.end(), lower.begin(), lower.end());
    added_squares_.push_back(square_g);
    ++size_;
}

}  // namespace tamis::detail
