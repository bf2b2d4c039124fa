#include "tamis/subspace/whitened/pair_means.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/core/error.hpp"
#include "tamis/subspace/whitened/grassmann.hpp"

namespace tamis::detail {

namespace {

// q_i·q_j for i ≠ j, times a power of the squared distance.
DenseMatrix start_weights(const WhitenedCentroids& centroids, double power) {
    const Index classes = centroids.points.rows();
    const DenseMatrix distances = pair_distances(centroids.points);
    DenseMatrix weights(classes, classes);
    for (Index i = 0; i < classes; ++i)
        for (Index j = 0; j < classes; ++j)
            if (i != j)
                weights(i, j) = centroids.share(i) * centroids.share(j) * std::pow(distances(i, j), power);
    return weights;
}

WhitenedSolution all_directions(const WhitenedCentroids& centroids, PairMean mean) {
    WhitenedSolution solution;
    solution.directions = DenseMatrix(centroids.rank(), centroids.rank());
    for (Index i = 0; i < centroids.rank(); ++i) solution.directions(i, i) = 1.0;
    DenseMatrix gradient(centroids.rank(), centroids.rank());
    const double value = -pair_mean_loss(centroids, mean, solution.directions, gradient);
    solution.objective = {"", {value}, value};
    solution.certificate = {{"optimal", true}, {"gradient", 0.0}};
    return solution;
}

}  // namespace

DenseMatrix pair_distances(const DenseMatrix& points) {
    DenseMatrix distances(points.rows(), points.rows());
    for (Index a = 0; a < points.rows(); ++a)
        for (Index b = 0; b < a; ++b) {
            double sum = 0.0;
            for (Index j = 0; j < points.cols(); ++j) {
                const double apart = points(a, j) - points(b, j);
                sum += apart * apart;
            }
            distances(a, b) = distances(b, a) = sum;
        }
    return distances;
}

void require_apart(const WhitenedCentroids& centroids, const std::string& who) {
    const DenseMatrix distances = pair_distances(centroids.points);
    const Index classes = distances.rows();
    const double largest = *std::max_element(distances.data(), distances.data() + classes * classes);
    for (Index i = 0; i < classes; ++i)
        for (Index j = 0; j < i; ++j)
            if (!(distances(i, j) > 1e-26 * largest))
                throw Error(who + same_mean_text(centroids.classes, j, i));
}

double pair_mean_loss(const WhitenedCentroids& centroids, PairMean mean, const DenseMatrix& v,
                      DenseMatrix& gradient) {
    const DenseMatrix distances = pair_distances(product(centroids.points, v));
    const Index classes = distances.rows();
    DenseMatrix weights(classes, classes);
    double loss = 0.0, total = 0.0;
    for (Index i = 0; i < classes; ++i)
        for (Index j = i + 1; j < classes; ++j) {
            const double share = centroids.share(i) * centroids.share(j);
            const double g = distances(i, j);
            total += share;
            if (mean == PairMean::harmonic) {
                loss += share / g;
                weights(i, j) = weights(j, i) = share / (g * g);
            } else {
                loss -= share * std::log(g);
                weights(i, j) = weights(j, i) = share / g;
            }
        }
    gradient = product(pair_scatter(centroids.points, weights), v);
    const double unit = mean == PairMean::geometric ? 1.0 / total : 1.0;
    scale(gradient, -2.0 * unit);
    return loss * unit;
}

WhitenedSolution maximize_pair_mean(const WhitenedCentroids& centroids, PairMean mean, Index dim,
                                    double tolerance, Index max_iterations, const Context& context) {
    require_apart(centroids, mean == PairMean::harmonic ? "hmss" : "gmss");
    if (dim >= centroids.rank()) return all_directions(centroids, mean);
    const auto loss = [&](const DenseMatrix& v, DenseMatrix& gradient) {
        return pair_mean_loss(centroids, mean, v, gradient);
    };
    GrassmannResult best;
    for (const double power : {0.0, -2.0}) {
        const DenseMatrix scatter = pair_scatter(centroids.points, start_weights(centroids, power));
        GrassmannResult found = minimize_on_grassmann(leading_directions(scatter, dim).directions, loss,
                                                      tolerance, max_iterations, context);
        if (best.trace.empty() || found.trace.back() < best.trace.back()) best = std::move(found);
    }
    WhitenedSolution solution;
    for (double& value : best.trace) value = -value;
    solution.objective = {"", best.trace, best.trace.back()};
    solution.certificate = {{"gradient", best.gradient}};
    solution.stop = best.stop;
    solution.iterations = best.iterations;
    // Among the bases of the span, the one along the axes of the pair scatter at the optimum.
    DenseMatrix gradient(best.point.rows(), dim);
    pair_mean_loss(centroids, mean, best.point, gradient);
    DenseMatrix inside = product_tn(best.point, gradient);
    scale(inside, -1.0);
    solution.directions = product(best.point, leading_directions(std::move(inside), dim).directions);
    return solution;
}

}  // namespace tamis::detail
