#include "tamis/passes/rounds/gram_rows_round.hpp"

#include "tamis/core/error.hpp"
#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/passes/rounds/moments_round.hpp"

namespace tamis::detail {

GramRowsRound::Partial GramRowsRound::partial(const Request& request, const Own&, const Rows& shard,
                                              const Context& context) {
    require_per_column(request.means.size(), shard);
    for (const Index column : request.columns)
        if (column < 0 || column >= shard.cols())
            throw Error("a request names a column that the shard does not have");
    const Index d = shard.cols();
    Partial sums{DenseMatrix(static_cast<Index>(request.columns.size()), d)};
    shard.for_each_block(context, [&](const RowBlock& block) {
        CenteredData centered(block.cells, request.means, request.unit);
        centered.hold_by_columns(context);
        const auto add = [&](Index first, Index width, const double* products) {
            for (Index r = 0; r < sums.rows.rows(); ++r)
                for (Index j = 0; j < width; ++j) sums.rows(r, first + j) += products[r * width + j];
        };
        if (block.cells.rows() > 0) centered.multiply(centered.gather(request.columns), add, context);
    });
    return sums;
}

void GramRowsRound::merge(Partial& partial, const Partial& later) { add_matrix(partial.rows, later.rows); }

DenseMatrix shard_gram_rows(const Shards& shards, const std::vector<double>& means, double unit,
                            std::span<const Index> columns, const Context& context) {
    const GramRowsRound::Request request{means, unit, {columns.begin(), columns.end()}};
    return run_round<GramRowsRound>(shards, request, context).rows;
}

}  // namespace tamis::detail
