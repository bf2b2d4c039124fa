#include "tamis/passes/products.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/parallel.hpp"
#include "tamis/core/work.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/strips.hpp"
#include "tamis/passes/thin_products.hpp"

namespace tamis {

namespace product_loops {

TAMIS_SIMD void add_squares(const double* row, Index width, double* sums) {
#pragma GCC ivdep
    for (Index j = 0; j < width; ++j) sums[j] += row[j] * row[j];
}

}  // namespace product_loops

namespace {

constexpr Index rows_per_chunk = 256;

// Few strips, because each of them looks for its first entry in every sparse row.
Index sparse_strip(Index columns) { return std::max<Index>(256, chunk_count(columns, 16)); }

// Calls entry(column, value) for the entries of a sparse row in [begin, end).
template <class Entry>
void for_entries(const SparseRow& row, Index begin, Index end, Entry&& entry) {
    const auto first = std::lower_bound(row.columns.begin(), row.columns.end(), static_cast<Small>(begin));
    for (auto p = static_cast<std::size_t>(first - row.columns.begin());
         p < row.columns.size() && row.columns[p] < end; ++p)
        entry(row.columns[p], row.values[p]);
}

void sparse_left_products(const SparseView& x, const double* block, Index count, double* out,
                          const Context& context) {
    parallel_chunks(context, x.cols, sparse_strip(x.cols), [&](const Chunk& strip) {
        std::vector<double> sums(static_cast<std::size_t>((strip.end - strip.begin) * count));
        for (Index i = 0; i < x.rows; ++i) {
            const double* vector = block + i * count;
            for_entries(x.row(i), strip.begin, strip.end, [&](Small column, double value) {
                double* sum = sums.data() + (column - strip.begin) * count;
                for (Index c = 0; c < count; ++c) sum[c] += value * vector[c];
            });
        }
        for (Index c = 0; c < count; ++c)
            for (Index j = strip.begin; j < strip.end; ++j)
                out[c * x.cols + j] = sums[static_cast<std::size_t>((j - strip.begin) * count + c)];
    });
}

}  // namespace

void gather_columns(const MatrixView& x, std::span<const Index> columns, double* block,
                    const Context& context) {
    const auto count = static_cast<Index>(columns.size());
    parallel_chunks(context, x.rows(), chunk_of_work(x.rows(), 4 * count), [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            double* target = block + i * count;
            if (!x.is_sparse()) {
                const double* row = x.dense().row(i);
                for (Index c = 0; c < count; ++c) target[c] = row[columns[static_cast<std::size_t>(c)]];
                continue;
            }
            const SparseRow row = x.sparse().row(i);
            for (Index c = 0; c < count; ++c) {
                const auto wanted = static_cast<Small>(columns[static_cast<std::size_t>(c)]);
                const auto found = std::lower_bound(row.columns.begin(), row.columns.end(), wanted);
                const bool stored = found != row.columns.end() && *found == wanted;
                target[c] = stored ? row.values[static_cast<std::size_t>(found - row.columns.begin())] : 0.0;
            }
        }
    });
}

void left_products(const MatrixView& x, const double* block, Index count, double* out,
                   const Context& context) {
    if (x.is_sparse()) return sparse_left_products(x.sparse(), block, count, out, context);
    thin_products(x.dense(), block, count, out, context);
}

void right_products(const MatrixView& x, const double* rows, Index count, double* out,
                    const Context& context) {
    const blas::SingleThreaded guard;
    parallel_chunks(context, x.rows(), rows_per_chunk, [&](const Chunk& chunk) {
        double* target = out + chunk.begin * count;
        if (!x.is_sparse()) {
            blas::multiply(chunk.end - chunk.begin, count, x.cols(), 1.0,
                           {x.dense().row(chunk.begin), x.dense().stride},
                           {rows, x.cols(), blas::Form::transposed}, 0.0, target, count);
            return;
        }
        std::fill_n(target, (chunk.end - chunk.begin) * count, 0.0);
        for (Index i = chunk.begin; i < chunk.end; ++i, target += count) {
            const SparseRow row = x.sparse().row(i);
            for (std::size_t p = 0; p < row.columns.size(); ++p)
                for (Index c = 0; c < count; ++c)
                    target[c] += row.values[p] * rows[c * x.cols() + row.columns[p]];
        }
    });
}

std::vector<double> squared_columns(const MatrixView& x, const Context& context) {
    std::vector<double> sums(static_cast<std::size_t>(x.cols()));
    const Index strip_columns = x.is_sparse() ? sparse_strip(x.cols()) : strip_width(x.cols());
    parallel_chunks(context, x.cols(), strip_columns, [&](const Chunk& strip) {
        double* sum = sums.data();
        for (Index i = 0; i < x.rows(); ++i) {
            if (x.is_sparse()) {
                for_entries(x.sparse().row(i), strip.begin, strip.end,
                            [&](Small column, double value) { sum[column] += value * value; });
            } else {
                const double* row = x.dense().row(i);
                product_loops::add_squares(row + strip.begin, strip.end - strip.begin, sum + strip.begin);
            }
        }
    });
    return sums;
}

}  // namespace tamis
