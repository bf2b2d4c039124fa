#include "tamis/graph/laplacian_operator.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace laplacian_loops {

// One sample and its edges.
struct Edges {
    const Small* neighbors;
    const double* weights;
    Index count;
    Index sample;
    const double* factors;  // per sample
};

// `count` values of type Value (numbers or fours) from column 0 of the block on, their sums in registers.
template <class Value, int count>
[[gnu::always_inline]] inline void row_block(const Edges& edges, LaplacianTerms terms, const double* block,
                                             Index stride, double* out) {
    const auto values = [&](Index i) { return reinterpret_cast<const At<Value>*>(block + i * stride); };
    const double own = edges.factors[edges.sample];
    const At<Value>* row = values(edges.sample);
    Value sum[count] = {};
    for (Index p = 0; p < edges.count; ++p) {
        const Index l = edges.neighbors[p];
        if (l == edges.sample) continue;
        const double weight = edges.weights[p] * own, factor = edges.factors[l];
        const At<Value>* other = values(l);
        for (int c = 0; c < count; ++c) sum[c] += weight * (row[c].numbers * own - other[c].numbers * factor);
    }
    for (int c = 0; c < count; ++c)
        reinterpret_cast<At<Value>*>(out)[c].numbers = terms.own * row[c].numbers + terms.scale * sum[c];
}

// out = own · row + scale · Σ weight · (row · factor - other · its factor), in blocks of columns.
TAMIS_SIMD void write_row(const Edges& edges, LaplacianTerms terms, const double* block, Index columns,
                          double* out) {
    Index c = 0;
    for (; c + 16 <= columns; c += 16) row_block<Four, 4>(edges, terms, block + c, columns, out + c);
    for (; c + 4 <= columns; c += 4) row_block<Four, 1>(edges, terms, block + c, columns, out + c);
    for (; c < columns; ++c) row_block<double, 1>(edges, terms, block + c, columns, out + c);
}

}  // namespace laplacian_loops

// (Lf)_i = Σ_l w_il (f_i - f_l): differences first, so a vector that is constant over a component gives
// exactly 0, and self loops drop out by themselves.
void apply_laplacian(const Graph& graph, LaplacianKind kind, LaplacianTerms terms, const double* block,
                     double* out, Index columns, const Context& context) {
    // 1/√d; isolated samples have no edges, so their factor is never used.
    std::vector<double> factors(at(graph.samples), 1.0);
    if (kind == LaplacianKind::normalized)
        for (std::size_t i = 0; i < factors.size(); ++i)
            factors[i] = graph.degrees[i] > 0.0 ? 1.0 / std::sqrt(graph.degrees[i]) : 0.0;

    const Index entries = chunk_count(graph.row_start.back(), std::max<Index>(1, graph.samples));
    const Index chunk_size = chunk_of_work(graph.samples, (entries + 1) * columns);
    parallel_chunks(context, graph.samples, chunk_size, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            const auto first = at(graph.row_start[at(i)]);
            const Index count = graph.row_start[at(i) + 1] - static_cast<Index>(first);
            laplacian_loops::write_row(
                {graph.neighbors.data() + first, graph.weights.data() + first, count, i, factors.data()},
                terms, block, columns, out + i * columns);
        }
    });
}

}  // namespace tamis::detail
