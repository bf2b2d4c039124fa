#include "tamis/methods/q_alpha/scaled_features.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/algebra/leading_eigenpairs.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/thin_products.hpp"
#include "tamis/passes/vector_groups.hpp"

namespace tamis::detail {

namespace {

constexpr Index strip_cells = Index{1} << 15;  // 256 KB: a strip stays in the second-level cache
constexpr Index fewest_columns = 16;           // of a strip
constexpr Index most_groups = 16;              // partial sums over the features, added in order
constexpr Index largest_gram = 1000;           // samples for which MMᵀ and all its eigenvectors are cheap

// The means that are taken away: none without centering.
std::vector<double> means_of(const GroupMoments& moments, bool center) {
    std::vector<double> means;
    for (Index j = 0; center && j < moments.features(); ++j) means.push_back(moments.mean(0, j));
    return means;
}

std::vector<double> scales_of(const GroupMoments& moments, const ScaledFeatures::Kind& kind) {
    std::vector<double> scale(at(moments.features()), 1.0);
    for (Index j = 0; kind.normalize && j < moments.features(); ++j) {
        const double mean = moments.mean(0, j);
        const double square = moments.scatter(0, j) + (kind.center ? 0.0 : moments.weight[0] * mean * mean);
        scale[at(j)] = square > 0.0 ? 1.0 / std::sqrt(square) : 0.0;
    }
    return scale;
}

std::vector<double> column_sums(const double* block, Index rows, Index columns) {
    std::vector<double> sums(at(columns));
    for (Index i = 0; i < rows; ++i)
        for (Index c = 0; c < columns; ++c) sums[at(c)] += block[i * columns + c];
    return sums;
}

}  // namespace

ScaledFeatures::ScaledFeatures(const MatrixView& x, const GroupMoments& moments, Kind kind,
                               const Context& context)
    : x_(x),
      means_(means_of(moments, kind.center)),
      scale_(scales_of(moments, kind)),
      centered_(x, means_),
      context_(context) {}

void ScaledFeatures::scale_columns(double* rows, Index vectors) const {
    for (Index c = 0; c < vectors; ++c)
        for (Index j = 0; j < count(); ++j) rows[c * count() + j] *= scale_[at(j)];
}

void ScaledFeatures::left(const double* block, Index vectors, double* out) const {
    centered_.left(block, vectors, out, context_);
    scale_columns(out, vectors);
}

void ScaledFeatures::right(double* rows, Index vectors, double* out) const {
    scale_columns(rows, vectors);
    centered_.right(rows, vectors, out, context_);
}

bool ScaledFeatures::is_swept_at_once() const {
    return !x_.is_sparse() && samples() * fewest_columns <= strip_cells;
}

void ScaledFeatures::sweep(const double* block, Index vectors, Turn turn, Index outputs, double* out) const {
    if (is_swept_at_once()) return sweep_strips(block, vectors, turn, outputs, out);
    std::vector<double> products(at(vectors * count())), rows(at(outputs * count()));
    left(block, vectors, products.data());
    turn({0, count(), products.data(), rows.data()});
    right(rows.data(), outputs, out);
}

void ScaledFeatures::sweep_strips(const double* block, Index vectors, Turn turn, Index outputs,
                                  double* out) const {
    const blas::SingleThreaded guard;
    const DenseView& x = x_.dense();
    const Index n = samples(), most_width = std::max(fewest_columns, strip_cells / n);
    const Index per_group = std::max(most_width, chunk_count(count(), most_groups));
    const std::vector<double> sums = column_sums(block, n, vectors);
    std::vector<DenseMatrix> padded(at(chunk_count(vectors, most_vectors)));
    std::vector<VectorGroup> in;
    in.reserve(padded.size());
    for (DenseMatrix& space : padded)
        in.push_back(vector_group(block, n, vectors, static_cast<Index>(in.size()) * most_vectors, space));
    std::vector<DenseMatrix> partial(at(chunk_count(count(), per_group)));
    parallel_chunks(context_, count(), per_group, [&](const Chunk& group) {
        DenseMatrix& sum = partial[at(group.number)] = DenseMatrix(n, outputs);
        std::vector<double> products(at(vectors * most_width)), rows(at(outputs * most_width)), by_column;
        std::vector<double> offset(at(outputs));  // what the means take away from every sample
        for (Index first = group.begin; first < group.end; first += most_width) {
            context_.check_cancel();
            const Index width = std::min(most_width, group.end - first);
            const double* cells = x.data + first;
            const double* scale = scale_.data() + first;
            const double* means = means_.empty() ? nullptr : means_.data() + first;
            for (const VectorGroup& some : in) {
                by_column.assign(at(width * some.width()), 0.0);
                add_thin_products({cells, x.stride, n, width}, some.vectors, some.fours, by_column.data());
                write_sums(some, by_column, {0, width}, width, products.data());
            }
            for (Index c = 0; c < vectors; ++c) {
                double* row = products.data() + c * width;
                for (Index j = 0; means != nullptr && j < width; ++j) row[j] -= means[j] * sums[at(c)];
                for (Index j = 0; j < width; ++j) row[j] *= scale[j];
            }
            turn({first, width, products.data(), rows.data()});
            for (Index c = 0; c < outputs; ++c) {
                double* row = rows.data() + c * width;
                for (Index j = 0; j < width; ++j) row[j] *= scale[j];
                for (Index j = 0; means != nullptr && j < width; ++j) offset[at(c)] += means[j] * row[j];
            }
            blas::multiply(n, outputs, width, 1.0, {cells, x.stride},
                           {rows.data(), width, blas::Form::transposed}, 1.0, sum.data(), outputs);
        }
        for (Index i = 0; i < n; ++i)
            for (Index c = 0; c < outputs; ++c) sum(i, c) -= offset[at(c)];
    });
    for (std::size_t g = 1; g < partial.size(); ++g) add_scaled(partial.front(), 1.0, partial[g]);
    std::copy_n(partial.front().data(), n * outputs, out);
}

std::vector<double> ScaledFeatures::left_singular_vectors(Index vectors) const {
    const Index n = samples();
    std::vector<double> result(at(n * vectors));
    const auto take = [&](Index c, const double* vector) {
        for (Index i = 0; i < n; ++i) result[at(i * vectors + c)] = vector[i];
    };
    if (is_swept_at_once() && n <= std::min(count(), largest_gram)) {
        std::vector<double> squares(scale_);
        for (double& factor : squares) factor *= factor;
        const DenseEigen all = dense_eigen(centered_.sample_gram(squares, context_), context_);
        for (Index c = 0; c < vectors; ++c) take(c, all.vectors.row(n - 1 - c));
        return result;
    }
    std::vector<double> row(at(count()));
    const LeadingEigen top = leading_eigen(
        n, vectors,
        [&](const double* in, double* out) {
            left(in, 1, row.data());
            right(row.data(), 1, out);
        },
        {}, 1e-12, context_);
    for (Index c = 0; c < vectors; ++c) take(c, top.vectors.row(c));
    return result;
}

}  // namespace tamis::detail
