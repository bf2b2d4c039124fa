// Where a dense matrix is not zero. Pictures, counts and words are mostly zeros even where they are stored in
// full; products that visit only the other cells are then several times faster. Takes a byte per cell that is
// not zero, and four more if single precision holds all values of some columns without loss, as it does
// for pixels and counts: they are then read one after the other. Other values stay where they are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

class NonzeroPattern {
  public:
    // Nothing if too few cells are zero for it to pay, judged by some of the rows.
    static std::optional<NonzeroPattern> find(const DenseView& x, const Context& context = {});

    // In all of these x is as it was given to find(), and what they compute as in passes/products.hpp.
    std::vector<double> squared_columns(const DenseView& x, const Context& context = {}) const;
    void gather_columns(const DenseView& x, std::span<const Index> columns, double* block,
                        const Context& context = {}) const;
    void left_products(const DenseView& x, const double* block, Index count, double* out,
                       const Context& context = {}) const;

  private:
    // Some neighboring columns. By blocks of rows and then by columns: the rows, counted from the first of
    // their block, that are not zero, and what they hold, if single precision will do.
    struct Strip {
        std::vector<std::uint8_t> rows;
        std::vector<float> values;
        std::vector<Index> start;
    };
    static bool append_values(Strip& strip, const DenseView& x, Index first_row, Index begin, Index end);
    static Strip strip_of(const DenseView& x, Index begin, Index end);

    // Calls entry(row, value) for the cells of one column in a block of rows.
    template <class Entry>
    void for_column(const DenseView& x, Index block, Index column, Entry&& entry) const;

    Index strip_columns_ = 0;
    std::vector<Strip> strips_;
};

}  // namespace tamis::detail
