#include "tamis/passes/column_block.hpp"

namespace tamis {

void ColumnBlock::take(const SparseView& x, Index begin, Index end) {
    start.assign(static_cast<std::size_t>(x.cols) + 1, 0);
    const Index first = x.row_start[begin], last = x.row_start[end];
    for (Index p = first; p < last; ++p) ++start[static_cast<std::size_t>(x.columns[p])];
    Small sum = 0;
    for (Small& entry : start) entry = (sum += entry);
    // Filled from the back, so that afterwards start[c] is where column c begins.
    values.resize(static_cast<std::size_t>(last - first));
    samples.resize(static_cast<std::size_t>(last - first));
    for (Index j = end; j-- > begin;) {
        const SparseRow row = x.row(j);
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            const auto place = static_cast<std::size_t>(--start[static_cast<std::size_t>(row.columns[p])]);
            values[place] = row.values[p];
            samples[place] = static_cast<Small>(j - begin);
        }
    }
}

}  // namespace tamis
