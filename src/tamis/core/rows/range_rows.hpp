// A run of the rows that are read block by block.
#pragma once

#include <memory>

#include "tamis/core/rows/ranged_source.hpp"

namespace tamis::detail {

class RangeRows final : public RangedSource {
  public:
    // The rows begin … end-1 of a source that is ranged.
    RangeRows(std::unique_ptr<RowSource> rows, Index begin, Index end)
        : rows_(std::move(rows)), begin_(begin), end_(end) {}

    Index rows() const override { return end_ - begin_; }
    Index cols() const override { return rows_->cols(); }
    bool sparse() const override { return rows_->sparse(); }
    bool seekable() const override { return rows_->seekable(); }

    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock&)> visit) const override {
        rows_->for_each_block_between(begin_ + begin, begin_ + end, [&](const RowBlock& block) {
            visit({block.first - begin_, block.cells});
        });
    }
    Matrix gather(std::span<const Index> wanted) const override {
        std::vector<Index> places(wanted.begin(), wanted.end());
        for (Index& place : places) place += begin_;
        return rows_->gather(places);
    }

  private:
    std::unique_ptr<RowSource> rows_;
    Index begin_, end_;
};

}  // namespace tamis::detail
