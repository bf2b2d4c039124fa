#include "tamis/core/rows/changed_rows.hpp"

#include <algorithm>

namespace tamis::detail {

namespace {

constexpr Index copied_cells = Index{1} << 17;  // of a copy: sparse rows may become dense ones

}  // namespace

void ChangedRows::view_shards(ShardView view) {
    if (const Shards* shards = rows_.shards())
        shards_ = std::make_shared<ViewedShards>(*shards, std::move(view), cols_, sparse_);
}

void ChangedRows::visit_changed(const RowBlock& block, FunctionRef<void(const RowBlock&)> visit) const {
    const Index rows = std::max<Index>(1, copied_cells / std::max<Index>(1, cols()));
    for (Index begin = block.first; begin < block.end(); begin += rows) {
        const RowBlock part = block.between(begin, std::min(begin + rows, block.end()));
        Matrix copy = part.cells.is_sparse() ? Matrix(SparseMatrix()) : Matrix();
        copy.append_rows(part.cells);
        change_(copy);
        visit({begin, copy});
    }
}

void ChangedRows::for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const {
    rows_.for_each_block(context, [&](const RowBlock& block) { visit_changed(block, visit); });
}

void ChangedRows::for_each_block_between(Index begin, Index end,
                                         FunctionRef<void(const RowBlock&)> visit) const {
    rows_.source()->for_each_block_between(begin, end,
                                           [&](const RowBlock& block) { visit_changed(block, visit); });
}

Matrix ChangedRows::gather(std::span<const Index> wanted) const {
    if (shards_)
        if (auto known = shards_->known_rows().take(wanted)) return std::move(*known);
    Matrix found = rows_.gather(wanted);
    change_(found);
    return found;
}

}  // namespace tamis::detail
