// Manhattan distances in tiles. Dense: absolute differences, rounded exactly
// as the final evaluation rounds them. Sparse: |a|₁ + |b|₁ - Σ_common(|a| + |b| - |a-b|), inexact.
#include <algorithm>
#include <cmath>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/tiles.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace manhattan_loops {

using Vector = double __attribute__((vector_size(32)));
using Bits = std::int64_t __attribute__((vector_size(32)));

constexpr std::int64_t all_but_sign = 0x7fffffffffffffff;

// sum += factor · |a - b| for four columns.
[[gnu::always_inline]] inline void add_gap(const Vector& factor, const Vector& a, const double* b,
                                           Vector& sum) {
    const Bits mask = {all_but_sign, all_but_sign, all_but_sign, all_but_sign};
    Vector gap;
    __builtin_memcpy(&gap, b, sizeof gap);
    gap = a - gap;
    Bits bits;
    __builtin_memcpy(&bits, &gap, sizeof bits);
    bits &= mask;
    __builtin_memcpy(&gap, &bits, sizeof gap);
    sum += factor * gap;
}

// Distances of one row to four others, with the partial sums of passes/sums.hpp.
TAMIS_SIMD void four_distances(const double* row, const double* const* others, const double* factors,
                               Index count, double* out) {
    Vector low[4] = {}, high[4] = {};
    Index j = 0;
    for (; j + 8 <= count; j += 8) {
        Vector a_low, a_high, f_low, f_high;
        __builtin_memcpy(&a_low, row + j, sizeof a_low);
        __builtin_memcpy(&a_high, row + j + 4, sizeof a_high);
        __builtin_memcpy(&f_low, factors + j, sizeof f_low);
        __builtin_memcpy(&f_high, factors + j + 4, sizeof f_high);
        for (int p = 0; p < 4; ++p) {
            add_gap(f_low, a_low, others[p] + j, low[p]);
            add_gap(f_high, a_high, others[p] + j + 4, high[p]);
        }
    }
    for (int p = 0; p < 4; ++p) {
        PartialSums part;
        __builtin_memcpy(part.data(), &low[p], sizeof low[p]);
        __builtin_memcpy(part.data() + 4, &high[p], sizeof high[p]);
        for (Index l = 0; j + l < count; ++l)
            part[at(l)] += factors[j + l] * std::abs(row[j + l] - others[p][j + l]);
        out[p] = total(part);
    }
}

}  // namespace manhattan_loops

namespace {

class DenseManhattanTiles : public TileSource {
  public:
    DenseManhattanTiles(const DenseView& x, std::span<const double> factors, const Context& context)
        : x_(x), factors_(factors) {
        std::vector<double> norms(at(x.rows));
        parallel_chunks(context, x.rows, 256, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i)
                norms[at(i)] = manhattan_norm(x.row(i), factors.data(), x.cols);
        });
        require_usable_norms(norms);
        // The tiles hold the distances themselves.
        squared_norms_.assign(at(x.rows), 0.0);
        set_error(x.cols, true);
    }

    void fill(const TileRows& rows, Index j_begin, Index j_end, double* tile, Workspace&) const override {
        constexpr Index strip = 16;  // rows that stay in the second-level cache while all others pass
        for (Index first = j_begin; first < j_end; first += strip) {
            const Index last = std::min(first + strip, j_end);
            for (Index r = 0; r < rows.count; ++r) {
                const Index i = rows[r];
                double* out = tile + r * tile_rows - j_begin;
                Index j = first;
                for (; j + 4 <= last; j += 4) {
                    const double* others[4] = {x_.row(j), x_.row(j + 1), x_.row(j + 2), x_.row(j + 3)};
                    manhattan_loops::four_distances(x_.row(i), others, factors_.data(), x_.cols, out + j);
                }
                for (; j < last; ++j)
                    out[j] = manhattan_distance(x_.row(i), x_.row(j), factors_.data(), x_.cols);
            }
        }
    }

  private:
    DenseView x_;
    std::span<const double> factors_;
};

class SparseManhattanTiles : public TileSource {
  public:
    SparseManhattanTiles(const SparseView& x, std::span<const double> factors, const Context& context)
        : x_(x), factors_(factors) {
        squared_norms_.resize(at(x.rows));
        parallel_chunks(context, x.rows, 1024, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i)
                squared_norms_[at(i)] = manhattan_norm(x.row(i), factors.data());
        });
        require_usable_norms(squared_norms_);
        Index longest = 0;
        for (Index i = 0; i < x.rows; ++i) longest = std::max(longest, x.row_start[i + 1] - x.row_start[i]);
        // Each of the norms, the common part and the re-evaluation is wrong by at most (m + 4)·u·(|a| + |b|)
        // for m summands: the bound of the Euclidean tiles covers it.
        set_error(2 * longest, false);
    }

    void fill(const TileRows& rows, Index j_begin, Index j_end, double* tile,
              Workspace& workspace) const override {
        ColumnBlock& block = workspace.columns;
        block.take(x_, j_begin, j_end);
        for (Index r = 0; r < rows.count; ++r) {
            double* out = tile + r * tile_rows;
            std::fill_n(out, j_end - j_begin, 0.0);
            const SparseRow row = x_.row(rows[r]);
            for (std::size_t p = 0; p < row.columns.size(); ++p) {
                const auto column = at(row.columns[p]);
                const double value = row.values[p], factor = factors_[column];
                for (auto q = at(block.start[column]); q < at(block.start[column + 1]); ++q) {
                    const double other = block.values[q];
                    out[block.samples[q]] -=
                        factor * (std::abs(value) + std::abs(other) - std::abs(value - other));
                }
            }
        }
    }

  private:
    SparseView x_;
    std::span<const double> factors_;
};

}  // namespace

std::unique_ptr<TileSource> make_manhattan_tiles(const MatrixView& x, std::span<const double> factors,
                                                 const Context& context) {
    if (x.is_sparse()) return std::make_unique<SparseManhattanTiles>(x.sparse(), factors, context);
    return std::make_unique<DenseManhattanTiles>(x.dense(), factors, context);
}

}  // namespace tamis::detail
