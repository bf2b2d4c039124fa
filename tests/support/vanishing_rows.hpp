// A kind of rows for tests: blocks of odd sizes, each in memory that is overwritten and freed after its
// visit.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::testing {

using namespace detail;

class VanishingRows : public RowSource {
  public:
    // The sizes of the blocks, taken in turns.
    VanishingRows(const MatrixView& x, std::vector<Index> sizes, bool seekable = false)
        : x_(x), sizes_(std::move(sizes)), seekable_(seekable) {}

    Index rows() const override { return x_.rows(); }
    Index cols() const override { return x_.cols(); }
    bool sparse() const override { return x_.is_sparse(); }

    bool seekable() const override { return seekable_; }

    void for_each_block(const Context&, FunctionRef<void(const RowBlock&)> visit) const override {
        deliver(0, rows(), visit);
    }
    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock&)> visit) const override {
        if (!seekable_) return RowSource::for_each_block_between(begin, end, visit);
        deliver(begin, end, visit);
    }

    Matrix gather(std::span<const Index> wanted) const override { return take_rows(x_, wanted); }

  private:
    void deliver(Index begin, Index last, FunctionRef<void(const RowBlock&)> visit) const {
        for (std::size_t turn = 0; begin < last; ++turn) {
            const Index end = std::min(begin + sizes_[turn % sizes_.size()], last);
            std::vector<Index> numbers;
            for (Index i = begin; i < end; ++i) numbers.push_back(i);
            Matrix block = take_rows(x_, numbers);
            visit({begin, block});
            spoil(block);
            begin = end;
        }
    }

    static void spoil(Matrix& block) {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        if (block.is_sparse()) {
            const std::span<double> values = block.sparse().values();
            std::fill(values.begin(), values.end(), nan);
        } else {
            std::fill_n(block.dense().data(), block.rows() * block.cols(), nan);
        }
    }

    MatrixView x_;
    std::vector<Index> sizes_;
    bool seekable_;
};

}  // namespace tamis::testing
