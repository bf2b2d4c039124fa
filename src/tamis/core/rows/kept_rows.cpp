#include "tamis/core/rows/kept_rows.hpp"

#include <algorithm>

namespace tamis::detail {

void KeptRows::visit_kept(const RowBlock& block, FunctionRef<void(const RowBlock&)> visit) const {
    const auto begin = std::lower_bound(kept_.begin(), kept_.end(), block.first);
    const auto end = std::lower_bound(begin, kept_.end(), block.end());
    if (begin == end) return;
    const Index first = begin - kept_.begin();
    if (end - begin == block.cells.rows()) return visit({first, block.cells});
    std::vector<Index> here(begin, end);
    for (Index& row : here) row -= block.first;
    visit({first, take_rows(block.cells, here)});
}

void KeptRows::for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const {
    rows_->for_each_block(context, [&](const RowBlock& block) { visit_kept(block, visit); });
}

void KeptRows::for_each_block_between(Index begin, Index end,
                                      FunctionRef<void(const RowBlock&)> visit) const {
    if (begin == end) return;
    rows_->for_each_block_between(kept_[at(begin)], kept_[at(end - 1)] + 1,
                                  [&](const RowBlock& block) { visit_kept(block, visit); });
}

Matrix KeptRows::gather(std::span<const Index> wanted) const {
    std::vector<Index> places;
    for (const Index row : wanted) places.push_back(kept_[at(row)]);
    return rows_->gather(places);
}

}  // namespace tamis::detail
