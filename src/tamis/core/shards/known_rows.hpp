// Single rows of shards that came along with a round, so that nobody has to ask for them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

class KnownRows {
  public:
    KnownRows() = default;
    // `rows` ascend.
    KnownRows(std::vector<Index> rows, Matrix cells) : rows_(std::move(rows)), cells_(std::move(cells)) {}

    // The given rows in their order, if all of them are known.
    std::optional<Matrix> take(std::span<const Index> rows) const;

  private:
    std::vector<Index> rows_;
    Matrix cells_;
};

}  // namespace tamis::detail
