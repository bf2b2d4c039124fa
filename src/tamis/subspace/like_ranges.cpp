#include "tamis/subspace/like_ranges.hpp"

#include <fmt/format.h>

#include "tamis/core/error.hpp"
#include "tamis/passes/column_ranges.hpp"

namespace tamis::detail {

void require_like_ranges(const Rows& x, double share, const std::string& who, const Context& context) {
    if (x.cols() == 0) return;
    const ColumnRanges ranges = column_ranges(x, context);
    std::size_t wide = 0, narrow = ranges.low.size();
    for (std::size_t j = 0; j < ranges.low.size(); ++j) {
        if (ranges.constant(j)) continue;
        if (ranges.width(j) > ranges.width(wide)) wide = j;
        if (narrow == ranges.low.size() || ranges.width(j) < ranges.width(narrow)) narrow = j;
    }
    if (narrow == ranges.low.size() || ranges.width(narrow) >= share * ranges.width(wide)) return;
    throw Error(
        fmt::format("{}: column {} has a range of {:.2g} and column {} (counted from 0) one of {:.2g}, "
                    "next to which rounding hides it",
                    who, narrow, ranges.width(narrow), wide, ranges.width(wide)),
        "use " + option("scale", "standard") + ", or leave one of them out");
}

}  // namespace tamis::detail
