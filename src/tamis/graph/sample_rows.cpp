#include "tamis/graph/sample_rows.hpp"

#include <algorithm>
#include <string>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/four_distances.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

SampleRows::SampleRows(const MatrixView& x, Metric metric, const Context& context) : x_(x) {
    if (!x.is_sparse()) dense_.emplace(x.dense());
    if (metric == Metric::cosine) measure_lengths(context);
}

SampleRows::SampleRows(const DensePieces& x, Metric metric, const Context& context) : dense_(x) {
    if (metric == Metric::cosine) measure_lengths(context);
}

void SampleRows::measure_lengths(const Context& context) {
    lengths_.resize(at(count()));
    parallel_chunks(context, count(), 256, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            const double length =
                dense_ ? euclidean_length(dense_->row(i), columns()) : euclidean_length(sparse_row(i));
            lengths_[at(i)] = length == 0.0 ? 1.0 : length;
        }
    });
    require_usable_norms(lengths_);
}

double SampleRows::squared_distance(Index i, Index j) const {
    if (!dense_) {
        const SparseRow a = sparse_row(i), b = sparse_row(j);
        return is_scaled() ? scaled_distance(a, length(i), b, length(j)) : detail::squared_distance(a, b);
    }
    const double *a = dense_->row(i), *b = dense_->row(j);
    return is_scaled() ? scaled_distance(a, length(i), b, length(j), columns())
                       : detail::squared_distance(a, b, columns());
}

void SampleRows::squared_distances(Index i, std::span<const Small> others, double* distances) const {
    std::size_t p = 0;
    if (dense_ && !is_scaled())
        for (; p + 1 < others.size(); p = std::min(p + 4, others.size())) {
            const std::size_t count = std::min<std::size_t>(4, others.size() - p);
            std::array<const double*, 4> rows{};  // the last one again if there are fewer
            for (std::size_t q = 0; q < 4; ++q) rows[q] = dense_->row(others[p + std::min(q, count - 1)]);
            const std::array<double, 4> four = detail::squared_distances(dense_->row(i), rows, columns());
            std::copy_n(four.begin(), count, distances + p);
        }
    for (; p < others.size(); ++p) distances[p] = squared_distance(i, others[p]);
}

double SampleRows::product(Index i, Index j) const {
    if (!dense_) return scaled_product(sparse_row(i), length(i), sparse_row(j), length(j));
    return scaled_product(dense_->row(i), length(i), dense_->row(j), length(j), columns());
}

void require_usable_norms(const std::vector<double>& squared_norms) {
    constexpr double largest = 1e305;  // (a-b)² is at most four times that
    for (std::size_t i = 0; i < squared_norms.size(); ++i)
        if (!(squared_norms[i] <= largest))
            throw Error("sample " + std::to_string(i) +
                        " (counted from 0) holds a missing, infinite or far too large value, so it has no "
                        "neighbors: clean or "
                        "scale the data first");
}

TAMIS_SIMD void centered_cells(const double* row, double length, const double* shift, Index count,
                               double* out) {
    if (shift == nullptr)
        for (Index j = 0; j < count; ++j) out[j] = row[j] / length;
    else if (length == 1.0)
        for (Index j = 0; j < count; ++j) out[j] = row[j] - shift[j];
    else
        for (Index j = 0; j < count; ++j) out[j] = row[j] / length - shift[j];
}

}  // namespace tamis::detail
