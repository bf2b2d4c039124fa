#include "tamis/subspace/whitened/grassmann.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/dense_algebra.hpp"

namespace tamis::detail {

namespace {

// g - V(Vᵀg): the part that changes the span.
DenseMatrix horizontal(const DenseMatrix& v, DenseMatrix g) {
    add_scaled(g, -1.0, product(v, product_tn(v, g)));
    return g;
}

struct Point {
    DenseMatrix v, gradient;
    double value = 0.0;
};

Point evaluate(SubspaceValue value, DenseMatrix v) {
    Point point{std::move(v), {}, 0.0};
    DenseMatrix gradient(point.v.rows(), point.v.cols());
    point.value = value(point.v, gradient);
    point.gradient = horizontal(point.v, std::move(gradient));
    return point;
}

struct Step {
    Point point;
    double length = 0.0;
    bool found = false;
};

// A step where the value falls enough and the slope has lost most of its size. Near the optimum the value no
// longer tells, so a fall that is lost in rounding counts where the slope says so.
Step line_search(SubspaceValue value, const Geodesic& curve, const Point& from, double slope, double first) {
    constexpr double enough = 1e-4, flat = 0.3;
    const double rounding = 1e-14 * std::abs(from.value);
    double low = 0.0, low_slope = slope, high = 0.0, step = first;
    for (int trial = 0; trial < 40; ++trial) {
        Point point = evaluate(value, curve.point_at(step));
        const double here = inner_product(point.gradient, curve.tangent(step));
        const bool falls =
            std::isfinite(point.value) && point.value <= from.value + enough * step * slope + rounding;
        if (falls && std::abs(here) <= flat * std::abs(slope)) return {std::move(point), step, true};
        if (falls && here < 0.0) {
            low = step;
            low_slope = here;
        } else {
            high = step;
        }
        const bool bracketed = high > low;
        double next = bracketed ? 0.5 * (low + high) : 4.0 * step;
        if (bracketed && std::isfinite(here) && here > low_slope) {
            const double secant = low + (step - low) * low_slope / (low_slope - here);
            const double margin = 0.1 * (high - low);
            if (secant > low + margin && secant < high - margin) next = secant;
        }
        if (bracketed && high - low <= 1e-15 * high) break;
        step = next;
    }
    if (low == 0.0) return {};
    Point point = evaluate(value, curve.point_at(low));
    return {std::move(point), low, true};
}

}  // namespace

Geodesic::Geodesic(const DenseMatrix& point, const DenseMatrix& direction) {
    ThinSvd svd = thin_svd(direction);
    start_ = product(point, svd.right);
    end_ = std::move(svd.left);
    angles_ = std::move(svd.values);
    right_ = std::move(svd.right);
}

DenseMatrix Geodesic::combine(const std::vector<double>& of_start, const std::vector<double>& of_end) const {
    DenseMatrix turned(start_.rows(), start_.cols());
    for (Index i = 0; i < turned.rows(); ++i)
        for (Index c = 0; c < turned.cols(); ++c) {
            const auto place = at(c);
            turned(i, c) = of_start[place] * start_(i, c) + of_end[place] * end_(i, c);
        }
    return product_nt(turned, right_);
}

DenseMatrix Geodesic::point_at(double step) const {
    std::vector<double> cosines, sines;
    for (const double angle : angles_) {
        cosines.push_back(std::cos(step * angle));
        sines.push_back(std::sin(step * angle));
    }
    // One step of Newton and Schulz, so that rounding does not add up over many steps.
    const DenseMatrix v = combine(cosines, sines);
    DenseMatrix refreshed = product(v, product_tn(v, v));
    scale(refreshed, -0.5);
    add_scaled(refreshed, 1.5, v);
    return refreshed;
}

DenseMatrix Geodesic::tangent(double step) const {
    std::vector<double> of_start, of_end;
    for (const double angle : angles_) {
        of_start.push_back(-angle * std::sin(step * angle));
        of_end.push_back(angle * std::cos(step * angle));
    }
    return combine(of_start, of_end);
}

GrassmannResult minimize_on_grassmann(DenseMatrix start, SubspaceValue value, double tolerance,
                                      Index max_iterations, const Context& context) {
    constexpr double flat_to_rounding = 1e-6;
    GrassmannResult result;
    Point now = evaluate(value, orthonormal_columns(std::move(start)));
    result.trace = {now.value};
    double squared = inner_product(now.gradient, now.gradient);
    double step = 1.0 / std::max(1.0, std::sqrt(squared));
    const auto gradient_below = [&](double bound) {
        return std::sqrt(squared) <= bound * std::max(1.0, std::abs(now.value));
    };
    DenseMatrix direction;
    bool steepest = true;
    while (!gradient_below(tolerance) && result.iterations < max_iterations) {
        context.check_cancel();
        double slope = steepest ? 0.0 : inner_product(now.gradient, direction);
        if (slope >= -1e-3 * std::sqrt(squared * inner_product(direction, direction))) {
            direction = now.gradient;
            scale(direction, -1.0);
            slope = -squared;
            steepest = true;
        }
        Step taken = line_search(value, Geodesic(now.v, direction), now, slope, step);
        if (!taken.found && steepest) break;  // no step falls
        if (!taken.found) {
            steepest = true;
            continue;
        }
        ++result.iterations;
        // Polak-Ribière+ with the old gradient and direction carried along the curve, to first order.
        const DenseMatrix carried = horizontal(taken.point.v, std::move(now.gradient));
        const double squared_new = inner_product(taken.point.gradient, taken.point.gradient);
        const double beta = (squared_new - inner_product(taken.point.gradient, carried)) / squared;
        steepest = !(beta > 0.0);
        direction = horizontal(taken.point.v, std::move(direction));
        scale(direction, std::max(0.0, beta));
        add_scaled(direction, -1.0, taken.point.gradient);
        step = taken.length * std::clamp(std::sqrt(squared / std::max(squared_new, 1e-300)), 0.1, 10.0);
        now = std::move(taken.point);
        squared = squared_new;
        result.trace.push_back(now.value);
    }
    result.gradient = std::sqrt(squared);
    result.stop =
        gradient_below(std::max(tolerance, result.iterations < max_iterations ? flat_to_rounding : 0.0))
            ? Stop::converged
            : Stop::iteration_limit;
    result.point = std::move(now.v);
    return result;
}

}  // namespace tamis::detail
