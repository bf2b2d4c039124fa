#include "tamis/passes/unit/column_units.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/shards/round.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/column_ranges.hpp"

namespace tamis::detail {

namespace {

// A column that varies does so by 2^-53 of its largest magnitude or more.
constexpr double largest_small = 0x1p-390;

// Per column the power of two that makes it of order 1; 0 for columns that stay as they are.
std::vector<int> exponents(const ColumnRanges& ranges, std::span<const char> suspect) {
    std::vector<int> found(suspect.size(), 0);
    for (std::size_t j = 0; j < found.size(); ++j) {
        const double largest = std::max(std::abs(ranges.low[j]), std::abs(ranges.high[j]));
        if (suspect[j] != 0 && largest > 0.0 && largest < largest_small) found[j] = -std::ilogb(largest);
    }
    return found;
}

void change_units(Matrix& block, Index row, const std::vector<int>& by) {
    change_cells(block, row, [&](Index j, double& value) {
        if (by[at(j)] != 0) value = std::ldexp(value, by[at(j)]);
    });
}

}  // namespace

std::vector<char> with_lost_digits(std::span<const char> constant, double weight,
                                   FunctionRef<double(std::size_t column)> scatter) {
    std::vector<char> lost(constant.size(), 0);
    for (std::size_t j = 0; j < lost.size(); ++j)
        if (constant[j] == 0 && scatter(j) < 0x1p-900 * weight) lost[j] = 1;
    return lost;
}

std::vector<char> with_lost_digits(const Scatter& scatter, double weight) {
    return with_lost_digits(scatter.constant, weight,
                            [&](std::size_t j) { return scatter.between[j] + scatter.within[j]; });
}

ChangedRows with_column_units(const Rows& x, std::vector<int> by) {
    const ShardView view{std::string(ColumnUnitsView::name), to_bytes(ColumnUnitsView::Request{by})};
    const auto change = [by = std::move(by)](Matrix& block) {
        for (Index i = 0; i < block.rows(); ++i) change_units(block, i, by);
    };
    return {x, x.cols(), x.sparse(), change, view};
}

ChangedRows ColumnUnitsView::changed(const Request& request, const Rows& shard) {
    require_per_column(request.by.size(), shard);
    return with_column_units(shard, request.by);
}

std::optional<ColumnUnits> ColumnUnits::of(const Rows& x, std::span<const char> suspect,
                                           const Context& context) {
    if (std::find_if(suspect.begin(), suspect.end(), [](char mark) { return mark != 0; }) == suspect.end())
        return std::nullopt;
    return with(x, exponents(column_ranges(x, context), suspect), context);
}

std::optional<ColumnUnits> ColumnUnits::with(const Rows& x, std::vector<int> by, const Context& context) {
    if (std::find_if(by.begin(), by.end(), [](int exponent) { return exponent != 0; }) == by.end())
        return std::nullopt;
    if (x.matrix() == nullptr) return ColumnUnits(with_column_units(x, by));
    constexpr Index chunk_rows = 256;
    Matrix changed = to_matrix(x, context);
    parallel_chunks(context, changed.rows(), chunk_rows, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) change_units(changed, i, by);
    });
    return ColumnUnits(std::move(changed));
}

void unmark_zeros(const Rows& x, std::vector<char>& suspect) {
    std::vector<Index> columns;
    for (std::size_t j = 0; j < suspect.size(); ++j)
        if (suspect[j] != 0) columns.push_back(static_cast<Index>(j));
    std::fill(suspect.begin(), suspect.end(), char{0});
    if (columns.empty()) return;
    if (x.shards() != nullptr) {
        const ColumnRanges ranges = column_ranges(x);
        for (const Index j : columns)
            if (ranges.low[at(j)] != 0.0 || ranges.high[at(j)] != 0.0) suspect[at(j)] = 1;
        return;
    }
    const Matrix cells = take_columns(x.require_matrix("a search for zeros"), columns);
    for (Index i = 0; i < cells.rows(); ++i)
        for_each_cell(cells, i, [&](Index j, double value) {
            if (value != 0.0) suspect[at(columns[at(j)])] = 1;
        });
}

void remark_on_small_columns(std::span<const char> small, const Context& context) {
    const auto count = std::count_if(small.begin(), small.end(), [](char mark) { return mark != 0; });
    if (count == 0) return;
    context.warning("the squares of " + std::to_string(count) +
                    (count == 1 ? " feature are" : " features are") +
                    " too small for a number and count as 0: use " + option("scale", "standard"));
}

}  // namespace tamis::detail
