#include <algorithm>

#include "tamis/core/parallel.hpp"
#include "tamis/graph/laplacian_operator.hpp"
#include "tamis/numeric/merge_rows.hpp"
#include "tamis/numeric/simd.hpp"

namespace tamis {

namespace edge_energy_loops {

// energy += Σ_p weight_p (row - other_p)², with four other rows per sweep so that `row` and `energy` are read
// and written once for all of them.
TAMIS_SIMD void add_energies(const double* row, const double* const* others, const double* weights,
                             Index count, Index columns, double* energy) {
    Index p = 0;
    for (; p + 4 <= count; p += 4) {
        const double *a = others[p], *b = others[p + 1], *c = others[p + 2], *d = others[p + 3];
        const double wa = weights[p], wb = weights[p + 1], wc = weights[p + 2], wd = weights[p + 3];
#pragma GCC ivdep
        for (Index j = 0; j < columns; ++j) {
            const double x = row[j];
            energy[j] += (wa * ((x - a[j]) * (x - a[j])) + wb * ((x - b[j]) * (x - b[j]))) +
                         (wc * ((x - c[j]) * (x - c[j])) + wd * ((x - d[j]) * (x - d[j])));
        }
    }
    for (; p + 2 <= count; p += 2) {
        const double *a = others[p], *b = others[p + 1];
        const double wa = weights[p], wb = weights[p + 1];
#pragma GCC ivdep
        for (Index j = 0; j < columns; ++j) {
            const double x = row[j];
            energy[j] += wa * ((x - a[j]) * (x - a[j])) + wb * ((x - b[j]) * (x - b[j]));
        }
    }
    if (p < count) {
        const double* a = others[p];
        const double wa = weights[p];
#pragma GCC ivdep
        for (Index j = 0; j < columns; ++j) energy[j] += wa * ((row[j] - a[j]) * (row[j] - a[j]));
    }
}

}  // namespace edge_energy_loops

namespace {

constexpr Index strip_columns = 2048;  // their energies stay in the first-level cache

// Sample rows per partial sum. Depends on the shape alone; bounds the partial sums to 128 MB.
Index rows_per_part(Index samples, Index columns) {
    const Index parts = std::clamp<Index>((Index{1} << 24) / std::max<Index>(columns, 1), 1, 64);
    return std::max<Index>(128, chunk_count(samples, parts));
}

void add_dense_rows(const Graph& graph, const DenseView& x, const Chunk& rows, Index column, Index columns,
                    double* energy) {
    std::vector<const double*> others;
    std::vector<double> weights;
    for (Index i = rows.begin; i < rows.end; ++i) {
        others.clear();
        weights.clear();
        const auto row = static_cast<std::size_t>(i);
        for (Index p = graph.row_start[row]; p < graph.row_start[row + 1]; ++p) {
            const Index l = graph.neighbors[static_cast<std::size_t>(p)];
            if (l <= i) continue;
            others.push_back(x.row(l) + column);
            weights.push_back(graph.weights[static_cast<std::size_t>(p)]);
        }
        edge_energy_loops::add_energies(x.row(i) + column, others.data(), weights.data(),
                                        static_cast<Index>(others.size()), columns, energy);
    }
}

void add_sparse_rows(const Graph& graph, const SparseView& x, const Chunk& rows, double* energy) {
    for (Index i = rows.begin; i < rows.end; ++i) {
        const auto row = static_cast<std::size_t>(i);
        for (Index p = graph.row_start[row]; p < graph.row_start[row + 1]; ++p) {
            const Index l = graph.neighbors[static_cast<std::size_t>(p)];
            if (l <= i) continue;
            const double weight = graph.weights[static_cast<std::size_t>(p)];
            merge_rows(x.row(i), x.row(l), [&](Small column, double a, double b) {
                energy[column] += weight * ((a - b) * (a - b));
            });
        }
    }
}

}  // namespace

std::vector<double> edge_energy(const Graph& graph, const MatrixView& x, const Context& context) {
    if (graph.samples != x.rows())
        throw Error("the graph has " + std::to_string(graph.samples) + " samples and the data have " +
                    std::to_string(x.rows()));
    const Index columns = x.cols();
    const Index part_rows = rows_per_part(x.rows(), columns);
    const Index parts = chunk_count(x.rows(), part_rows);
    const Index strips = x.is_sparse() ? 1 : std::max<Index>(1, chunk_count(columns, strip_columns));
    std::vector<double> partial(static_cast<std::size_t>(parts * columns));
    parallel_chunks(context, parts * strips, 1, [&](const Chunk& piece) {
        const Index part = piece.number % parts;
        const Chunk rows{part, part * part_rows, std::min((part + 1) * part_rows, x.rows())};
        double* energy = partial.data() + part * columns;
        if (x.is_sparse()) {
            add_sparse_rows(graph, x.sparse(), rows, energy);
        } else {
            const Index column = piece.number / parts * strip_columns;
            add_dense_rows(graph, x.dense(), rows, column, std::min(strip_columns, columns - column),
                           energy + column);
        }
    });
    std::vector<double> result(static_cast<std::size_t>(columns));
    for (Index part = 0; part < parts; ++part)
        for (Index j = 0; j < columns; ++j)
            result[static_cast<std::size_t>(j)] += partial[static_cast<std::size_t>(part * columns + j)];
    return result;
}

}  // namespace tamis
