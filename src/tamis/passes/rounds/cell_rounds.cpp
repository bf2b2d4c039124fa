#include "tamis/passes/rounds/cell_rounds.hpp"

#include <algorithm>

#include "tamis/passes/column_ranges.hpp"
#include "tamis/passes/constant_columns.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis::detail {

EqualColumnsRound::Partial EqualColumnsRound::partial(const Request& request, const Own& own,
                                                      const Rows& shard, const Context& context) {
    require_per_column(request.values.size(), shard);
    require_per_column(request.candidates.size(), shard);
    if (!own.group_of.empty()) require_per_row(own.group_of.size(), shard);
    return {columns_equal_to(request.values, shard, own.group_of, request.candidates, context)};
}

void EqualColumnsRound::merge(Partial& partial, const Partial& later) {
    for (std::size_t j = 0; j < partial.equal.size(); ++j)
        if (later.equal.at(j) == 0) partial.equal[j] = 0;
}

UnusableRound::Partial UnusableRound::partial(const Request&, const Own&, const Rows& shard,
                                              const Context& context) {
    return {shard.rows(), first_unusable(shard, context)};
}

void UnusableRound::merge(Partial& partial, const Partial& later) {
    if (!partial.cell && later.cell) {
        partial.cell = later.cell;
        partial.cell->row += partial.rows;
    }
    partial.rows += later.rows;
}

RangesRound::Partial RangesRound::partial(const Request&, const Own&, const Rows& shard,
                                          const Context& context) {
    ColumnRanges ranges = present_ranges(shard, context);
    return {std::move(ranges.low), std::move(ranges.high)};
}

void RangesRound::merge(Partial& partial, const Partial& later) {
    for (std::size_t j = 0; j < partial.low.size(); ++j) {
        partial.low[j] = std::min(partial.low[j], later.low.at(j));
        partial.high[j] = std::max(partial.high[j], later.high.at(j));
    }
}

LargestRound::Partial LargestRound::partial(const Request&, const Own&, const Rows& shard,
                                            const Context& context) {
    return {largest_magnitude_of(shard, context)};
}

void LargestRound::merge(Partial& partial, const Partial& later) {
    partial.largest = std::max(partial.largest, later.largest);
}

}  // namespace tamis::detail
