#include "tamis/passes/column_ranges.hpp"

#include <algorithm>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/parallel.hpp"
#include "tamis/core/validate.hpp"

namespace tamis {

ColumnRanges column_ranges(const MatrixView& x, const Context& context) {
    if (const auto cell = first_unusable(x, context)) throw Error(describe(*cell));
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto columns = static_cast<std::size_t>(x.cols());
    ColumnRanges ranges{std::vector<double>(columns, infinite), std::vector<double>(columns, -infinite)};
    if (!x.is_sparse()) {
        parallel_chunks(context, x.cols(), 256, [&](const Chunk& strip) {
            for (Index i = 0; i < x.rows(); ++i)
                for (Index j = strip.begin; j < strip.end; ++j) {
                    const auto column = static_cast<std::size_t>(j);
                    ranges.low[column] = std::min(ranges.low[column], x.dense()(i, j));
                    ranges.high[column] = std::max(ranges.high[column], x.dense()(i, j));
                }
        });
        return ranges;
    }
    std::vector<Index> stored(columns, 0);
    for (Index i = 0; i < x.rows(); ++i) {
        const SparseRow row = x.sparse().row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            const auto column = static_cast<std::size_t>(row.columns[p]);
            ++stored[column];
            ranges.low[column] = std::min(ranges.low[column], row.values[p]);
            ranges.high[column] = std::max(ranges.high[column], row.values[p]);
        }
    }
    for (std::size_t column = 0; column < columns; ++column) {
        if (stored[column] == x.rows()) continue;
        ranges.low[column] = std::min(ranges.low[column], 0.0);
        ranges.high[column] = std::max(ranges.high[column], 0.0);
    }
    return ranges;
}

}  // namespace tamis
