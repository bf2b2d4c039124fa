#include "tamis/core/validate.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "tamis/core/parallel.hpp"
#include "tamis/core/value.hpp"

namespace tamis {

namespace {

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

std::optional<UnusableCell> unusable_in_row(const MatrixView& x, Index i) {
    const std::span<const double> values =
        x.is_sparse() ? x.sparse().row(i).values
                      : std::span(x.dense().row(i), static_cast<std::size_t>(x.cols()));
    if (all_usable(values)) return std::nullopt;
    if (x.is_sparse()) {
        const SparseRow row = x.sparse().row(i);
        for (std::size_t p = 0; p < row.values.size(); ++p)
            if (!is_usable(row.values[p])) return UnusableCell{i, row.columns[p], row.values[p]};
        return std::nullopt;
    }
    const double* row = x.dense().row(i);
    for (Index j = 0; j < x.cols(); ++j)
        if (!is_usable(row[j])) return UnusableCell{i, j, row[j]};
    return std::nullopt;
}

}  // namespace

std::optional<UnusableCell> first_unusable(const MatrixView& x, const Context& context) {
    constexpr Index rows_per_chunk = 256;
    std::vector<std::optional<UnusableCell>> found(
        static_cast<std::size_t>(chunk_count(x.rows(), rows_per_chunk)));
    parallel_chunks(context, x.rows(), rows_per_chunk, [&](const Chunk& chunk) {
        auto& slot = found[static_cast<std::size_t>(chunk.number)];
        for (Index i = chunk.begin; i < chunk.end && !slot; ++i) slot = unusable_in_row(x, i);
    });
    for (const auto& cell : found)
        if (cell) return cell;
    return std::nullopt;
}

std::string describe(const UnusableCell& cell) {
    std::string text =
        "row " + std::to_string(cell.row + 1) + ", column " + std::to_string(cell.column + 1) + " is ";
    if (std::isnan(cell.value)) return text + "NaN";
    if (std::isinf(cell.value)) return text + (cell.value > 0 ? "infinite" : "-infinite");
    return text + to_text(Value(cell.value)) + ", too large to be squared (the limit is 1e150)";
}

}  // namespace tamis
