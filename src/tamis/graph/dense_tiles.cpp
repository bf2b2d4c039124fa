#include <algorithm>
#include <atomic>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"
#include "tamis/graph/coarse/float_tiles.hpp"
#include "tamis/graph/coarse/integer_tiles.hpp"
#include "tamis/graph/tiles.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace dense_tile_loops {

TAMIS_SIMD void add(const double* row, Index count, double* sums) {
    for (Index j = 0; j < count; ++j) sums[j] += row[j];
}

TAMIS_SIMD void add_difference(const double* row, const double* origin, Index count, double* sums) {
    for (Index j = 0; j < count; ++j) sums[j] += row[j] - origin[j];
}

TAMIS_SIMD bool all_integers(const double* row, Index count) {
    std::int64_t wrong = 0;
    for (Index j = 0; j < count; ++j) wrong |= is_integer(row[j]) ? 0 : 1;
    return wrong == 0;
}

}  // namespace dense_tile_loops

namespace {

constexpr Index packed_columns = 512;  // packed at a time, so that wide data need no more memory

// Subtracting the column means keeps the products small, so that few candidates fall inside the rounding
// bound; data whose means are small anyway are multiplied in place if they are one matrix.
class DenseTiles : public TileSource {
  public:
    DenseTiles(const SampleRows& rows, const Context& context) : rows_(rows), x_(rows.dense()) {
        const bool exact = measure(context);
        if (!exact && shift_pays()) {
            measure_shifted(context);
        } else {
            shift_.clear();
        }
        require_usable_norms(squared_norms_);
        set_error(x_.cols(), exact);
        if (IntegerTiles::pay(x_.cols())) {
            integers_ = std::make_unique<IntegerTiles>(rows_, shift_, squared_norms_, exact, context);
            coarse_.push_back(integers_.get());
        }
        floats_ =
            std::make_unique<FloatTiles>(rows_, shift_, squared_norms_, exact, integers_ == nullptr, context);
        if (floats_->usable()) coarse_.push_back(floats_.get());
    }

    std::span<const CoarseTiles* const> coarse() const override { return coarse_; }

    void fill(const TileRows& rows, Index j_begin, Index j_end, double* tile,
              Workspace& workspace) const override {
        const TileRows right{j_begin, j_end - j_begin};
        if (x_.cols() == 0) {
            for (Index r = 0; r < rows.count; ++r) std::fill_n(tile + r * tile_rows, right.count, 0.0);
            return;
        }
        const DenseView* one = x_.one();
        if (one != nullptr && shift_.empty() && !rows_.is_scaled() && rows.listed == nullptr) {
            blas::multiply(rows.count, right.count, one->cols, -2.0, {one->row(rows.first), one->stride},
                           {one->row(j_begin), one->stride, blas::Form::transposed}, 0.0, tile, tile_rows);
            return;
        }
        const Index width = std::min(packed_columns, x_.cols());
        for (Index begin = 0; begin < x_.cols(); begin += width) {
            const Index count = std::min(width, x_.cols() - begin);
            pack(rows, begin, count, workspace.left);
            pack(right, begin, count, workspace.right);
            blas::multiply(rows.count, right.count, count, -2.0, {workspace.left.data(), count},
                           {workspace.right.data(), count, blas::Form::transposed}, begin == 0 ? 0.0 : 1.0,
                           tile, tile_rows);
        }
    }

  private:
    void pack(const TileRows& rows, Index column, Index count, std::vector<double>& out) const {
        out.resize(at(tile_rows * packed_columns));
        const double* shift = shift_.empty() ? nullptr : shift_.data() + column;
        for (Index r = 0; r < rows.count; ++r)
            centered_cells(x_.row(rows[r]) + column, rows_.length(rows[r]), shift, count,
                           out.data() + r * count);
    }

    // Squared norms and column means without a shift; says whether all products are exact.
    bool measure(const Context& context) {
        const auto columns = at(x_.cols());
        const Index rows_per_chunk = pass_rows();
        std::vector<std::vector<double>> sums(at(chunk_count(x_.rows(), rows_per_chunk)));
        std::atomic<bool> exact{!rows_.is_scaled()};
        squared_norms_.resize(at(x_.rows()));
        // Means are taken of the differences to the first sample, so that a constant column becomes exactly
        // 0.
        std::vector<double> origin(columns);
        centered_cells(x_.row(0), rows_.length(0), nullptr, x_.cols(), origin.data());
        parallel_chunks(context, x_.rows(), rows_per_chunk, [&](const Chunk& chunk) {
            std::vector<double>& sum = sums[at(chunk.number)];
            sum.resize(columns);
            std::vector<double> scaled(rows_.is_scaled() ? columns : 0);
            for (Index i = chunk.begin; i < chunk.end; ++i) {
                const double* row = x_.row(i);
                if (rows_.is_scaled()) {
                    centered_cells(row, rows_.length(i), nullptr, x_.cols(), scaled.data());
                    row = scaled.data();
                }
                const double norm = squared_norm(row, x_.cols());
                squared_norms_[at(i)] = norm;
                dense_tile_loops::add_difference(row, origin.data(), x_.cols(), sum.data());
                if (exact.load(std::memory_order_relaxed) &&
                    !(norm_keeps_integers_exact(norm) && dense_tile_loops::all_integers(row, x_.cols())))
                    exact.store(false, std::memory_order_relaxed);
            }
        });
        shift_.assign(columns, 0.0);
        for (const std::vector<double>& sum : sums)
            dense_tile_loops::add(sum.data(), x_.cols(), shift_.data());
        for (std::size_t j = 0; j < columns; ++j)
            shift_[j] = origin[j] + shift_[j] / static_cast<double>(x_.rows());
        return exact;
    }

    // Per chunk of a pass over the data.
    Index pass_rows() const { return std::min<Index>(512, chunk_of_work(x_.rows(), x_.cols())); }

    // Would centering shrink the mean squared norm to less than half?
    bool shift_pays() const {
        double mean_norm = 0.0;
        for (const double norm : squared_norms_) mean_norm += norm / static_cast<double>(x_.rows());
        return squared_norm(shift_.data(), x_.cols()) > 0.5 * mean_norm;
    }

    void measure_shifted(const Context& context) {
        parallel_chunks(context, x_.rows(), pass_rows(), [&](const Chunk& chunk) {
            std::vector<double> row(at(x_.cols()));
            for (Index i = chunk.begin; i < chunk.end; ++i) {
                centered_cells(x_.row(i), rows_.length(i), shift_.data(), x_.cols(), row.data());
                squared_norms_[at(i)] = squared_norm(row.data(), x_.cols());
            }
        });
    }

    const SampleRows& rows_;
    const DensePieces& x_;
    std::vector<double> shift_;  // subtracted from every (scaled) row; empty if nothing is
    std::unique_ptr<IntegerTiles> integers_;
    std::unique_ptr<FloatTiles> floats_;
    std::vector<const CoarseTiles*> coarse_;  // those that are usable
};

}  // namespace

std::unique_ptr<TileSource> make_dense_tiles(const SampleRows& rows, const Context& context) {
    return std::make_unique<DenseTiles>(rows, context);
}

}  // namespace tamis::detail
