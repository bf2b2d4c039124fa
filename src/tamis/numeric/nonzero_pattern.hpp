// Where a dense matrix is not zero. Pictures, counts and words are mostly zeros even where they are stored in
// full; products that visit only the other cells are then several times faster. A byte per cell that is not
// zero, the values stay where they are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

class NonzeroPattern {
  public:
    // Nothing where too few cells are zero for it to pay, judged by some of the rows.
    static std::optional<NonzeroPattern> find(const DenseView& x, const Context& context = {});

    // out (count × features, one row per vector) = blockᵀ·x for a row-major samples × count block; x as it
    // was given to find().
    void left_products(const DenseView& x, const double* block, Index count, double* out,
                       const Context& context = {}) const;

  private:
    // Some neighbouring columns. By blocks of rows and then by columns: the rows, counted from the first of
    // their block, that are not zero.
    struct Strip {
        std::vector<std::uint8_t> rows;
        std::vector<Index> start;
    };
    static Strip strip_of(const DenseView& x, Index begin, Index end);

    std::vector<Strip> strips_;
};

}  // namespace tamis
