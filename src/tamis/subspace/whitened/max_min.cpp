#include "tamis/subspace/whitened/max_min.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/subspace/whitened/grassmann.hpp"
#include "tamis/subspace/whitened/pair_means.hpp"

namespace tamis::detail {

namespace {

// μ relative to the smallest distance so far: the last one costs a few 1e-4 of it.
constexpr double first_softness = 0.3, last_softness = 1e-4;
constexpr double worthwhile = 1e-3;  // gain of a stage
constexpr int weight_steps = 600;    // of the search for the weights of the bound

double softness_after(double softness) { return softness / 3.0; }

double smallest_of_pairs(const DenseMatrix& distances) {
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < distances.rows(); ++i)
        for (Index j = i + 1; j < distances.rows(); ++j) least = std::min(least, distances(i, j));
    return least;
}

// -μ log Σ e^(-g/μ) of the distances (classes × classes), and its derivatives by them: weights with the
// sum 1.
struct SoftMinimum {
    double value = 0.0;
    DenseMatrix weights;
};

SoftMinimum soft_minimum(const DenseMatrix& distances, double mu) {
    const Index classes = distances.rows();
    const double least = smallest_of_pairs(distances);
    SoftMinimum soft{0.0, DenseMatrix(classes, classes)};
    double sum = 0.0;
    for (Index i = 0; i < classes; ++i)
        for (Index j = i + 1; j < classes; ++j)
            sum += soft.weights(i, j) = std::exp((least - distances(i, j)) / mu);
    for (Index i = 0; i < classes; ++i)
        for (Index j = i + 1; j < classes; ++j) soft.weights(j, i) = soft.weights(i, j) /= sum;
    soft.value = least - mu * std::log(sum);
    return soft;
}

double soft_loss(const WhitenedCentroids& centroids, double mu, const DenseMatrix& v, DenseMatrix& gradient) {
    const SoftMinimum soft = soft_minimum(pair_distances(product(centroids.points, v)), mu);
    gradient = product(pair_scatter(centroids.points, soft.weights), v);
    scale(gradient, -2.0);
    return -soft.value;
}

struct Search {
    DenseMatrix v;
    std::vector<double> trace;  // the smallest distance at the start and after each stage
    double gradient = 0.0;
    Stop stop = Stop::converged;
    Index iterations = 0;
};

Search soften_and_climb(const WhitenedCentroids& centroids, DenseMatrix start, double tolerance,
                        Index max_iterations, const Context& context) {
    Search search;
    search.v = std::move(start);
    search.trace = {smallest_distance(centroids, search.v)};
    const DenseMatrix distances = pair_distances(centroids.points);
    const double farthest =
        *std::max_element(distances.data(), distances.data() + distances.rows() * distances.rows());
    for (double softness = first_softness; softness >= last_softness; softness = softness_after(softness)) {
        // The search starts where two classes may fall together.
        const double unit = std::max(search.trace.back(), 1e-3 * farthest);
        const auto loss = [&](const DenseMatrix& v, DenseMatrix& gradient) {
            const double value = soft_loss(centroids, softness * unit, v, gradient) / unit;
            scale(gradient, 1.0 / unit);
            return value;
        };
        GrassmannResult found = minimize_on_grassmann(search.v, loss, tolerance, max_iterations, context);
        search.iterations += found.iterations;
        search.gradient = found.gradient;
        const double smallest = smallest_distance(centroids, found.point);
        // The last stages are nearly as sharp as the minimum itself: they have converged if they gain
        // nothing.
        const bool gains = smallest > search.trace.back() * (1.0 + worthwhile);
        search.stop = found.stop == Stop::converged || !gains ? Stop::converged : Stop::iteration_limit;
        if (smallest < search.trace.back()) continue;
        search.v = std::move(found.point);
        search.trace.push_back(smallest);
    }
    return search;
}

// Exponentiated gradients from equal weights: a pair that the leading eigenvectors set far apart loses
// weight.
double bound_by_weights(const WhitenedCentroids& centroids, Index dim, const Context& context) {
    const Index classes = centroids.points.rows();
    const double pairs = 0.5 * static_cast<double>(classes * (classes - 1));
    DenseMatrix weights(classes, classes);
    for (Index i = 0; i < classes; ++i)
        for (Index j = 0; j < classes; ++j) weights(i, j) = i == j ? 0.0 : 1.0 / pairs;
    double bound = std::numeric_limits<double>::infinity();
    for (int step = 1; step <= weight_steps; ++step) {
        context.check_cancel();
        const WhitenedSolution leading = leading_directions(pair_scatter(centroids.points, weights), dim);
        double value = 0.0;
        for (const double eigenvalue : leading.eigenvalues) value += eigenvalue;
        bound = std::min(bound, value);
        const DenseMatrix reach = pair_distances(product(centroids.points, leading.directions));
        double farthest = 0.0, sum = 0.0;
        for (Index i = 0; i < classes; ++i)
            for (Index j = i + 1; j < classes; ++j)
                farthest = std::max(farthest, std::abs(reach(i, j) - value));
        if (!(farthest > 0.0)) break;
        const double rate = std::sqrt(2.0 * std::log(pairs) / static_cast<double>(step)) / farthest;
        for (Index i = 0; i < classes; ++i)
            for (Index j = i + 1; j < classes; ++j) {
                // Some weight always stays, so that a pair can come back.
                weights(i, j) = std::max(weights(i, j), 1e-12) * std::exp(-rate * (reach(i, j) - value));
                sum += weights(i, j);
            }
        for (Index i = 0; i < classes; ++i)
            for (Index j = i + 1; j < classes; ++j) weights(j, i) = weights(i, j) /= sum;
    }
    return bound;
}

}  // namespace

double smallest_distance(const WhitenedCentroids& centroids, const DenseMatrix& v) {
    return smallest_of_pairs(pair_distances(product(centroids.points, v)));
}

double weighted_bound(const WhitenedCentroids& centroids, const DenseMatrix& weights, Index dim) {
    DenseMatrix both = weights;
    for (Index i = 0; i < both.rows(); ++i)
        for (Index j = i + 1; j < both.rows(); ++j) both(j, i) = both(i, j);
    double sum = 0.0;
    for (const double value : leading_directions(pair_scatter(centroids.points, both), dim).eigenvalues)
        sum += value;
    return sum;
}

WhitenedSolution maximize_smallest(const WhitenedCentroids& centroids, Index dim, double tolerance,
                                   Index max_iterations, const Context& context) {
    require_apart(centroids, "mmda");
    const Index rank = centroids.rank(), classes = centroids.points.rows();
    WhitenedSolution solution;
    if (dim >= rank) {
        solution.directions = DenseMatrix(rank, rank);
        for (Index i = 0; i < rank; ++i) solution.directions(i, i) = 1.0;
        const double value = smallest_distance(centroids, solution.directions);
        solution.objective = {"smallest distance between two classes", {value}, value};
        solution.certificate = {{"bound", value}, {"gap", 0.0}, {"gradient", 0.0}};
        return solution;
    }
    const DenseMatrix distances = pair_distances(centroids.points);
    Search best;
    for (const double power : {0.0, -2.0}) {
        DenseMatrix weights(classes, classes);
        for (Index i = 0; i < classes; ++i)
            for (Index j = 0; j < classes; ++j)
                if (i != j) weights(i, j) = std::pow(distances(i, j), power);
        Search found = soften_and_climb(
            centroids, leading_directions(pair_scatter(centroids.points, weights), dim).directions, tolerance,
            max_iterations, context);
        if (best.trace.empty() || found.trace.back() > best.trace.back()) best = std::move(found);
    }
    Search from_hmss = soften_and_climb(
        centroids,
        maximize_pair_mean(centroids, PairMean::harmonic, dim, tolerance, max_iterations, context).directions,
        tolerance, max_iterations, context);
    if (from_hmss.trace.back() > best.trace.back()) best = std::move(from_hmss);

    const double value = best.trace.back();
    const DenseMatrix reached = pair_distances(product(centroids.points, best.v));
    const DenseMatrix weights = soft_minimum(reached, 1e-2 * std::max(value, 1e-300)).weights;
    const double bound = std::max(
        value, std::min(weighted_bound(centroids, weights, dim), bound_by_weights(centroids, dim, context)));
    // Among the bases of the span, the one along the axes of the pair scatter with these weights.
    const DenseMatrix inside = product_tn(best.v, product(pair_scatter(centroids.points, weights), best.v));
    solution.directions = product(best.v, leading_directions(inside, dim).directions);
    solution.objective = {"smallest distance between two classes", best.trace, value};
    solution.certificate = {
        {"bound", bound}, {"gap", bound > 0.0 ? (bound - value) / bound : 0.0}, {"gradient", best.gradient}};
    solution.stop = best.stop;
    solution.iterations = best.iterations;
    return solution;
}

}  // namespace tamis::detail
