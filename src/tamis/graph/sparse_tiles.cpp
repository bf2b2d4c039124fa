#include <algorithm>
#include <atomic>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/tiles.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace {

// Rows are never shifted: that would fill them.
class SparseTiles : public TileSource {
  public:
    SparseTiles(const SampleRows& rows, const Context& context) : rows_(rows), x_(rows.matrix().sparse()) {
        squared_norms_.resize(at(x_.rows));
        std::atomic<bool> exact{!rows.is_scaled()};
        parallel_chunks(context, x_.rows, 1024, [&](const Chunk& chunk) {
            std::vector<double> scaled;
            for (Index i = chunk.begin; i < chunk.end; ++i) {
                SparseRow row = x_.row(i);
                if (rows_.is_scaled()) {
                    scaled.assign(row.values.begin(), row.values.end());
                    for (double& value : scaled) value /= rows_.length(i);
                    row.values = scaled;
                }
                const double norm = squared_norm(row);
                squared_norms_[at(i)] = norm;
                if (exact.load(std::memory_order_relaxed) &&
                    !(norm_keeps_integers_exact(norm) && std::ranges::all_of(row.values, is_integer)))
                    exact.store(false, std::memory_order_relaxed);
            }
        });
        require_usable_norms(squared_norms_);
        Index longest = 0;
        for (Index i = 0; i < x_.rows; ++i)
            longest = std::max(longest, x_.row_start[i + 1] - x_.row_start[i]);
        set_error(2 * longest, exact);  // a difference has as many entries as both rows together
    }

    // The right block is turned into columns once; then every entry of a left row meets only the samples of
    // the right block that have an entry in the same column.
    void fill(const TileRows& rows, Index j_begin, Index j_end, double* tile,
              Workspace& workspace) const override {
        ColumnBlock& block = workspace.columns;
        block.take(x_, j_begin, j_end);
        if (rows_.is_scaled())
            for (std::size_t q = 0; q < block.values.size(); ++q)
                block.values[q] /= rows_.length(j_begin + block.samples[q]);
        for (Index r = 0; r < rows.count; ++r) {
            const Index i = rows[r];
            double* out = tile + r * tile_rows;
            std::fill_n(out, j_end - j_begin, 0.0);
            const SparseRow row = x_.row(i);
            for (std::size_t p = 0; p < row.columns.size(); ++p) {
                const auto column = at(row.columns[p]);
                const double value = -2.0 * (row.values[p] / rows_.length(i));
                for (auto q = at(block.start[column]); q < at(block.start[column + 1]); ++q)
                    out[block.samples[q]] += value * block.values[q];
            }
        }
    }

  private:
    const SampleRows& rows_;
    SparseView x_;
};

}  // namespace

std::unique_ptr<TileSource> make_sparse_tiles(const SampleRows& rows, const Context& context) {
    return std::make_unique<SparseTiles>(rows, context);
}

}  // namespace tamis::detail
