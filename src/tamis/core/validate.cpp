#include "tamis/core/validate.hpp"

#include <cmath>

#include "tamis/core/parallel.hpp"
#include "tamis/core/value.hpp"

namespace tamis {

namespace {

// No early way out and a counter as wide as the values, so that the compiler can look at several at once.
bool all_usable(std::span<const double> values) {
    Index unusable = 0;
    for (const double value : values) unusable += !(std::abs(value) <= largest_magnitude) ? 1 : 0;
    return unusable == 0;
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
