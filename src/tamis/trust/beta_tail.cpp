#include "tamis/trust/beta_tail.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>

#include "tamis/core/index.hpp"

namespace tamis::detail {

namespace {

// ln(Γ(a + 1/2) / Γ(a)).
double log_half_step(double a) {
    // From a value at which the asymptotic series has all digits, downward by Γ(a + 1) = aΓ(a).
    constexpr double large = 20.0;
    double downward = 0.0;
    while (a < large) {
        downward += std::log(a / (a + 0.5));
        a += 1.0;
    }
    const double r = 1.0 / (a * a);
    const double series =
        (-1.0 / 8.0 + r * (1.0 / 192.0 + r * (-1.0 / 640.0 + r * (17.0 / 14336.0 - r * 31.0 / 18432.0)))) / a;
    return 0.5 * std::log(a) + series + downward;
}

// ln B(a, b) = ln Γ(b) - ln(Γ(a + b) / Γ(a)). The ratio as a product: the difference of two large logarithms
// of Γ would lose digits.
double log_beta(double a, double b) {
    const double whole = std::floor(b);
    const bool half = b != whole;
    double log_gamma = half ? 0.5 * std::log(std::acos(-1.0)) : 0.0;
    double ratio = half ? log_half_step(a) : 0.0;
    const auto steps = static_cast<Index>(whole);
    for (Index step = 0; step < steps; ++step) {
        const auto i = static_cast<double>(step);
        ratio += std::log(a + (b - whole) + i);
        if (half || step > 0) log_gamma += std::log((b - whole) + i);
    }
    return log_gamma - ratio;
}

// The continued fraction of I_x(a, b) after its leading factor, by the modified method of Lentz.
double fraction(double a, double b, double x) {
    constexpr double tiny = 1e-300;
    constexpr int most = 100000;
    const auto away_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
    double c = 1.0, d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0)), h = d;
    for (int m = 1; m < most; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0));
        double change = 1.0;
        for (const double term : {even, odd}) {
            d = 1.0 / away_from_zero(1.0 + term * d);
            c = away_from_zero(1.0 + term / c);
            change = d * c;
            h *= change;
        }
        if (std::abs(change - 1.0) <= std::numeric_limits<double>::epsilon()) break;
    }
    return h;
}

}  // namespace

BetaTail::BetaTail(double a, double b) : a_(a), b_(b), log_beta_(log_beta(a, b)) {}

double BetaTail::log(double x, double rest) const {
    if (!(x > 0.0)) return -std::numeric_limits<double>::infinity();
    if (!(rest > 0.0)) return 0.0;
    // The logarithm of the nearer end comes from the distance to it.
    const double log_x = rest < 0.5 ? std::log1p(-rest) : std::log(x);
    const double log_rest = x < 0.5 ? std::log1p(-x) : std::log(rest);
    const double power = a_ * log_x + b_ * log_rest - log_beta_;
    if (x < (a_ + 1.0) / (a_ + b_ + 2.0)) return power - std::log(a_) + std::log(fraction(a_, b_, x));
    return std::log1p(-std::exp(power - std::log(b_) + std::log(fraction(b_, a_, rest))));
}

}  // namespace tamis::detail
