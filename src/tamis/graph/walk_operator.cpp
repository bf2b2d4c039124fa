#include "tamis/graph/walk_operator.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace walk_loops {

using Vector = double __attribute__((vector_size(32)));
constexpr Index width = WalkOperator::width;
constexpr int lanes = 4, vectors = width / lanes;

struct Rows {
    const Index* start;
    const Small* neighbors;
    const double* weights;
    Index count;
};

// Calls use(i, own, sum) for every row: own = u_i and sum = Σ_l w_il (u_i - u_l). Part of loops that are
// compiled for several machines.
template <class Use>
[[gnu::always_inline]] inline void for_each_row(const Rows& rows, const double* block, Use&& use) {
    for (Index i = 0; i < rows.count; ++i) {
        Vector own[vectors], sum[vectors] = {};
        __builtin_memcpy(own, block + i * width, sizeof own);
        for (Index p = rows.start[i]; p < rows.start[i + 1]; ++p) {
            const double w = rows.weights[p];
            const Vector weight = {w, w, w, w};
            const double* other = block + rows.neighbors[p] * width;
            for (int v = 0; v < vectors; ++v) {
                Vector theirs;
                __builtin_memcpy(&theirs, other + v * lanes, sizeof theirs);
                sum[v] += weight * (own[v] - theirs);
            }
        }
        use(i, own, sum);
    }
}

TAMIS_SIMD void apply(const Rows& rows, const double* rate, const double* block, double* out) {
    for_each_row(
        rows, block, [&](Index i, const Vector* own, Vector* sum) __attribute__((always_inline)) {
            static_cast<void>(own);
            const Vector factor = {rate[i], rate[i], rate[i], rate[i]};
            for (int v = 0; v < vectors; ++v) sum[v] *= factor;
            __builtin_memcpy(out + i * width, sum, vectors * sizeof *sum);
        });
}

// next = factor·(scale·A - I)·block - subtracted·before, where `out` holds `before` and gets `next`.
TAMIS_SIMD void chebyshev(const Rows& rows, const double* rate, const double* measure, const double* block,
                          double scale, double factor, double subtracted, double* out, double* squares,
                          double* products) {
    Vector square_sum[vectors] = {}, product_sum[vectors] = {};
    const Vector times = {factor, factor, factor, factor};
    const Vector minus = {subtracted, subtracted, subtracted, subtracted};
    for_each_row(
        rows, block, [&](Index i, const Vector* own, const Vector* sum) __attribute__((always_inline)) {
            const double f = rate[i] * scale, m = measure[i];
            const Vector rated = {f, f, f, f}, measured = {m, m, m, m};
            for (int v = 0; v < vectors; ++v) {
                Vector before;
                __builtin_memcpy(&before, out + i * width + v * lanes, sizeof before);
                const Vector next = times * (rated * sum[v] - own[v]) - minus * before;
                square_sum[v] += measured * (next * next);
                product_sum[v] += measured * (next * own[v]);
                __builtin_memcpy(out + i * width + v * lanes, &next, sizeof next);
            }
        });
    for (int v = 0; v < vectors; ++v)
        for (int l = 0; l < lanes; ++l) {
            squares[v * lanes + l] += square_sum[v][l];
            products[v * lanes + l] += product_sum[v][l];
        }
}

TAMIS_SIMD void add_energies(const Rows& rows, const double* block, double* sums) {
    Vector total[vectors] = {};
    for (Index i = 0; i < rows.count; ++i) {
        Vector own[vectors];
        __builtin_memcpy(own, block + i * width, sizeof own);
        for (Index p = rows.start[i]; p < rows.start[i + 1]; ++p) {
            if (rows.neighbors[p] < i) continue;
            const double w = rows.weights[p];
            const Vector weight = {w, w, w, w};
            const double* other = block + rows.neighbors[p] * width;
            for (int v = 0; v < vectors; ++v) {
                Vector gap;
                __builtin_memcpy(&gap, other + v * lanes, sizeof gap);
                gap = own[v] - gap;
                total[v] += weight * (gap * gap);
            }
        }
    }
    for (int v = 0; v < vectors; ++v)
        for (int l = 0; l < lanes; ++l) sums[v * lanes + l] += total[v][l];
}

TAMIS_SIMD void add_squares(const double* measure, const double* block, Index count, double* sums) {
    double total[width] = {};
    for (Index i = 0; i < count; ++i)
        for (Index c = 0; c < width; ++c)
            total[c] += measure[i] * (block[i * width + c] * block[i * width + c]);
    for (Index c = 0; c < width; ++c) sums[c] += total[c];
}

}  // namespace walk_loops

namespace {

walk_loops::Rows rows_of(const Graph& graph) {
    return {graph.row_start.data(), graph.neighbors.data(), graph.weights.data(), graph.samples};
}

}  // namespace

WalkOperator::WalkOperator(const Graph& graph, std::span<const char> takes_part, Kind kind) {
    std::vector<Small> number(at(graph.samples), 0);
    for (Index i = 0; i < graph.samples; ++i) {
        if (takes_part[at(i)] == 0) continue;
        number[at(i)] = static_cast<Small>(members_.size());
        members_.push_back(i);
    }
    graph_.samples = size();
    for (const Index i : members_) {
        double row_sum = 0.0;  // of absolute values: bounds the eigenvalues of the plain form
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p) {
            const Small j = graph.neighbors[at(p)];
            if (j == i) continue;
            graph_.neighbors.push_back(number[at(j)]);
            graph_.weights.push_back(graph.weights[at(p)]);
            row_sum += std::abs(graph.weights[at(p)]);
        }
        graph_.row_start.push_back(static_cast<Index>(graph_.neighbors.size()));
        upper_ = std::max(upper_, 2.0 * row_sum);
        measure_.push_back(kind == Kind::by_degree ? graph.degrees[at(i)] : 1.0);
        rate_.push_back(1.0 / measure_.back());
        root_rate_.push_back(std::sqrt(rate_.back()));
    }
    if (kind == Kind::by_degree) upper_ = 2.0;
    set_degrees(graph_);
}

void WalkOperator::load(const MatrixView& x, Index column, double* block) const {
    const Index count = std::min(width, x.cols() - column);
    for (Index r = 0; r < size(); ++r) {
        double* out = block + r * width;
        copy_cells(x, members_[at(r)], column, column + count, out);
        std::fill(out + count, out + width, 0.0);
    }
}

void WalkOperator::apply(const double* block, double* out) const {
    walk_loops::apply(rows_of(graph_), rate_.data(), block, out);
}

void WalkOperator::chebyshev_start(const double* block, double scale, double* out, double* squares,
                                   double* products) const {
    std::fill_n(out, size() * width, 0.0);
    walk_loops::chebyshev(rows_of(graph_), rate_.data(), measure_.data(), block, scale, 1.0, 0.0, out,
                          squares, products);
}

void WalkOperator::chebyshev_step(const double* block, double scale, double* before, double* squares,
                                  double* products) const {
    walk_loops::chebyshev(rows_of(graph_), rate_.data(), measure_.data(), block, scale, 2.0, 1.0, before,
                          squares, products);
}

void WalkOperator::add_energies(const double* block, double* sums) const {
    walk_loops::add_energies(rows_of(graph_), block, sums);
}

void WalkOperator::add_squares(const double* block, double* sums) const {
    walk_loops::add_squares(measure_.data(), block, size(), sums);
}

void WalkOperator::apply_symmetric(const double* in, double* out, const Context& context) const {
    parallel_chunks(context, size(), 8192, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            const double own = in[i] * root_rate_[at(i)];
            double sum = 0.0;
            for (Index p = graph_.row_start[at(i)]; p < graph_.row_start[at(i) + 1]; ++p) {
                const Index l = graph_.neighbors[at(p)];
                sum += graph_.weights[at(p)] * (own - in[l] * root_rate_[at(l)]);
            }
            out[i] = sum * root_rate_[at(i)];
        }
    });
}

}  // namespace tamis::detail
