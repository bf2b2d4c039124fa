// Several rows one after the other, as one.
#pragma once

#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

class JoinedRows final : public RowSource {
  public:
    // What the parts show must outlive this. Throws Error if there are none or if they do not go together.
    explicit JoinedRows(std::vector<Rows> parts);

    Index rows() const override { return offsets_.back(); }
    Index cols() const override { return parts_.front().cols(); }
    bool sparse() const override { return parts_.front().sparse(); }
    bool ranged() const override;

    void for_each_block(const Context& context,
                        FunctionRef<void(const RowBlock& block)> visit) const override;
    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock& block)> visit) const override;

  private:
    std::vector<Rows> parts_;
    std::vector<Index> offsets_ = {0};  // where each part begins, and the number of rows
};

// A copy of the rows begin … end-1. Where they cannot be had alone, all are read for it.
Matrix copy_of_run(const Rows& x, Index begin, Index end, const Context& context = {});

}  // namespace tamis::detail
