#include "tamis/graph/sparse_block.hpp"

namespace tamis {

void turn_into_columns(const SparseView& x, Index begin, Index end, TileSource::Workspace& workspace) {
    std::vector<Small>& start = workspace.columns;
    start.assign(static_cast<std::size_t>(x.cols) + 1, 0);
    const Index first = x.row_start[begin], last = x.row_start[end];
    for (Index p = first; p < last; ++p) ++start[static_cast<std::size_t>(x.columns[p])];
    Small sum = 0;
    for (Small& entry : start) entry = (sum += entry);
    // Filled from the back, so that afterwards start[c] is where column c begins.
    workspace.left.resize(static_cast<std::size_t>(last - first));
    workspace.samples.resize(static_cast<std::size_t>(last - first));
    for (Index j = end; j-- > begin;) {
        const SparseRow row = x.row(j);
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            const auto place = static_cast<std::size_t>(--start[static_cast<std::size_t>(row.columns[p])]);
            workspace.left[place] = row.values[p];
            workspace.samples[place] = static_cast<Small>(j - begin);
        }
    }
}

}  // namespace tamis
