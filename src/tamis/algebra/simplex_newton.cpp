#include "tamis/algebra/simplex_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/algebra/cholesky_matrix.hpp"
#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double smallest_ridge = 1e-13;  // relative to the largest diagonal entry: below what a step can see
constexpr double sufficient_part = 1e-4;  // of the decrease that the slope promises (Armijo)
constexpr double smallest_step = 1e-9;
constexpr double invisible_decrease = 1e-11;  // of the value: rounding may hide it, the gap decides instead
constexpr Index most_steps = 200;

// Active set method on a copy of the model. The free coordinates are those that may differ from 0.
class QuadraticOnSimplex {
  public:
    QuadraticOnSimplex(std::span<const double> x, std::span<const double> gradient,
                       const DenseMatrix& hessian)
        : y_(x.begin(), x.end()), slope_(gradient.begin(), gradient.end()), hessian_(hessian) {
        for (Index i = 0; i < size(); ++i) {
            largest_ = std::max(largest_, hessian_(i, i));
            if (y_[at(i)] > 0.0) free_.push_back(i);
        }
        for (const double slope : slope_) scale_ = std::max(scale_, std::abs(slope));
    }

    std::vector<double> solve() {
        // Every change of the free set lowers the model; the limit only guards against rounding.
        for (Index change = 0; change < 20 * size() + 50; ++change) {
            const std::vector<double> step = newton_step();
            if (!move(step)) continue;
            const Index entering = most_promising();
            if (entering < 0) break;
            free_.insert(std::upper_bound(free_.begin(), free_.end(), entering), entering);
        }
        return y_;
    }

  private:
    Index size() const { return static_cast<Index>(y_.size()); }

    // The minimizer over the free coordinates, whatever their signs. One of them, the largest, makes up for
    // the others, so that Σp = 0 holds to the last digit even where the model is nearly flat.
    std::vector<double> newton_step() {
        const auto balance = at(std::max_element(free_.begin(), free_.end(),
                                                 [&](Index a, Index b) { return y_[at(a)] < y_[at(b)]; }) -
                                free_.begin());
        std::vector<Index> moving = free_;
        moving.erase(moving.begin() + static_cast<std::ptrdiff_t>(balance));
        const Index other = free_[balance];
        const auto count = static_cast<Index>(moving.size());
        DenseMatrix factor, side;
        for (double ridge = smallest_ridge;; ridge *= 100.0) {
            factor = DenseMatrix::uninitialized(count, count);
            side = DenseMatrix::uninitialized(count, 1);
            for (Index a = 0; a < count; ++a) {
                const Index i = moving[at(a)];
                const double rest = hessian_(i, other) - hessian_(other, other);
                for (Index b = 0; b <= a; ++b)
                    factor(a, b) = (hessian_(i, moving[at(b)]) - hessian_(other, moving[at(b)])) - rest;
                factor(a, a) += ridge * (largest_ + scale_);
                side(a, 0) = slope_[at(other)] - slope_[at(i)];
            }
            if (factor_in_place(factor)) break;
            if (ridge > 1e3) throw Error("the quadratic model on the simplex is not convex");
        }
        solve_lower(factor, side);
        solve_lower_transposed(factor, side);
        std::vector<double> step(side.data(), side.data() + count);
        double sum = 0.0;
        for (const double entry : step) sum += entry;
        step.insert(step.begin() + static_cast<std::ptrdiff_t>(balance), -sum);
        return step;
    }

    // Goes along the step until a coordinate reaches 0, which then leaves the free set; says whether the
    // whole step was possible.
    bool move(const std::vector<double>& step) {
        double part = 1.0;
        std::size_t blocking = free_.size();
        for (std::size_t a = 0; a < free_.size(); ++a) {
            const double here = y_[at(free_[a])];
            if (step[a] < 0.0 && here + part * step[a] < 0.0) {
                part = here / -step[a];
                blocking = a;
            }
        }
        for (std::size_t a = 0; a < free_.size(); ++a) {
            const double change = part * step[a];
            y_[at(free_[a])] += change;
            const double* row = hessian_.row(free_[a]);
            for (Index i = 0; i < size(); ++i) slope_[at(i)] += change * row[i];
        }
        if (blocking == free_.size()) return true;
        y_[at(free_[blocking])] = 0.0;
        free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(blocking));
        return false;
    }

    // The coordinate at 0 with the steepest descent against the common slope of the free ones; -1 if none.
    Index most_promising() const {
        Index best = -1;
        double level = 0.0;
        for (const Index i : free_) level += slope_[at(i)] / static_cast<double>(free_.size());
        double lowest = level - 8.0 * epsilon * scale_;
        for (Index i = 0; i < size(); ++i) {
            if (slope_[at(i)] >= lowest || std::binary_search(free_.begin(), free_.end(), i)) continue;
            lowest = slope_[at(i)];
            best = i;
        }
        return best;
    }

    std::vector<double> y_;
    std::vector<double> slope_;
    const DenseMatrix& hessian_;
    std::vector<Index> free_;  // ascending
    double largest_ = 0.0;
    double scale_ = 0.0;
};

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

std::vector<double> between(const std::vector<double>& x, const std::vector<double>& y, double part) {
    std::vector<double> result(x.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        result[i] = part == 1.0 ? y[i] : std::max(0.0, x[i] + part * (y[i] - x[i]));
        sum += result[i];
    }
    for (double& entry : result) entry /= sum;
    return result;
}

}  // namespace

std::vector<double> minimize_quadratic_on_simplex(std::span<const double> x, std::span<const double> gradient,
                                                  const DenseMatrix& hessian) {
    return QuadraticOnSimplex(x, gradient, hessian).solve();
}

SimplexMinimum minimize_on_simplex(SimplexFunction& function, std::vector<double> start, double goal,
                                   const Context& context) {
    SimplexMinimum here{std::move(start)};
    here.value = function.value(here.x);
    SimplexMinimum before;
    bool trusted = true;  // the last step was seen to lower the value
    for (;; ++here.steps) {
        context.check_cancel();
        const std::vector<double> gradient = function.gradient();
        const double mean = dot(here.x, gradient);
        here.gap = std::max(0.0, mean - *std::min_element(gradient.begin(), gradient.end())) / here.value;
        // Newton squares the gap: a step taken on trust that does not halve it has met the rounding.
        if (!trusted && here.gap > 0.5 * before.gap) {
            if (here.gap < before.gap) return here;
            function.value(before.x);  // leaves the function at the point that is returned
            return before;
        }
        if (here.gap <= goal || here.steps == most_steps) return here;

        const std::vector<double> aim = minimize_quadratic_on_simplex(here.x, gradient, function.hessian());
        const double slope = dot(aim, gradient) - mean;
        trusted = -slope > invisible_decrease * here.value;
        before = here;
        double part = 1.0;
        do {
            here.x = between(before.x, aim, part);
            here.value = function.value(here.x);
            part *= 0.5;
        } while (trusted && part > smallest_step &&
                 here.value > before.value + sufficient_part * part * slope);
    }
}

}  // namespace tamis::detail
