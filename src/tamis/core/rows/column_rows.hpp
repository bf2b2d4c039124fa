// Some columns of the data, without the others in memory.
#pragma once

#include <memory>
#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// Copied into memory.
inline Matrix gather_columns(const Rows& x, std::span<const Index> columns, const Context& context) {
    Matrix found = x.sparse() ? Matrix(SparseMatrix()) : Matrix();
    x.for_each_block(context,
                     [&](const RowBlock& block) { found.append_rows(take_columns(block.cells, columns)); });
    return found;
}

// Read block by block.
class ColumnRows final : public RowSource {
  public:
    ColumnRows(std::unique_ptr<RowSource> rows, std::vector<Index> columns)
        : rows_(std::move(rows)), columns_(std::move(columns)) {}

    Index rows() const override { return rows_->rows(); }
    Index cols() const override { return static_cast<Index>(columns_.size()); }
    bool sparse() const override { return rows_->sparse(); }
    bool seekable() const override { return rows_->seekable(); }

    void for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const override {
        rows_->for_each_block(context, [&](const RowBlock& block) {
            visit({block.first, take_columns(block.cells, columns_)});
        });
    }
    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock&)> visit) const override {
        rows_->for_each_block_between(begin, end, [&](const RowBlock& block) {
            visit({block.first, take_columns(block.cells, columns_)});
        });
    }
    Matrix gather(std::span<const Index> wanted) const override {
        return take_columns(rows_->gather(wanted), columns_);
    }

  private:
    std::unique_ptr<RowSource> rows_;
    std::vector<Index> columns_;
};

}  // namespace tamis::detail
