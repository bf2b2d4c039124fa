// The stated error bounds hold everywhere on the interval.
#include "tamis/algebra/chebyshev.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tamis {

using namespace detail;

namespace {

TEST(Chebyshev, ScaledBesselFunctions) {
    for (const double tau : {1e-9, 0.1, 1.0, 20.0, 300.0}) {
        const std::vector<double> got = scaled_bessel(tau);
        for (const std::size_t k : {0U, 1U, 2U, 5U, 10U, 30U})
            EXPECT_NEAR(got[k], std::exp(-tau) * std::cyl_bessel_i(static_cast<double>(k), tau), 1e-14)
                << "tau " << tau << ", k " << k;
        EXPECT_LT(got.back(), 1e-20);
    }
    // Beyond what the plain functions can hold; e^-τ I_0(τ) -> 1/√(2πτ).
    EXPECT_NEAR(scaled_bessel(1e6)[0] * std::sqrt(2e6 * std::acos(-1.0)), 1.0, 1e-6);
}

TEST(Chebyshev, KernelsStayWithinTheirBounds) {
    for (const double half : {0.5, 7.0, 300.0})
        for (const double beta : {1e-6, 0.01, 0.5, 10.0}) {
            const ChebyshevSum kernel = heat_kernel(beta, half);
            EXPECT_LT(kernel.error, 1e-15);
            for (int i = 0; i <= 400; ++i) {
                const double value = 2 * half * i / 400;
                // Clenshaw's own rounding grows with the number of terms.
                const double rounding =
                    4e-16 * std::sqrt(1.0 + static_cast<double>(kernel.coefficients.size()));
                EXPECT_NEAR(kernel(value), std::exp(-beta * value), kernel.error + rounding);
                for (const Index power : {1, 2, 5, 8}) {
                    if (i % 20 != 0) continue;
                    const ChebyshevSum rest = heat_remainder(beta, half, power);
                    EXPECT_NEAR(rest(value), std::pow(-std::expm1(-beta * value), static_cast<double>(power)),
                                rest.error + 300 * rounding);
                }
            }
        }
}

TEST(Chebyshev, NeedsFewTerms) {
    EXPECT_LT(heat_kernel(50.0, 1.0).coefficients.size(), 80U);
    EXPECT_LT(heat_kernel(0.1, 1.0).coefficients.size(), 16U);
}

}  // namespace
}  // namespace tamis
