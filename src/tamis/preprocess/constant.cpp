// Which columns are constant. Columns that vary mostly show it within a few rows, so only those that did not
// are looked at to the end.
#include <algorithm>
#include <atomic>
#include <numeric>

#include "tamis/core/parallel.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis {

namespace {

constexpr Index rows_at_once = 512;

std::vector<char> constant_dense(const DenseView& x, const Context& context) {
    std::vector<char> constant(static_cast<std::size_t>(x.cols), 0);
    std::vector<Index> open(constant.size());  // the columns that have not varied so far
    std::iota(open.begin(), open.end(), Index{0});
    for (Index i = 1; i < std::min(x.rows, rows_at_once) && !open.empty(); ++i)
        std::erase_if(open, [&](Index j) { return x(i, j) != x(0, j); });
    for (const Index j : open) constant[static_cast<std::size_t>(j)] = 1;
    if (open.empty()) return constant;
    // Threads meet in these marks; they do not depend on who comes first.
    parallel_chunks(context, x.rows, rows_at_once, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i)
            for (const Index j : open)
                if (x(i, j) != x(0, j))
                    std::atomic_ref<char>(constant[static_cast<std::size_t>(j)])
                        .store(0, std::memory_order_relaxed);
    });
    return constant;
}

// A column that is not stored in every row is constant where all it stores is zero.
std::vector<char> constant_sparse(const SparseView& x, const Context& context) {
    const auto columns = static_cast<std::size_t>(x.cols);
    std::vector<double> first_row(columns, 0.0);
    for_each_cell(x, 0, [&](Index j, double value) { first_row[static_cast<std::size_t>(j)] = value; });
    std::vector<char> constant(columns, 1);
    std::vector<Index> stored(columns, 0);
    // Blocks that grow: most columns are out after the first ones, and the work ends where all are.
    for (Index begin = 0, block = rows_at_once; begin < x.rows; begin += block, block *= 4) {
        const std::vector<char> open = constant;  // read by all threads, written by none
        if (std::find(open.begin(), open.end(), 1) == open.end()) return constant;
        parallel_chunks(context, std::min(block, x.rows - begin), rows_at_once, [&](const Chunk& chunk) {
            for (Index i = begin + chunk.begin; i < begin + chunk.end; ++i)
                for_each_cell(x, i, [&](Index column, double value) {
                    const auto j = static_cast<std::size_t>(column);
                    if (open[j] == 0) return;
                    std::atomic_ref<Index>(stored[j]).fetch_add(1, std::memory_order_relaxed);
                    if (value != first_row[j])
                        std::atomic_ref<char>(constant[j]).store(0, std::memory_order_relaxed);
                });
        });
    }
    for (std::size_t j = 0; j < columns; ++j)
        if (first_row[j] != 0.0 && stored[j] < x.rows) constant[j] = 0;
    return constant;
}

}  // namespace

std::vector<char> constant_columns(const MatrixView& x, const Context& context) {
    if (x.rows() == 0) return std::vector<char>(static_cast<std::size_t>(x.cols()), 1);
    return x.is_sparse() ? constant_sparse(x.sparse(), context) : constant_dense(x.dense(), context);
}

}  // namespace tamis
