#include "tamis/passes/rounds/product_rounds.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/passes/products.hpp"
#include "tamis/passes/rounds/moments_round.hpp"

namespace tamis::detail {

namespace {

void append(DenseMatrix& rows, const DenseMatrix& later) {
    if (later.rows() == 0) return;
    if (rows.rows() == 0) {
        rows = later;
        return;
    }
    double* place = rows.append_rows(later.rows(), later.cols());
    std::copy_n(later.data(), later.rows() * later.cols(), place);
}

}  // namespace

ColumnsRound::Partial ColumnsRound::partial(const Request& request, const Own&, const Rows& shard,
                                            const Context& context) {
    for (const Index column : request.columns)
        if (column < 0 || column >= shard.cols())
            throw Error("a request names a column that the shard does not have");
    Partial found{DenseMatrix::uninitialized(shard.rows(), static_cast<Index>(request.columns.size()))};
    gather_columns(shard, request.columns, found.cells.data(), context);
    return found;
}

void ColumnsRound::merge(Partial& partial, const Partial& later) { append(partial.cells, later.cells); }

LeftProductsRound::Partial LeftProductsRound::partial(const Request&, const Own& own, const Rows& shard,
                                                      const Context& context) {
    require_per_row(at(own.block.rows()), shard);
    Partial found{DenseMatrix(own.block.cols(), shard.cols())};
    if (shard.rows() > 0)
        left_products(shard, own.block.data(), own.block.cols(), found.products.data(), context);
    return found;
}

void LeftProductsRound::merge(Partial& partial, const Partial& later) {
    add_matrix(partial.products, later.products);
}

RightProductsRound::Partial RightProductsRound::partial(const Request& request, const Own&, const Rows& shard,
                                                        const Context& context) {
    require_per_column(at(request.vectors.cols()), shard);
    Partial found{DenseMatrix::uninitialized(shard.rows(), request.vectors.rows())};
    right_products(shard, request.vectors.data(), request.vectors.rows(), found.cells.data(), context);
    return found;
}

void RightProductsRound::merge(Partial& partial, const Partial& later) { append(partial.cells, later.cells); }

SquaresRound::Partial SquaresRound::partial(const Request&, const Own&, const Rows& shard,
                                            const Context& context) {
    return {squared_columns(shard, context)};
}

void SquaresRound::merge(Partial& partial, const Partial& later) {
    for (std::size_t j = 0; j < partial.sums.size(); ++j) partial.sums[j] += later.sums.at(j);
}

}  // namespace tamis::detail
