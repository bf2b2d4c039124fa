#include "tamis/methods/lapofs/projected_newton.hpp"

#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky.hpp"

namespace tamis::detail {

namespace {

constexpr Index most_newton_steps = 100;
constexpr double armijo = 1e-4;
// The objective is a sum of large terms: below this relative size a change of it is rounding.
constexpr double objective_noise = 2e-13;

}  // namespace

std::vector<double> factor_relaxed(std::span<const double> gram, std::span<const double> alpha,
                                   double lambda2) {
    const std::size_t size = alpha.size();
    std::vector<double> c(size * size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j)
            c[i * size + j] = std::sqrt(alpha[i]) * gram[i * size + j] * std::sqrt(alpha[j]);
        c[i * size + i] += lambda2;
    }
    if (!factor_cholesky(c.data(), static_cast<Index>(size)))
        throw Error(
            "the relaxed design is too ill-conditioned to be solved: use a larger lambda2 or price, or "
            "scale the data");
    return c;
}

ProjectedNewton::ProjectedNewton(Design design, double lambda2, double price, Index samples,
                                 std::vector<double> gram)
    : design_(design),
      lambda2_(lambda2),
      price_(price),
      samples_(samples),
      size_(static_cast<Index>(std::llround(std::sqrt(static_cast<double>(gram.size()))))),
      gram_(std::move(gram)) {}

double ProjectedNewton::value(std::span<const double> alpha) const {
    std::vector<double> lower = factor_relaxed(gram_, alpha, lambda2_);
    const auto size = at(size_);
    double linear = 0.0;
    for (const double weight : alpha) linear += weight;
    linear *= price_;
    if (design_ == Design::d) {
        double log_det = 0.0;
        for (std::size_t i = 0; i < size; ++i)
            log_det += std::log(lower[i * size + i] * lower[i * size + i] / lambda2_);
        return linear - log_det;
    }
    // Tr(A⁻¹M) = m - |W| + λ2·Tr(C⁻¹), and Tr(C⁻¹) = ‖L⁻¹‖².
    std::vector<double> inverse(size * size);
    for (std::size_t i = 0; i < size; ++i) inverse[i * size + i] = 1.0;
    solve_lower(lower.data(), size_, inverse.data(), size_, size_);
    double trace = 0.0;
    for (const double entry : inverse) trace += entry * entry;
    return static_cast<double>(samples_ - size_) + lambda2_ * trace + linear;
}

ProjectedNewton::Derivatives ProjectedNewton::derivatives(std::span<const double> alpha) const {
    const auto size = at(size_);
    const std::vector<double> lower = factor_relaxed(gram_, alpha, lambda2_);
    std::vector<double> v(size * size);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) v[i * size + j] = std::sqrt(alpha[i]) * gram_[i * size + j];
    solve_lower(lower.data(), size_, v.data(), size_, size_);

    Derivatives result;
    std::vector<double>& p = result.hessian;
    p = gram_;
    blas::multiply(size_, size_, size_, -1.0 / lambda2_, {v.data(), size_, blas::Form::transposed},
                   {v.data(), size_}, 1.0 / lambda2_, p.data(), size_);
    result.gradient.resize(size);
    if (design_ == Design::d) {
        for (std::size_t i = 0; i < size; ++i) result.gradient[i] = price_ - p[i * size + i];
        for (double& entry : p) entry *= entry;
        return result;
    }
    std::vector<double> q = p;
    solve_lower_transposed(lower.data(), size_, v.data(), size_, size_);
    blas::multiply(size_, size_, size_, -1.0, {v.data(), size_, blas::Form::transposed}, {v.data(), size_},
                   1.0, q.data(), size_);
    for (std::size_t i = 0; i < size; ++i) result.gradient[i] = price_ - q[i * size + i];
    for (std::size_t i = 0; i < size * size; ++i) p[i] *= 2.0 * q[i];
    return result;
}

// Newton where a feature is free, a scaled gradient step where it is about to leave (Bertsekas 1982).
std::vector<double> ProjectedNewton::direction(const Derivatives& here, std::span<const char> active) const {
    const auto size = at(size_);
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < size; ++i)
        if (active[i] == 0) free.push_back(i);
    std::vector<double> step(size), solution(free.size());
    for (std::size_t i = 0; i < size; ++i)
        if (here.hessian[i * size + i] > 0.0) step[i] = -here.gradient[i] / here.hessian[i * size + i];
    const auto count = static_cast<Index>(free.size());
    // Repeated features make the Hessian singular; a ridge far below its digits picks one of the solutions.
    for (double ridge = 1e-12; ridge < 1.0; ridge *= 100.0) {
        std::vector<double> matrix(free.size() * free.size());
        for (std::size_t i = 0; i < free.size(); ++i) {
            for (std::size_t j = 0; j <= i; ++j)
                matrix[i * free.size() + j] = here.hessian[free[i] * size + free[j]];
            matrix[i * free.size() + i] *= 1.0 + ridge;
        }
        if (!factor_cholesky(matrix.data(), count)) continue;
        for (std::size_t i = 0; i < free.size(); ++i) solution[i] = -here.gradient[free[i]];
        solve_lower(matrix.data(), count, solution.data(), 1, 1);
        solve_lower_transposed(matrix.data(), count, solution.data(), 1, 1);
        for (std::size_t i = 0; i < free.size(); ++i) step[free[i]] = solution[i];
        break;
    }
    return step;
}

double ProjectedNewton::violation(std::span<const double> alpha, std::span<const double> gradient) const {
    double worst = 0.0;
    for (std::size_t i = 0; i < alpha.size(); ++i)
        worst = std::max(worst, alpha[i] > 0.0 ? std::abs(gradient[i]) : -gradient[i]);
    return worst / price_;
}

// Backtracks along the projected arc. False if no point of it is better.
bool ProjectedNewton::search(std::vector<double>& alpha, double& current, const Derivatives& here,
                             const std::vector<double>& step) const {
    // At the optimum γ·1ᵀα is at most the number of samples, so a longer step is a null direction of the
    // Hessian, along which only the bounds stop.
    double longest = 0.0;
    for (const double entry : step) longest = std::max(longest, std::abs(entry));
    double length = std::min(1.0, static_cast<double>(samples_) / price_ / longest);
    std::vector<double> trial(alpha.size());
    for (int halving = 0; halving < 50; ++halving, length *= 0.5) {
        double promised = 0.0;
        for (std::size_t i = 0; i < alpha.size(); ++i) {
            trial[i] = std::max(0.0, alpha[i] + length * step[i]);
            promised += here.gradient[i] * (alpha[i] - trial[i]);
        }
        if (trial == alpha) return false;
        const double next = value(trial);
        if (next <= current - armijo * std::max(0.0, promised) + objective_noise * std::abs(current)) {
            current = next;
            alpha = trial;
            return true;
        }
    }
    return false;
}

Index ProjectedNewton::minimize(std::vector<double>& alpha, double tolerance, const Context& context) const {
    double current = value(alpha);
    const auto size = at(size_);
    std::vector<char> active(size);
    for (Index step_number = 0; step_number < most_newton_steps; ++step_number) {
        context.check_cancel();
        const Derivatives here = derivatives(alpha);
        if (violation(alpha, here.gradient) <= tolerance) return step_number;
        double margin = 0.0;
        for (std::size_t i = 0; i < size; ++i)
            margin = std::max(
                margin,
                std::abs(alpha[i] - std::max(0.0, alpha[i] - here.gradient[i] / here.hessian[i * size + i])));
        margin = std::min(margin, 1e-6 * *std::max_element(alpha.begin(), alpha.end()));
        for (std::size_t i = 0; i < size; ++i) active[i] = alpha[i] <= margin && here.gradient[i] > 0.0;
        if (!search(alpha, current, here, direction(here, active)) &&
            !search(alpha, current, here, direction(here, std::vector<char>(size, 1))))
            return step_number;
    }
    return most_newton_steps;
}

}  // namespace tamis::detail
