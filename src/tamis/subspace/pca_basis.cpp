#include "tamis/subspace/pca_basis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "tamis/algebra/cholesky_matrix.hpp"
#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/algebra/leading_eigenpairs.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/directions.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/rounds/scatter_round.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis::detail {

namespace {

constexpr double noise = 1e-12;  // of the largest eigenvalue
constexpr double lanczos_accuracy = 1e-11;

// Leading eigenpairs of the smaller side, best first: one vector per row.
struct Side {
    std::vector<double> values;
    DenseMatrix vectors;
};

Side reversed(DenseEigen all) {
    Side side{{all.values.rbegin(), all.values.rend()}, DenseMatrix(all.vectors.rows(), all.vectors.cols())};
    for (Index p = 0; p < all.vectors.rows(); ++p)
        std::copy_n(all.vectors.row(all.vectors.rows() - 1 - p), all.vectors.cols(), side.vectors.row(p));
    return side;
}

double squared_sum(const CenteredData& blocks, const Context& context) {
    return parallel_sum(context, blocks.samples(), 64, 0.0, [&](const Chunk& chunk) {
        std::vector<double> row(at(blocks.features()));
        double sum = 0.0;
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            blocks.rows(std::array{i}, row.data());
            for (const double value : row) sum += value * value;
        }
        return sum;
    });
}

// How many of the eigenvalues are kept; nothing if more of them are needed to know.
std::optional<Index> count_kept(const std::vector<double>& values, double total, const Dimension& keep,
                                Index most) {
    const double floor = noise * std::max(values.empty() ? 0.0 : values.front(), 0.0);
    Index real = 0;
    while (real < static_cast<Index>(values.size()) && values[at(real)] > floor) ++real;
    const bool all_known =
        static_cast<Index>(values.size()) >= most || real < static_cast<Index>(values.size());
    if (keep.share()) {
        double sum = 0.0;
        for (Index p = 0; p < real; ++p) {
            sum += values[at(p)];
            if (sum >= *keep.share() * total) return p + 1;
        }
        return all_known ? std::optional(real) : std::nullopt;
    }
    if (keep.usual()) return all_known ? std::optional(real) : std::nullopt;
    if (*keep.count() <= real) return *keep.count();
    if (!all_known) return std::nullopt;
    throw Error("PCA has " + std::to_string(real) + (real == 1 ? " component" : " components") +
                " with any variance here, fewer than the " + std::to_string(*keep.count()) + " asked for");
}

// A few leading components by Lanczos, more and more of them until they are enough.
Side by_lanczos(Index size, Index most, FunctionRef<void(const double*, double*)> apply, double total,
                const Dimension& keep, const Context& context) {
    Index count = std::min(most, keep.count().value_or(50));
    for (;; count = std::min(most, 2 * count)) {
        LeadingEigen leading = leading_eigen(size, count, apply, {}, lanczos_accuracy, context);
        if (!leading.converged) throw Error("the principal components did not converge: ask for fewer");
        if (count_kept(leading.values, total, keep, most))
            return {std::move(leading.values), std::move(leading.vectors)};
    }
}

Side by_lanczos(const CenteredData& blocks, double total, const Dimension& keep, const Context& context) {
    const Index n = blocks.samples(), d = blocks.features();
    const bool by_samples = n <= d;
    const auto apply = [&](const double* in, double* out) {
        DenseMatrix v(by_samples ? n : d, 1);
        std::copy_n(in, v.rows(), v.data());
        const DenseMatrix image = by_samples ? blocks.times(blocks.transposed_times(v, context), context)
                                             : blocks.transposed_times(blocks.times(v, context), context);
        std::copy_n(image.data(), image.rows(), out);
    };
    return by_lanczos(by_samples ? n : d, std::min(n - 1, d), apply, total, keep, context);
}

DenseMatrix scatter_of_blocks(const CenteredData& blocks, const Context& context) {
    std::vector<Index> all(at(blocks.samples()));
    std::iota(all.begin(), all.end(), Index{0});
    return blocks.feature_gram(all, {}, context);
}

// 1 × features; throws Error naming the cell if x holds a value that is not finite.
DenseMatrix overall_mean(const Rows& x, const Context& context) {
    const std::vector<int> together(at(x.rows()), 0);
    const GroupMoments moments = group_moments(x, {.group_of = together, .groups = 1}, context);
    DenseMatrix means(1, x.cols());
    for (Index j = 0; j < x.cols(); ++j) means(0, j) = moments.mean(0, j);
    return means;
}

// About the mean of all rows.
DenseMatrix total_scatter(const Rows& x, DenseMatrix means, const Context& context) {
    const std::vector<int> together(at(x.rows()), 0);
    if (const Shards* shards = x.shards()) return shard_scatter(*shards, means, together, context);
    return scatter_of_blocks(CenteredData(x, {.means = std::move(means)}), context);
}

Side small_side(const CenteredData& blocks, double total, const Dimension& keep, Index largest_side,
                const Context& context) {
    if (std::min(blocks.samples(), blocks.features()) > largest_side)
        return by_lanczos(blocks, total, keep, context);
    if (blocks.samples() <= blocks.features())
        return reversed(dense_eigen(blocks.sample_gram({}, context), context));
    return reversed(dense_eigen(scatter_of_blocks(blocks, context), context));
}

// Of shards the driver holds the features × features matrix, whatever its size.
Side side_of_scatter(DenseMatrix scatter, double total, const Dimension& keep, Index largest_side,
                     const Context& context) {
    if (scatter.rows() <= largest_side) return reversed(dense_eigen(std::move(scatter), context));
    const auto apply = [&](const double* in, double* out) {
        DenseMatrix v(scatter.rows(), 1);
        std::copy_n(in, v.rows(), v.data());
        const DenseMatrix image = product(scatter, v, context);
        std::copy_n(image.data(), image.rows(), out);
    };
    return by_lanczos(scatter.rows(), scatter.rows(), apply, total, keep, context);
}

void require_scatter(double total) {
    if (!(total > 0.0)) throw Error("every feature is constant: there are no principal components");
}

PcaBasis measured_back(PcaBasis basis, const WorkingUnit& unit) {
    unit.back(basis.mean, 1);
    unit.back(basis.eigenvalues, 2);
    basis.total = unit.back(basis.total, 2);
    for (Index e = 0; e < basis.rows.rows() * basis.rows.cols(); ++e)
        basis.rows.data()[e] = unit.back(basis.rows.data()[e], 1);
    return basis;
}

}  // namespace

ReducedRows::ReducedRows(const PcaBasis& basis, const Rows& x) : basis_(&basis) {
    if (x.shards() != nullptr) changed_.emplace(projected_rows(x, basis.mean, basis.components));
}

PcaBasis pca_basis(const Rows& x, const Dimension& keep, const Context& context, Index largest_side) {
    require_samples(x, 2);
    if (keep.count() && *keep.count() < 1)
        throw UsageError("dim must be at least 1, not " + std::to_string(*keep.count()));
    if (const auto unit = WorkingUnit::of(x, Extremes::both, context))
        return measured_back(pca_basis(unit->x(), keep, context, largest_side), *unit);
    PcaBasis basis;
    DenseMatrix means = overall_mean(x, context);
    basis.mean.assign(means.data(), means.data() + x.cols());
    const CenteredData blocks(x, {.means = means});
    Side side;
    if (x.shards() != nullptr) {
        DenseMatrix scatter = total_scatter(x, std::move(means), context);
        for (Index j = 0; j < scatter.rows(); ++j) basis.total += scatter(j, j);
        require_scatter(basis.total);
        side = side_of_scatter(std::move(scatter), basis.total, keep, largest_side, context);
    } else {
        basis.total = squared_sum(blocks, context);
        require_scatter(basis.total);
        side = small_side(blocks, basis.total, keep, largest_side, context);
    }
    const Index most = static_cast<Index>(side.values.size());
    const Index kept = count_kept(side.values, basis.total, keep, most).value();
    side.values.resize(at(kept));
    side.vectors.truncate(kept);
    basis.share = std::min(1.0, std::accumulate(side.values.begin(), side.values.end(), 0.0) / basis.total);
    basis.eigenvalues = std::move(side.values);
    const DenseMatrix vectors = transpose(side.vectors);
    if (x.rows() <= x.cols() && x.shards() == nullptr) {
        // P = XcᵀU/s; an orthonormal basis to rounding after one step of refinement.
        basis.components = orthonormal_columns(blocks.transposed_times(vectors, context));
    } else {
        basis.components = vectors;
    }
    fix_signs(basis.components);
    if (x.shards() == nullptr) basis.rows = blocks.times(basis.components, context);
    return basis;
}

Projection behind_pca(const Rows& x, const Dimension& keep, const Context& context, FitReduced fit) {
    PcaBasis basis = pca_basis(x, keep, context);
    Projection result = fit(ReducedRows(basis, x).rows());
    FrontPca front{std::move(basis.components), std::move(basis.eigenvalues), basis.share,
                   std::move(result.weights)};
    result.weights = product(front.components, front.weights);
    fix_signs(result.weights, &front.weights);
    result.mean = std::move(basis.mean);
    result.feature_weights = row_lengths(result.weights);
    result.pca = std::move(front);
    return result;
}

Projection in_row_space(const Rows& x, const Context& context, FitReduced fit) {
    if (x.cols() <= x.rows()) return fit(x);
    Projection result = behind_pca(x, {}, context, fit);
    result.pca.reset();
    return result;
}

bool varies_everywhere(DenseMatrix scatter) {
    constexpr double pivot_tolerance = 1e-12;
    std::vector<double> diagonal;
    for (Index j = 0; j < scatter.rows(); ++j) diagonal.push_back(scatter(j, j));
    bool varies = factor_in_place(scatter);
    for (Index j = 0; varies && j < scatter.rows(); ++j)
        varies = scatter(j, j) * scatter(j, j) > pivot_tolerance * diagonal[at(j)];
    return varies;
}

Projection in_varying_space(const Rows& x, const Context& context, FitReduced fit) {
    require_samples(x, 2);
    const bool wide = x.cols() > x.rows();
    if (!wide && varies_everywhere(total_scatter(x, overall_mean(x, context), context))) return fit(x);
    Projection result = behind_pca(x, {}, context, fit);
    result.pca.reset();
    return result;
}

}  // namespace tamis::detail
