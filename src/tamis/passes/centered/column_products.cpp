// Products by columns.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky_matrix.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/centered/add_rows.hpp"
#include "tamis/passes/centered/center_cells.hpp"
#include "tamis/passes/centered/centered_data.hpp"

namespace tamis::detail {

namespace {

constexpr Index strip_columns = 128;  // with strip_rows rows: 256 KB, inside the second-level cache
constexpr Index strip_rows = 256;
constexpr Index sparse_columns_per_task = 64;
constexpr Index rows_per_task = 512;

DenseMatrix transposed_dense(const DenseMatrix& a) { return std::move(transposed(a).dense()); }

std::vector<double> sums_of_rows(const DenseMatrix& a) {
    std::vector<double> sums(at(a.rows()));
    for (Index r = 0; r < a.rows(); ++r)
        for (Index i = 0; i < a.cols(); ++i) sums[at(r)] += a(r, i);
    return sums;
}

}  // namespace

void CenteredData::require_columns() const {
    if (means_.rows() > 1) throw std::logic_error("products by columns are for data of one group");
    if (matrix().is_sparse() && by_column_.rows() == 0)
        throw std::logic_error("products by columns need sparse data to be held by columns");
}

void CenteredData::dense_strip(const DenseMatrix& left, Index first, Index width, double* block) const {
    std::vector<double> centered(at(strip_rows * width));
    std::vector<const double*> rows(at(strip_rows));
    for (Index r = 0; r < strip_rows; ++r) rows[at(r)] = centered.data() + r * width;
    std::fill_n(block, left.rows() * width, 0.0);
    const MatrixView& x = matrix();
    for (Index begin = 0; begin < samples(); begin += strip_rows) {
        const Index count = std::min(strip_rows, samples() - begin);
        for (Index i = 0; i < count; ++i)
            center_cells(x, begin + i, first, first + width, means_.data() + first, unit_,
                         centered.data() + i * width);
        for (Index r = 0; r < left.rows(); ++r)
            add_rows(rows.data(), left.row(r) + begin, count, width, block + r * width);
    }
}

// Σ_i z_ij·left_i = unit·(Σ_stored x_ij·left_i - mean_j·Σ_i left_i), for all left vectors at once.
void CenteredData::sparse_column(Index j, const DenseMatrix& by_sample, std::span<const double> row_sums,
                                 double* out) const {
    const auto vectors = static_cast<Index>(row_sums.size());
    std::fill_n(out, vectors, 0.0);
    const SparseRow column = by_column_.view().row(j);
    for (std::size_t p = 0; p < column.columns.size(); ++p)
        add_row(by_sample.row(column.columns[p]), column.values[p], vectors, out);
    for (Index r = 0; r < vectors; ++r) out[r] = (out[r] - means_(0, j) * row_sums[at(r)]) * unit_;
}

void CenteredData::multiply(const DenseMatrix& left, Consumer take, const Context& context) const {
    require_columns();
    if (!matrix().is_sparse()) {
        parallel_chunks(context, features(), strip_columns, [&](const Chunk& chunk) {
            const Index width = chunk.end - chunk.begin;
            std::vector<double> block(at(left.rows() * width));
            dense_strip(left, chunk.begin, width, block.data());
            take(chunk.begin, width, block.data());
        });
        return;
    }
    const DenseMatrix by_sample = transposed_dense(left);
    const std::vector<double> sums = sums_of_rows(left);
    parallel_chunks(context, features(), sparse_columns_per_task, [&](const Chunk& chunk) {
        const Index width = chunk.end - chunk.begin;
        std::vector<double> block(at(left.rows() * width)), column(at(left.rows()));
        for (Index j = chunk.begin; j < chunk.end; ++j) {
            sparse_column(j, by_sample, sums, column.data());
            for (Index r = 0; r < left.rows(); ++r) block[at(r * width + j - chunk.begin)] = column[at(r)];
        }
        take(chunk.begin, width, block.data());
    });
}

DenseMatrix CenteredData::gather(std::span<const Index> columns) const {
    require_columns();
    const MatrixView& x = matrix();
    DenseMatrix result = DenseMatrix::uninitialized(static_cast<Index>(columns.size()), samples());
    for (Index r = 0; r < result.rows(); ++r) {
        const Index j = columns[at(r)];
        const double mean = means_(0, j);
        if (x.is_sparse()) {
            std::fill_n(result.row(r), samples(), -mean * unit_);
            const SparseRow column = by_column_.view().row(j);
            for (std::size_t p = 0; p < column.columns.size(); ++p)
                result(r, column.columns[p]) = (column.values[p] - mean) * unit_;
        } else {
            for (Index i = 0; i < samples(); ++i) result(r, i) = (x.dense()(i, j) - mean) * unit_;
        }
    }
    return result;
}

DenseMatrix CenteredData::combine(std::span<const Index> columns, const DenseMatrix& coefficients,
                                  const Context& context) const {
    require_columns();
    const MatrixView& x = matrix();
    const Index width = coefficients.cols(), count = coefficients.rows();
    if (x.is_sparse()) {
        DenseMatrix by_sample(samples(), width);
        std::vector<double> correction(at(width));
        for (Index c = 0; c < count; ++c) {
            const Index j = columns[at(c)];
            const SparseRow column = by_column_.view().row(j);
            for (std::size_t p = 0; p < column.columns.size(); ++p)
                add_row(coefficients.row(c), column.values[p] * unit_, width,
                        by_sample.row(column.columns[p]));
            for (Index k = 0; k < width; ++k) correction[at(k)] += means_(0, j) * unit_ * coefficients(c, k);
        }
        DenseMatrix result = transposed_dense(by_sample);
        for (Index k = 0; k < width; ++k)
            for (Index i = 0; i < samples(); ++i) result(k, i) -= correction[at(k)];
        return result;
    }
    DenseMatrix result = DenseMatrix::uninitialized(width, samples());
    const blas::SingleThreaded guard;
    parallel_chunks(context, samples(), rows_per_task, [&](const Chunk& chunk) {
        const Index rows = chunk.end - chunk.begin;
        DenseMatrix picked = DenseMatrix::uninitialized(rows, count);
        for (Index i = 0; i < rows; ++i) {
            const double* row = x.dense().row(chunk.begin + i);
            for (Index c = 0; c < count; ++c)
                picked(i, c) = (row[columns[at(c)]] - means_(0, columns[at(c)])) * unit_;
        }
        blas::multiply(width, rows, count, 1.0, {coefficients.data(), width, blas::Form::transposed},
                       {picked.data(), count, blas::Form::transposed}, 0.0, result.data() + chunk.begin,
                       samples());
    });
    return result;
}

DenseMatrix CenteredData::multiply_columns(std::span<const Index> columns, const DenseMatrix& left,
                                           const Context& context) const {
    require_columns();
    const auto count = static_cast<Index>(columns.size());
    const bool sparse = matrix().is_sparse();
    DenseMatrix result = DenseMatrix::uninitialized(count, left.rows());
    const DenseMatrix by_sample = sparse ? transposed_dense(left) : DenseMatrix();
    const std::vector<double> sums = sums_of_rows(left);
    const blas::SingleThreaded guard;
    parallel_chunks(context, count, sparse_columns_per_task, [&](const Chunk& chunk) {
        if (sparse) {
            for (Index c = chunk.begin; c < chunk.end; ++c)
                sparse_column(columns[at(c)], by_sample, sums, result.row(c));
            return;
        }
        const Index rows = chunk.end - chunk.begin;
        const DenseMatrix picked = gather(columns.subspan(at(chunk.begin), at(rows)));
        blas::multiply(rows, left.rows(), samples(), 1.0, {picked.data(), samples()},
                       {left.data(), samples(), blas::Form::transposed}, 0.0, result.row(chunk.begin),
                       left.rows());
    });
    return result;
}

DenseMatrix CenteredData::weighted_gram(std::span<const Index> columns,
                                        std::span<const double> weights) const {
    DenseMatrix result(samples(), samples());
    // A few columns at a time: sparse data are never made dense as a whole.
    for (std::size_t begin = 0; begin < columns.size(); begin += strip_rows) {
        const std::size_t count = std::min<std::size_t>(strip_rows, columns.size() - begin);
        DenseMatrix block = gather(columns.subspan(begin, count));
        for (Index r = 0; r < block.rows(); ++r) {
            const double root = std::sqrt(weights[begin + at(r)]);
            for (Index i = 0; i < samples(); ++i) block(r, i) *= root;
        }
        add_gram(1.0, block, 1.0, result);
    }
    return result;
}

}  // namespace tamis::detail
