// Some of the rows that are read block by block.
#pragma once

#include <memory>
#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

class KeptRows final : public RowSource {
  public:
    // `kept` ascends.
    KeptRows(std::unique_ptr<RowSource> rows, std::vector<Index> kept)
        : rows_(std::move(rows)), kept_(std::move(kept)) {}

    Index rows() const override { return static_cast<Index>(kept_.size()); }
    Index cols() const override { return rows_->cols(); }
    bool sparse() const override { return rows_->sparse(); }
    bool seekable() const override { return rows_->seekable(); }

    void for_each_block(const Context& context,
                        FunctionRef<void(const RowBlock& block)> visit) const override;
    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock& block)> visit) const override;
    Matrix gather(std::span<const Index> wanted) const override;

  private:
    void visit_kept(const RowBlock& block, FunctionRef<void(const RowBlock& block)> visit) const;

    std::unique_ptr<RowSource> rows_;
    std::vector<Index> kept_;
};

}  // namespace tamis::detail
