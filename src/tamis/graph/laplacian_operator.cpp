#include "tamis/graph/laplacian_operator.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/parallel.hpp"
#include "tamis/core/work.hpp"
#include "tamis/numeric/simd.hpp"

namespace tamis {

namespace laplacian_loops {

// out += weight · (row · row_factor - other · other_factor)
TAMIS_SIMD void add_difference(double weight, const double* row, double row_factor, const double* other,
                               double other_factor, Index columns, double* out) {
    for (Index c = 0; c < columns; ++c) out[c] += weight * (row[c] * row_factor - other[c] * other_factor);
}

}  // namespace laplacian_loops

// (Lf)_i = Σ_l w_il (f_i - f_l): differences first, so a vector that is constant over a component gives
// exactly 0, and self loops drop out by themselves.
void apply_laplacian(const Graph& graph, LaplacianKind kind, const double* block, double* out, Index columns,
                     Index stride, const Context& context) {
    // 1/√d; isolated samples have no edges, so their factor is never used.
    std::vector<double> factors(static_cast<std::size_t>(graph.samples), 1.0);
    if (kind == LaplacianKind::normalised)
        for (std::size_t i = 0; i < factors.size(); ++i)
            factors[i] = graph.degrees[i] > 0.0 ? 1.0 / std::sqrt(graph.degrees[i]) : 0.0;

    const Index entries = chunk_count(graph.row_start.back(), std::max<Index>(1, graph.samples));
    parallel_chunks(context, graph.samples, chunk_of_work((entries + 1) * columns), [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            double* target = out + i * stride;
            std::fill_n(target, columns, 0.0);
            const auto row = static_cast<std::size_t>(i);
            for (Index p = graph.row_start[row]; p < graph.row_start[row + 1]; ++p) {
                const auto entry = static_cast<std::size_t>(p);
                const Index l = graph.neighbors[entry];
                if (l == i) continue;
                laplacian_loops::add_difference(graph.weights[entry] * factors[row], block + i * stride,
                                                factors[row], block + l * stride,
                                                factors[static_cast<std::size_t>(l)], columns, target);
            }
        }
    });
}

}  // namespace tamis
