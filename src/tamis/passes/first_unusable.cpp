#include "tamis/passes/first_unusable.hpp"

#include <bit>
#include <cstdint>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

namespace {

constexpr Index chunk_rows = 256;

// Magnitudes of doubles have the order of their bits, with infinity and NaN at the end: the difference to the
// limit is negative for whatever is beyond it. Whole numbers without branches, so that the compiler looks at
// several at once, which it may not do with comparisons of doubles.
bool all_usable(std::span<const double> values) {
    constexpr std::uint64_t magnitude = ~std::uint64_t{0} >> 1;
    constexpr auto limit = std::bit_cast<std::uint64_t>(largest_magnitude);
    std::uint64_t differences = 0;
    for (const double value : values)
        differences |= limit - (std::bit_cast<std::uint64_t>(value) & magnitude);
    return (differences & ~magnitude) == 0;
}

}  // namespace

std::optional<UnusableCell> unusable_in_row(const MatrixView& x, Index i) {
    if (all_usable(stored_values(x, i))) return std::nullopt;
    std::optional<UnusableCell> cell;
    for_each_cell(x, i, [&](Index j, double value) {
        if (!cell && !is_usable(value)) cell = UnusableCell{i, j, value};
    });
    return cell;
}

namespace {

class FirstUnusable {
  public:
    void add(const RowBlock& block) {
        if (cell_) return;
        for (Index i = 0; i < block.cells.rows() && !cell_; ++i) cell_ = unusable_in_row(block.cells, i);
        if (cell_) cell_->row += block.first;
    }
    void merge(const FirstUnusable& later) {
        if (!cell_) cell_ = later.cell_;
    }

    const std::optional<UnusableCell>& cell() const { return cell_; }

  private:
    std::optional<UnusableCell> cell_;
};

}  // namespace

std::optional<UnusableCell> first_unusable(const Rows& x, const Context& context) {
    return run_pass(
               x, chunk_rows, [](const Piece&) { return FirstUnusable(); }, context)
        .cell();
}

}  // namespace tamis::detail
