// The tails behind p-values against numbers of 50 digits (tests/golden/make_tails.py).
#include <gtest/gtest.h>

#include <cmath>

#include "tamis/trust/beta_tail.hpp"
#include "tamis/trust/gamma_tail.hpp"
#include "tests/support/golden.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(Tails, PearsonsLawIsThatOfTheReference) {
    int deep = 0;
    for (const auto& row : testing::golden("tails").at("pearson3 [z, skew, p]")) {
        const double z = row[0], skew = row[1], p = row[2];
        EXPECT_NEAR(pearson3_tail(z, skew), p, 1e-11 * p) << z << " " << skew;
        deep += p < 1e-100 ? 1 : 0;
    }
    EXPECT_GT(deep, 5);
}

// Digits of ln I: relative to its size where it is large, to that of I where it is near 0.
TEST(Tails, LogarithmsOfTheBetaFunctionAreThoseOfTheReference) {
    int deep = 0;
    for (const auto& row : testing::golden("tails").at("log beta [a, b, x, ln I]")) {
        const double a = row[0], b = row[1], x = row[2], wanted = row[3];
        EXPECT_NEAR(BetaTail(a, b).log(x, 1.0 - x), wanted, 1e-11 * std::max(std::abs(wanted), 1e-3))
            << a << " " << b << " " << x;
        deep += wanted < -700.0 ? 1 : 0;  // below the smallest double
    }
    EXPECT_GT(deep, 20);
}

}  // namespace

}  // namespace tamis
