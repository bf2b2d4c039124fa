#include "tamis/pipeline/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tamis/core/random/engine.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(Statistics, MeanAndSampleDeviation) {
    const std::vector<double> values{1.0, 2.0, 4.0};
    EXPECT_NEAR(mean_std(values).mean, 7.0 / 3.0, 1e-15);
    EXPECT_NEAR(mean_std(values).std, std::sqrt(7.0 / 3.0), 1e-15);
    EXPECT_EQ(mean_std(std::vector<double>{5.0}).std, 0.0);
}

TEST(Statistics, RanksShareTies) {
    EXPECT_EQ(ranks_of(std::vector<double>{3.0, 5.0, 3.0, 1.0}), (std::vector<double>{2.5, 1.0, 2.5, 4.0}));
}

// All 2^n signs tried.
double wilcoxon_by_trying_all(const std::vector<double>& differences) {
    std::vector<double> sizes;
    double observed = 0.0, total = 0.0;
    for (const double d : differences) sizes.push_back(-std::abs(d));
    const std::vector<double> ranks = ranks_of(sizes);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        total += ranks[i];
        if (differences[i] > 0) observed += ranks[i];
    }
    const double smaller = std::min(observed, total - observed);
    int as_extreme = 0;
    const int all = 1 << ranks.size();
    for (int signs = 0; signs < all; ++signs) {
        double sum = 0.0;
        for (std::size_t i = 0; i < ranks.size(); ++i)
            if (signs >> i & 1) sum += ranks[i];
        as_extreme += sum <= smaller + 1e-9;
    }
    return std::min(1.0, 2.0 * as_extreme / all);
}

TEST(Statistics, WilcoxonEqualsTryingAllSigns) {
    Random random(1);
    for (int trial = 0; trial < 30; ++trial) {
        std::vector<double> a, zero, differences;
        const Index count = 1 + random.below(12);
        for (Index i = 0; i < count; ++i) {
            const double d = trial % 2 == 0
                                 ? random.normal() + 0.3
                                 : static_cast<double>(1 + random.below(4)) * (random.below(3) > 0 ? 1 : -1);
            a.push_back(d), zero.push_back(0.0), differences.push_back(d);
        }
        a.push_back(7.0), zero.push_back(7.0);  // an equal pair is left out
        EXPECT_NEAR(wilcoxon_p(a, zero), wilcoxon_by_trying_all(differences), 1e-12);
    }
    EXPECT_EQ(wilcoxon_p(std::vector<double>{1, 2}, std::vector<double>{1, 2}), 1.0);
    // Five times the same sign: 2/2^5.
    EXPECT_NEAR(wilcoxon_p(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>(5, 0.0)), 0.0625, 1e-15);
}

TEST(Statistics, TheNormalFormMeetsTheExactOne) {
    Random random(2);
    std::vector<double> a(50), b(50), a2, b2;
    for (std::size_t i = 0; i < 50; ++i) a[i] = random.normal() + 0.2, b[i] = random.normal();
    const double exact = wilcoxon_p(a, b);
    a2 = a, b2 = b;
    a2.push_back(1e-9), b2.push_back(0.0);  // one tiny difference more: the normal form
    EXPECT_NEAR(wilcoxon_p(a2, b2), exact, 0.02);
}

TEST(Statistics, ChiSquaredTailHasItsClosedForms) {
    for (const double x : {0.1, 1.0, 3.84, 20.0}) {
        EXPECT_NEAR(chi_squared_tail(x, 1), std::erfc(std::sqrt(x / 2)), 1e-15);
        EXPECT_NEAR(chi_squared_tail(x, 2), std::exp(-x / 2), 1e-15);
        EXPECT_NEAR(chi_squared_tail(x, 6), std::exp(-x / 2) * (1 + x / 2 + x * x / 8), 1e-15);
    }
    EXPECT_NEAR(chi_squared_tail(7.814728, 3), 0.05, 1e-7);  // as printed in every table
    EXPECT_NEAR(chi_squared_tail(18.307038, 10), 0.05, 1e-7);
    EXPECT_EQ(chi_squared_tail(0.0, 3), 1.0);
}

// The textbook's form: 12 / (n m (m + 1)) ΣR² - 3 n (m + 1), divided by 1 - Σ(t³ - t) / (n (m³ - m)).
TEST(Statistics, FriedmanIsTheTextbookFormulaWithTies) {
    const std::vector<std::vector<double>> ranks = {
        {4, 3, 2, 1},         {1, 2, 3, 4}, {4, 2, 3, 1}, {4, 3, 2, 1},     {4, 2, 3, 1},
        {4, 2, 3, 1},         {1, 3, 2, 4}, {4, 3, 2, 1}, {2.5, 1, 4, 2.5}, {4, 1, 3, 2},
        {2.5, 2.5, 2.5, 2.5}, {3, 2, 4, 1}, {3, 1, 3, 3}, {3, 1, 4, 2}};
    double between = 0.0, ties = 0.0;
    for (std::size_t m = 0; m < 4; ++m) {
        double sum = 0.0;
        for (const auto& row : ranks) sum += row[m];
        between += sum * sum;
    }
    ties = (8 - 2) + (64 - 4) + (27 - 3);  // t^3 - t of every group
    const double plain = 12.0 / (14 * 4 * 5) * between - 3 * 14 * 5;
    const double corrected = plain / (1.0 - ties / (14.0 * (64 - 4)));
    EXPECT_NEAR(friedman_p(ranks), chi_squared_tail(corrected, 3), 1e-12);
    EXPECT_EQ(friedman_p({{1.5, 1.5}, {1.5, 1.5}}), 1.0);
    EXPECT_NEAR(friedman_p({{1, 2}, {1, 2}, {1, 2}}), chi_squared_tail(3.0, 1), 1e-15);
}

TEST(Statistics, HolmByHand) {
    EXPECT_EQ(holm(std::vector<double>{0.01, 0.04, 0.03}), (std::vector<double>{0.03, 0.06, 0.06}));
    EXPECT_EQ(holm(std::vector<double>{0.9, 0.8}), (std::vector<double>{1.0, 1.0}));
}

}  // namespace
}  // namespace tamis
