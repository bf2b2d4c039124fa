// Rows with their cells changed as they are read: scaled, with missing cells filled in, with one column made
// to several. Nothing is held but the block that is being read.
#pragma once

#include <functional>
#include <memory>

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/shards.hpp"

namespace tamis::detail {

class ChangedRows final : public RowSource {
  public:
    // `change` gets a copy of a block and must do to every row what it would do to the row alone; on several
    // threads at once. `sparse`: whether its results are sparse. The rows must outlive this.
    ChangedRows(const Rows& rows, bool sparse, std::function<void(Matrix& block)> change)
        : rows_(rows), cols_(rows.cols()), sparse_(sparse), change_(std::move(change)) {}
    // The same where the rows may be spread over workers: `view` does there what `change` does here. The
    // result has `cols` columns.
    ChangedRows(const Rows& rows, Index cols, bool sparse, std::function<void(Matrix& block)> change,
                ShardView view)
        : rows_(rows), cols_(cols), sparse_(sparse), change_(std::move(change)) {
        view_shards(std::move(view));
    }
    // The same with rows that belong to this, into rows that are sparse if these are.
    ChangedRows(std::unique_ptr<RowSource> rows, Index cols, std::function<void(Matrix& block)> change)
        : owned_(std::move(rows)),
          rows_(*owned_),
          cols_(cols),
          sparse_(rows_.sparse()),
          change_(std::move(change)) {}
    ChangedRows(std::unique_ptr<RowSource> rows, Index cols, std::function<void(Matrix& block)> change,
                ShardView view)
        : ChangedRows(std::move(rows), cols, std::move(change)) {
        view_shards(std::move(view));
    }

    Index rows() const override { return rows_.rows(); }
    Index cols() const override { return cols_; }
    bool sparse() const override { return sparse_; }
    const Shards* shards() const override { return shards_.get(); }

    void for_each_block(const Context& context,
                        FunctionRef<void(const RowBlock& block)> visit) const override;
    Matrix gather(std::span<const Index> rows) const override;
    bool seekable() const override { return rows_.source() != nullptr && rows_.source()->seekable(); }
    bool ranged() const override { return rows_.source() != nullptr && rows_.source()->ranged(); }
    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock& block)> visit) const override;

  private:
    void view_shards(ShardView view);
    void visit_changed(const RowBlock& block, FunctionRef<void(const RowBlock& block)> visit) const;

    std::unique_ptr<RowSource> owned_;
    Rows rows_;
    Index cols_;
    bool sparse_;
    std::function<void(Matrix&)> change_;
    std::shared_ptr<const ViewedShards> shards_;
};

}  // namespace tamis::detail
