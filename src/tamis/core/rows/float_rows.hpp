// Single-precision data in memory as rows: read in place and converted to doubles a block at a time. The
// conversion is exact, so every result has the same bits as that of a copy in double precision.
#pragma once

#include <span>

#include "tamis/core/rows.hpp"

namespace tamis {

namespace detail {
struct SoundFloats;
}

class FloatRows final : public RowSource {
  public:
    // One row after the other; `stride` is the distance between two rows in numbers. Owns nothing. Throws
    // Error as DenseView does.
    FloatRows(const float* data, Index rows, Index cols, Index stride);
    // Compressed rows. Throws Error as SparseView does.
    FloatRows(Index rows, Index cols, std::span<const Index> row_start, std::span<const Small> columns,
              std::span<const float> values);

    Index rows() const override { return rows_; }
    Index cols() const override { return cols_; }
    bool sparse() const override { return dense_ == nullptr && !row_start_.empty(); }

    void for_each_block(const Context& context,
                        FunctionRef<void(const RowBlock& block)> visit) const override;
    Matrix gather(std::span<const Index> rows) const override;
    bool seekable() const override { return true; }
    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock& block)> visit) const override;

  private:
    friend struct detail::SoundFloats;  // arrays that were checked before
    FloatRows(Index rows, Index cols) : rows_(rows), cols_(cols) {}
    Index rows_per_block(Index begin) const;

    Index rows_, cols_;
    const float* dense_ = nullptr;
    Index stride_ = 0;
    std::span<const Index> row_start_;  // sparse: as SparseView
    std::span<const Small> columns_;
    std::span<const float> values_;
};

struct detail::SoundFloats {
    static FloatRows csr(Index rows, Index cols, std::span<const Index> row_start,
                         std::span<const Small> columns, std::span<const float> values) {
        FloatRows floats(rows, cols);
        floats.row_start_ = row_start;
        floats.columns_ = columns;
        floats.values_ = values;
        return floats;
    }
};

}  // namespace tamis
