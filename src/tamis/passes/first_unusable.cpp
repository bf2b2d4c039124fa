#include "tamis/passes/first_unusable.hpp"

#include <bit>
#include <cstdint>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/rounds/cell_rounds.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

// Magnitudes of doubles have the order of their bits, with infinity and NaN at the end: the difference to the
// limit is negative for whatever is beyond it, and that of 1 is negative for zero alone. Whole numbers
// without branches, so that the compiler looks at several at once, which it may not do with comparisons of
// doubles.
namespace value_loops {

constexpr std::uint64_t magnitude = ~std::uint64_t{0} >> 1U;
constexpr auto limit = std::bit_cast<std::uint64_t>(largest_magnitude);

TAMIS_SIMD bool all_usable(const double* values, std::size_t count) {
    std::uint64_t differences = 0;
    for (std::size_t p = 0; p < count; ++p)
        differences |= limit - (std::bit_cast<std::uint64_t>(values[p]) & magnitude);
    return (differences & ~magnitude) == 0;
}

TAMIS_SIMD bool all_usable(const double* values, std::size_t count, std::uint64_t& zeros) {
    std::uint64_t differences = 0, found = 0;
    for (std::size_t p = 0; p < count; ++p) {
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(values[p]) & magnitude;
        differences |= limit - bits;
        found += (bits - 1U) >> 63U;
    }
    zeros = found;
    return (differences & ~magnitude) == 0;
}

}  // namespace value_loops

namespace {

constexpr Index searched_rows = 256;

}  // namespace

ValuesSeen look_at_values(std::span<const double> values) {
    std::uint64_t zeros = 0;
    const bool usable = value_loops::all_usable(values.data(), values.size(), zeros);
    return {usable, static_cast<Index>(zeros)};
}

std::optional<UnusableCell> unusable_in_row(const MatrixView& x, Index i) {
    const std::span<const double> values = stored_values(x, i);
    if (value_loops::all_usable(values.data(), values.size())) return std::nullopt;
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
    if (const Shards* shards = x.shards()) return run_round<UnusableRound>(*shards, {}, context).cell;
    return run_pass(
               x, searched_rows, [](const Piece&) { return FirstUnusable(); }, context)
        .cell();
}

}  // namespace tamis::detail
