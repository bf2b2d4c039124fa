#include "tamis/algebra/chebyshev.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tamis::detail {

namespace {

constexpr double dropped = 1e-17;  // at most this much is cut off each kernel

// Adds factor · e^(-beta·a). With τ = beta·half, e^-τ(1+x) = e^-τ[I_0(τ) + 2Σ(-1)^k I_k(τ) T_k(x)] and |T_k|
// <= 1, so the error is at most what the coefficients left out sum up to.
void add_kernel(double factor, double beta, ChebyshevSum& sum) {
    const std::vector<double> bessel = scaled_bessel(beta * sum.half);
    std::size_t terms = bessel.size();
    double tail = 1e-18;  // of what scaled_bessel leaves out
    while (terms > 1 && tail + 2.0 * bessel[terms - 1] <= dropped) tail += 2.0 * bessel[--terms];
    if (sum.coefficients.size() < terms) sum.coefficients.resize(terms, 0.0);
    for (std::size_t k = 0; k < terms; ++k)
        sum.coefficients[k] += factor * (k == 0 ? 1.0 : (k % 2 == 0 ? 2.0 : -2.0)) * bessel[k];
    // The second part: coefficients are rounded, relative to their sum, which is 1.
    sum.error += std::abs(factor) * (tail + 4e-16);
}

}  // namespace

double ChebyshevSum::operator()(double value) const {
    const double x = value / half - 1.0;
    double next = 0.0, after = 0.0;
    for (std::size_t k = coefficients.size(); k-- > 1;) {
        const double current = coefficients[k] + 2.0 * x * next - after;
        after = next;
        next = current;
    }
    return coefficients[0] + x * next - after;
}

// Miller's backward recurrence I_{k-1} = I_{k+1} + (2k/τ)I_k, stable in this direction; I_0 + 2ΣI_k = e^τ
// gives the scale. I_k(τ)e^-τ falls like e^(-k²/2τ) and faster, so that 40 + 12√τ is far out in the tail.
std::vector<double> scaled_bessel(double tau) {
    const auto last = static_cast<std::size_t>(40.0 + 12.0 * std::sqrt(tau));
    std::vector<double> values(last + 1, 0.0);
    constexpr double huge = 1e200;
    double above = 0.0, current = 1e-200;
    values[last] = current;
    for (std::size_t k = last; k > 0; --k) {
        const double below = above + 2.0 * static_cast<double>(k) / tau * current;
        above = current;
        current = below;
        values[k - 1] = below;
        if (below > huge) {
            const double smaller = 1.0 / below;
            for (std::size_t p = k - 1; p <= last; ++p) values[p] *= smaller;
            above *= smaller;
            current *= smaller;
        }
    }
    double sum = values[0];
    for (std::size_t k = last; k > 0; --k) sum += 2.0 * values[k];
    for (double& value : values) value /= sum;
    return values;
}

ChebyshevSum heat_kernel(double beta, double half) {
    ChebyshevSum sum{half, {}, 0.0};
    add_kernel(1.0, beta, sum);
    return sum;
}

// c_k = (2/N) Σ_j f(half·(1 + cos θ_j)) cos kθ_j at θ_j = π(j + 1/2)/N.
std::optional<ChebyshevSum> chebyshev_sum(const std::function<double(double)>& function, double half) {
    constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
    for (const std::size_t points : {513U, 1025U, 4097U}) {
        std::vector<double> cosines(4 * points), values(points);  // cos(π·m/(2N)), one period
        for (std::size_t m = 0; m < cosines.size(); ++m)
            cosines[m] =
                std::cos(std::numbers::pi * static_cast<double>(m) / (2.0 * static_cast<double>(points)));
        for (std::size_t j = 0; j < points; ++j) values[j] = function(half * (1.0 + cosines[2 * j + 1]));
        ChebyshevSum sum{half, std::vector<double>(points), 0.0};
        double largest = 0.0;
        for (std::size_t k = 0; k < points; ++k) {
            double total = 0.0;
            for (std::size_t j = 0; j < points; ++j)
                total += values[j] * cosines[(2 * j + 1) * k % cosines.size()];
            sum.coefficients[k] = total * (k == 0 ? 1.0 : 2.0) / static_cast<double>(points);
            largest = std::max(largest, std::abs(sum.coefficients[k]));
        }
        std::size_t terms = points;
        while (terms > 1 && std::abs(sum.coefficients[terms - 1]) < rounding * largest) --terms;
        if (4 * terms > 3 * points) continue;
        for (std::size_t k = terms; k < points; ++k) sum.error += std::abs(sum.coefficients[k]);
        sum.error += rounding * largest * static_cast<double>(terms);  // of those that are kept
        sum.coefficients.resize(terms);
        return sum;
    }
    return std::nullopt;
}

// (1 - e^-βa)^q = Σ_i (-1)^i C(q,i) e^-iβa.
ChebyshevSum heat_remainder(double beta, double half, Index power) {
    ChebyshevSum sum{half, {1.0}, 0.0};
    double binomial = 1.0;
    for (Index i = 1; i <= power; ++i) {
        binomial *= -static_cast<double>(power - i + 1) / static_cast<double>(i);
        add_kernel(binomial, static_cast<double>(i) * beta, sum);
    }
    return sum;
}

}  // namespace tamis::detail
