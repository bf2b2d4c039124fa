#include "tamis/subspace/whitened/whitened_centroids.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/cholesky_matrix.hpp"
#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/directions.hpp"
#include "tamis/core/error.hpp"
#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/subspace/pca_basis.hpp"

namespace tamis::detail {

namespace {

constexpr double pivot_tolerance = 1e-14;
constexpr double rank_tolerance = 1e-13;  // of the largest eigenvalue of the points' Gram matrix

// The factor L of S_w + ρI. A pivot that is lost in the rounding of its diagonal entry means singular.
DenseMatrix factor_within(DenseMatrix within, double ridge, const std::string& who) {
    std::vector<double> diagonal;
    for (Index i = 0; i < within.rows(); ++i) {
        within(i, i) += ridge;
        diagonal.push_back(within(i, i));
    }
    bool definite = factor_in_place(within);
    for (Index i = 0; definite && i < within.rows(); ++i)
        definite = within(i, i) * within(i, i) > pivot_tolerance * diagonal[at(i)];
    if (!definite)
        throw Error(
            who +
                ": the scatter within the classes is singular (too few samples, or constant or redundant "
                "features)",
            "use " + option("pca", "0.95") + ", or a larger " + method_option("regularization"));
    return within;
}

void apply_basis(DenseMatrix& weights, Basis basis) {
    if (basis == Basis::orth) weights = orthonormal_columns(std::move(weights));
    if (basis != Basis::unit) return;
    for (Index j = 0; j < weights.cols(); ++j) {
        double sum = 0.0;
        for (Index i = 0; i < weights.rows(); ++i) sum += weights(i, j) * weights(i, j);
        for (Index i = 0; i < weights.rows(); ++i) weights(i, j) /= std::sqrt(sum);
    }
}

// Wᵀ(S_w + ρI)W = I makes W the inverse of a length.
Projection measured_back(Projection found, const WorkingUnit& unit, Basis basis) {
    unit.back(found.mean, 1);
    if (basis != Basis::sw) return found;
    unit.back(found.feature_weights, -1);
    for (Index e = 0; e < found.weights.rows() * found.weights.cols(); ++e)
        found.weights.data()[e] = unit.back(found.weights.data()[e], -1);
    return found;
}

}  // namespace

std::vector<std::pair<std::string, Basis>> basis_choices() {
    return {{"unit", Basis::unit}, {"orth", Basis::orth}, {"sw", Basis::sw}};
}

DenseMatrix pair_scatter(const DenseMatrix& points, const DenseMatrix& weights) {
    DenseMatrix laplacian(weights.rows(), weights.cols());
    for (Index i = 0; i < weights.rows(); ++i)
        for (Index j = 0; j < weights.cols(); ++j) {
            if (i == j) continue;
            laplacian(i, j) = -weights(i, j);
            laplacian(i, i) += weights(i, j);
        }
    return product_tn(points, product(laplacian, points));
}

WhitenedSolution leading_directions(DenseMatrix symmetric, Index dim) {
    const DenseEigen all = dense_eigen(std::move(symmetric));
    const Index size = all.vectors.rows();
    WhitenedSolution solution;
    solution.directions = DenseMatrix(size, dim);
    for (Index c = 0; c < dim; ++c) {
        solution.eigenvalues.push_back(all.values[at(size - 1 - c)]);
        for (Index i = 0; i < size; ++i) solution.directions(i, c) = all.vectors(size - 1 - c, i);
    }
    return solution;
}

WhitenedCentroids whitened_centroids(const Rows& x, const Labels& labels, double ridge,
                                     const std::string& who, const Context& context) {
    WhitenedCentroids result;
    result.classes = filled_classes(labels, x.rows(), who);
    result.ridge = ridge;
    ClassMeans means = class_means(x, result.classes, context);
    result.mean = std::move(means.overall);
    const DenseMatrix factor = factor_within(within_scatter(x, result.classes, means, context), ridge, who);
    DenseMatrix points = transpose(means.centered);  // features × classes, becomes L⁻¹(μ_k - μ)
    solve_lower(factor, points);
    const DenseEigen gram = dense_eigen(product_tn(points, points));
    const double largest = gram.values.back();
    Index rank = 0;
    const Index most = std::min(result.classes.classes() - 1, x.cols());
    while (rank < most && gram.values[at(gram.vectors.rows() - 1 - rank)] > rank_tolerance * largest) ++rank;
    if (rank == 0 || !(largest > 0.0))
        throw Error(who + ": all classes have the same mean, so no direction tells them apart");
    DenseMatrix leading(gram.vectors.rows(), rank);
    for (Index c = 0; c < rank; ++c)
        for (Index k = 0; k < leading.rows(); ++k)
            leading(k, c) = gram.vectors(gram.vectors.rows() - 1 - c, k);
    result.back = orthonormal_columns(product(points, leading));
    result.points = product_tn(points, result.back);
    solve_lower_transposed(factor, result.back);
    return result;
}

Projection project_whitened(const Rows& x, const Labels& labels, const WhitenedRequest& request,
                            const Context& context, SolveWhitened solve) {
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context)) {
        WhitenedRequest measured = request;
        measured.ridge = unit->ridge(request.ridge, "regularization", request.method);
        return measured_back(project_whitened(unit->x(), labels, measured, context, solve), *unit,
                             request.basis);
    }
    return in_row_space(x, context, [&](const Rows& rows) {
        const WhitenedCentroids centroids =
            whitened_centroids(rows, labels, request.ridge, request.method, context);
        const Index classes = centroids.classes.classes();
        const Index most = centroids.rank();
        const std::string limit =
            most == classes - 1
                ? std::to_string(classes) + " classes have " + std::to_string(most) +
                      " discriminant direction" + (most == 1 ? "" : "s")
                : "the class means span " + std::to_string(most) + (most == 1 ? " direction" : " directions");
        const Index dim = directions_asked(request.dim, classes - 1, most, request.method, limit);
        WhitenedSolution solution = solve(centroids, dim);
        Projection result;
        result.weights = product(centroids.back, solution.directions);
        apply_basis(result.weights, request.basis);
        fix_signs(result.weights);
        result.mean = centroids.mean;
        result.feature_weights = row_lengths(result.weights);
        result.eigenvalues = std::move(solution.eigenvalues);
        result.objective = std::move(solution.objective);
        result.certificate = std::move(solution.certificate);
        result.stop = solution.stop;
        result.iterations = solution.iterations;
        return result;
    });
}

}  // namespace tamis::detail
