#include "tamis/methods/lapofs/feature_gram.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/csr.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/edge_energy.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/products.hpp"
#include "tamis/passes/unit/column_units.hpp"

namespace tamis::detail {

namespace {

void require_usable(const Rows& x, const Graph& graph) {
    require_samples(x, 2);
    require_graph(graph, x.rows());
    for (const double weight : graph.weights)
        if (!(weight >= 0.0 && std::isfinite(weight)))
            throw Error(
                "the graph has a weight that is negative or not finite: I + lambda1 L needs "
                "weights of 0 or more");
}

bool all_finite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

FeatureGram::FeatureGram(const Rows& x, const Graph& graph, double lambda1, LaplacianKind kind,
                         const Context& context)
    : x_(x), graph_(graph), lambda1_(lambda1), kind_(kind) {
    require_usable(x, graph);
    if (x.matrix() != nullptr && !x.sparse()) nonzero_ = NonzeroPattern::find(x.matrix()->dense(), context);
    diagonal_ =
        nonzero_ ? nonzero_->squared_columns(x.matrix()->dense(), context) : squared_columns(x, context);
    // A cell that is not finite shows in its column's sum; only then is it looked for.
    if (!all_finite(diagonal_))
        if (const auto cell = first_unusable(x, context)) throw Error(describe(*cell));
    if (lambda1 > 0.0) {
        const std::vector<double> energy = laplacian_energy(context);
        for (std::size_t f = 0; f < energy.size(); ++f) diagonal_[f] += lambda1 * energy[f];
    }
    const std::vector<char> any(diagonal_.size(), 0);
    std::vector<char> small = with_lost_digits(any, 1.0, [&](std::size_t f) { return diagonal_[f]; });
    unmark_zeros(x, small);
    remark_on_small_columns(small, context);
    largest_ = *std::max_element(diagonal_.begin(), diagonal_.end());
    if (!std::isfinite(largest_))
        throw Error(
            "the features times lambda1 are too large to be squared: scale the data or take a "
            "smaller lambda1");
}

// fᵀLf. The normalized Laplacian is the plain one on samples divided by the root of their degree.
std::vector<double> FeatureGram::laplacian_energy(const Context& context) const {
    if (kind_ == LaplacianKind::plain) return edge_energy(graph_, x_, context);
    const auto factor = [&](Index i) {
        const double degree = graph_.degrees[at(i)];
        return degree > 0.0 ? 1.0 / std::sqrt(degree) : 0.0;
    };
    const MatrixView& x = x_.require_matrix("laplacian=normalized");
    if (x.is_sparse()) {
        const SparseView& sparse = x.sparse();
        std::vector<double> scaled(at(sparse.row_start[sparse.rows]));
        for (Index i = 0; i < sparse.rows; ++i)
            for (Index p = sparse.row_start[i]; p < sparse.row_start[i + 1]; ++p)
                scaled[at(p)] = sparse.values[p] * factor(i);
        return edge_energy(graph_, UncheckedCsr::with_values(sparse, scaled.data()), context);
    }
    // In strips of columns: a second copy of the data is not wanted.
    constexpr Index strip_columns = 64;
    std::vector<double> energy;
    for (Index begin = 0; begin < features(); begin += strip_columns) {
        const Index end = std::min(begin + strip_columns, features());
        DenseMatrix strip = DenseMatrix::uninitialized(samples(), end - begin);
        for (Index i = 0; i < samples(); ++i)
            for (Index j = begin; j < end; ++j) strip(i, j - begin) = x.dense()(i, j) * factor(i);
        const std::vector<double> part = edge_energy(graph_, strip, context);
        energy.insert(energy.end(), part.begin(), part.end());
    }
    return energy;
}

void FeatureGram::apply_b(const double* block, double* out, Index count, const Context& context) const {
    if (lambda1_ == 0.0)
        std::copy_n(block, samples() * count, out);
    else
        apply_laplacian(graph_, kind_, {.own = 1.0, .scale = lambda1_}, block, out, count, context);
}

void FeatureGram::products(const double* block, Index count, double* out, const Context& context) const {
    if (nonzero_) return nonzero_->left_products(x_.matrix()->dense(), block, count, out, context);
    left_products(x_, block, count, out, context);
}

void FeatureGram::gather(std::span<const Index> wanted, double* block, const Context& context) const {
    if (nonzero_) return nonzero_->gather_columns(x_.matrix()->dense(), wanted, block, context);
    gather_columns(x_, wanted, block, context);
}

void FeatureGram::rows(std::span<const Index> wanted, double* out, const Context& context) const {
    const auto count = static_cast<Index>(wanted.size());
    DenseMatrix block = DenseMatrix::uninitialized(samples(), count);
    DenseMatrix weighted = DenseMatrix::uninitialized(samples(), count);
    gather(wanted, block.data(), context);
    apply_b(block.data(), weighted.data(), count, context);
    products(weighted.data(), count, out, context);
}

}  // namespace tamis::detail
