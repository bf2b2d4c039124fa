// Rows that Python reads block by block, for data that are not in memory.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis::python {

using namespace detail;

// Calls back to Python, whose lock is taken for the reading alone.
class RowBlocks final : public RowSource {
  public:
    // Blocks of rows end at `ends`, ascending up to the number of rows. read(begin, end) gives the rows of a
    // block, take(rows) a list of ascending rows; both as an array or a Csr, which is sparse or not as told.
    RowBlocks(std::vector<Index> ends, Index cols, bool sparse, pybind11::object read, pybind11::object take);

    Index rows() const override { return ends_.back(); }
    Index cols() const override { return cols_; }
    bool sparse() const override { return sparse_; }

    void for_each_block(const Context& context,
                        FunctionRef<void(const RowBlock& block)> visit) const override;
    Matrix gather(std::span<const Index> wanted) const override;

  private:
    std::vector<Index> ends_;
    Index cols_;
    bool sparse_;
    pybind11::object read_, take_;
};

}  // namespace tamis::python
