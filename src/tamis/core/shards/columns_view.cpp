#include "tamis/core/shards/columns_view.hpp"

namespace tamis::detail {

namespace {

ShardView view_of_columns(const std::vector<Index>& columns) {
    return {std::string(ColumnsView::name), to_bytes(ColumnsView::Request{columns})};
}

auto keep_columns(std::vector<Index> columns) {
    return [columns = std::move(columns)](Matrix& block) { block = take_columns(block, columns); };
}

}  // namespace

ChangedRows ColumnsView::changed(const Request& request, const Rows& shard) {
    return kept_columns(shard, request.columns);
}

ChangedRows kept_columns(const Rows& x, std::vector<Index> columns) {
    const ShardView view = view_of_columns(columns);
    const auto count = static_cast<Index>(columns.size());
    return {x, count, x.sparse(), keep_columns(std::move(columns)), view};
}

std::unique_ptr<RowSource> kept_columns(std::unique_ptr<RowSource> rows, std::vector<Index> columns) {
    const ShardView view = view_of_columns(columns);
    const auto count = static_cast<Index>(columns.size());
    return std::make_unique<ChangedRows>(std::move(rows), count, keep_columns(std::move(columns)), view);
}

}  // namespace tamis::detail
