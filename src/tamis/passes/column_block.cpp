#include "tamis/passes/column_block.hpp"

namespace tamis::detail {

void ColumnBlock::take(const SparseView& x, Index begin, Index end) {
    start.assign(at(x.cols) + 1, 0);
    const Index first = x.row_start[begin], last = x.row_start[end];
    for (Index p = first; p < last; ++p) ++start[at(x.columns[p])];
    Small sum = 0;
    for (Small& entry : start) entry = (sum += entry);
    // Filled from the back, so that afterwards start[c] is where column c begins.
    values.resize(at(last - first));
    samples.resize(at(last - first));
    for (Index j = end; j-- > begin;) {
        const SparseRow row = x.row(j);
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            const auto place = at(--start[at(row.columns[p])]);
            values[place] = row.values[p];
            samples[place] = static_cast<Small>(j - begin);
        }
    }
}

}  // namespace tamis::detail
