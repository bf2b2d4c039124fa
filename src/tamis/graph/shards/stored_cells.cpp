#include "tamis/graph/shards/stored_cells.hpp"

namespace tamis::detail {

StoredCellsRound::Partial StoredCellsRound::partial(const Request&, const Own&, const Rows& shard,
                                                    const Context& context) {
    Partial found;
    shard.for_each_block(context, [&](const RowBlock& block) {
        found.cells += block.cells.is_sparse() ? block.cells.sparse().nonzeros()
                                               : block.cells.rows() * block.cells.cols();
    });
    return found;
}

Index stored_cells(const Rows& x, const Context& context) {
    return x.sparse() ? run_round<StoredCellsRound>(*x.shards(), {}, context).cells : x.rows() * x.cols();
}

}  // namespace tamis::detail
