#include "tamis/passes/products.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"
#include "tamis/passes/rounds/product_rounds.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/strips.hpp"
#include "tamis/passes/thin_products.hpp"

namespace tamis::detail {

namespace product_loops {

TAMIS_SIMD void add_squares(const double* row, Index width, double* sums) {
#pragma GCC ivdep
    for (Index j = 0; j < width; ++j) sums[j] += row[j] * row[j];
}

}  // namespace product_loops

namespace {

constexpr Index multiplied_rows = 256;

// Few strips, because each of them looks for its first entry in every sparse row.
Index sparse_strip(Index columns) { return std::max<Index>(256, chunk_count(columns, 16)); }

// Products of a strip of sparse columns with all vectors.
class SparseProducts {
  public:
    SparseProducts(const double* vectors, Index count, const Strip& strip)
        : vectors_(vectors), count_(count), strip_(strip), sums_(at(strip.width() * count)) {}

    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i) {
            const double* vector = vectors_ + (block.first + i) * count_;
            for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index column, double value) {
                double* sum = sums_.data() + (column - strip_.begin) * count_;
                for (Index c = 0; c < count_; ++c) sum[c] += value * vector[c];
            });
        }
    }
    void merge(const SparseProducts& later) {
        for (std::size_t p = 0; p < sums_.size(); ++p) sums_[p] += later.sums_[p];
    }

    void write(Index features, double* out) const {
        for (Index c = 0; c < count_; ++c)
            for (Index j = strip_.begin; j < strip_.end; ++j)
                out[c * features + j] = sums_[at((j - strip_.begin) * count_ + c)];
    }

  private:
    const double* vectors_;
    Index count_;
    Strip strip_;
    std::vector<double> sums_;
};

class SquareSums {
  public:
    explicit SquareSums(const Strip& strip) : strip_(strip), sums_(at(strip.width())) {}

    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i) {
            if (block.cells.is_sparse())
                for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index column, double value) {
                    sums_[at(column - strip_.begin)] += value * value;
                });
            else
                product_loops::add_squares(block.cells.dense().row(i) + strip_.begin, strip_.width(),
                                           sums_.data());
        }
    }
    void merge(const SquareSums& later) {
        for (std::size_t j = 0; j < sums_.size(); ++j) sums_[j] += later.sums_[j];
    }

    void write(double* out) const { std::copy(sums_.begin(), sums_.end(), out + strip_.begin); }

  private:
    Strip strip_;
    std::vector<double> sums_;
};

}  // namespace

void gather_columns(const Rows& x, std::span<const Index> columns, double* block, const Context& context) {
    const auto count = static_cast<Index>(columns.size());
    if (const Shards* shards = x.shards()) {
        const ColumnsRound::Request request{{columns.begin(), columns.end()}};
        const DenseMatrix cells = run_round<ColumnsRound>(*shards, request, context).cells;
        std::copy_n(cells.data(), x.rows() * count, block);
        return;
    }
    const auto gather = [&](const RowBlock& rows) {
        for (Index i = 0; i < rows.cells.rows(); ++i) {
            double* target = block + (rows.first + i) * count;
            if (!rows.cells.is_sparse()) {
                const double* row = rows.cells.dense().row(i);
                for (Index c = 0; c < count; ++c) target[c] = row[columns[at(c)]];
                continue;
            }
            for (Index c = 0; c < count; ++c)
                copy_cells(rows.cells, i, columns[at(c)], columns[at(c)] + 1, target + c);
        }
    };
    for_each_chunk(x, chunk_of_work(x.rows(), 4 * count), gather, context);
}

void left_products(const Rows& x, const double* block, Index count, double* out, const Context& context) {
    if (const Shards* shards = x.shards()) {
        const ShardsShape& shape = shards->shape();
        const auto own = [&](Index shard) {
            DenseMatrix part = DenseMatrix::uninitialized(shape.end(shard) - shape.begin(shard), count);
            std::copy_n(block + shape.begin(shard) * count, part.rows() * count, part.data());
            return LeftProductsRound::Own{std::move(part)};
        };
        const DenseMatrix sums = run_round<LeftProductsRound>(*shards, {}, own, context).products;
        std::copy_n(sums.data(), count * x.cols(), out);
        return;
    }
    if (!x.sparse()) return thin_products(x, block, count, out, context);
    const std::vector<Strip> strips = strips_of(x.cols(), sparse_strip(x.cols()));
    const auto make = [&](const Piece& piece) { return SparseProducts(block, count, piece.columns); };
    for (const SparseProducts& part : run_pass(x, x.rows(), strips, make, context)) part.write(x.cols(), out);
}

void right_products(const Rows& x, const double* rows, Index count, double* out, const Context& context) {
    if (const Shards* shards = x.shards()) {
        RightProductsRound::Request request{DenseMatrix::uninitialized(count, x.cols())};
        std::copy_n(rows, count * x.cols(), request.vectors.data());
        const DenseMatrix cells = run_round<RightProductsRound>(*shards, request, context).cells;
        std::copy_n(cells.data(), x.rows() * count, out);
        return;
    }
    const blas::SingleThreaded guard;
    const auto multiply = [&](const RowBlock& chunk) {
        double* target = out + chunk.first * count;
        const Index height = chunk.cells.rows();
        if (!chunk.cells.is_sparse()) {
            const DenseView& cells = chunk.cells.dense();
            blas::multiply(height, count, x.cols(), 1.0, {cells.data, cells.stride},
                           {rows, x.cols(), blas::Form::transposed}, 0.0, target, count);
            return;
        }
        std::fill_n(target, height * count, 0.0);
        for (Index i = 0; i < height; ++i, target += count)
            for_each_cell(chunk.cells, i, [&](Index j, double value) {
                for (Index c = 0; c < count; ++c) target[c] += value * rows[c * x.cols() + j];
            });
    };
    for_each_chunk(x, multiplied_rows, multiply, context);
}

std::vector<double> squared_columns(const Rows& x, const Context& context) {
    if (const Shards* shards = x.shards()) return run_round<SquaresRound>(*shards, {}, context).sums;
    std::vector<double> sums(at(x.cols()));
    const std::vector<Strip> strips =
        strips_of(x.cols(), x.sparse() ? sparse_strip(x.cols()) : strip_width(x.cols()));
    const auto make = [&](const Piece& piece) { return SquareSums(piece.columns); };
    for (const SquareSums& part : run_pass(x, x.rows(), strips, make, context)) part.write(sums.data());
    return sums;
}

}  // namespace tamis::detail
