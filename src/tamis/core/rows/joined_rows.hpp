// Several rows one after the other, as one.
#pragma once

#include <optional>
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
    bool seekable() const override;
    bool ranged() const override;

    void for_each_block(const Context& context,
                        FunctionRef<void(const RowBlock& block)> visit) const override;
    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock& block)> visit) const override;
    Matrix gather(std::span<const Index> rows) const override;

    // The rows begin … end-1 if they are one matrix in memory, otherwise null.
    const MatrixView* matrix_between(Index begin, Index end) const;
    const std::vector<Rows>& parts() const { return parts_; }

  private:
    bool all_parts(bool (RowSource::*are)() const) const;

    std::vector<Rows> parts_;
    std::vector<Index> offsets_ = {0};  // where each part begins, and the number of rows
};

// Rows by their number, where all of them are in memory as one matrix or several.
class HeldRows {
  public:
    // Nothing if they are not. What the rows show must outlive this.
    static std::optional<HeldRows> of(const Rows& x);

    const double* dense(Index i) const { return part_of(i)->dense().row(i); }
    SparseRow sparse(Index i) const { return part_of(i)->sparse().row(i); }
    // The dense rows begin … end-1, where they lie; an empty piece if there are none.
    std::vector<DenseView> dense_between(Index begin, Index end) const;

  private:
    // Which matrix holds the row, whose number there is i then.
    const MatrixView* part_of(Index& i) const;

    std::vector<MatrixView> parts_;
    std::vector<Index> offsets_ = {0};
};

// The rows begin … end-1 of others. Where they cannot be had alone, all are read for them.
class RunOfRows final : public RowSource {
  public:
    // What the rows show must outlive this.
    RunOfRows(const Rows& rows, Index begin, Index end) : rows_(rows), begin_(begin), end_(end) {}

    Index rows() const override { return end_ - begin_; }
    Index cols() const override { return rows_.cols(); }
    bool sparse() const override { return rows_.sparse(); }

    void for_each_block(const Context& context,
                        FunctionRef<void(const RowBlock& block)> visit) const override;
    Matrix gather(std::span<const Index> rows) const override;
    // The matrix in memory that they are, if they are one; otherwise this.
    Rows plainly() const;

  private:
    Rows rows_;
    Index begin_, end_;
};

// A copy of the rows begin … end-1. Where they cannot be had alone, all are read for it.
Matrix copy_of_run(const Rows& x, Index begin, Index end, const Context& context = {});

}  // namespace tamis::detail
