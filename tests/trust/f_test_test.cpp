#include "tamis/trust/f_test.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/trust/false_discovery.hpp"
#include "tests/support/paper_set.hpp"
#include "tests/trust/trust_cases.hpp"

namespace tamis {

using namespace detail;
using namespace testing;

namespace {

// Printed to twelve digits.
TEST(FTest, GivesTheTailOfTheFDistribution) {
    for (const auto& entry : trust_golden("T1").at("cases")) {
        const Scatter one{{entry.at("score")}, {1.0}, {0}};
        const FTest test = f_test(one, entry.at("n"), entry.at("c"));
        expect_close(test.f[0], entry.at("F"), 1e-11, entry.dump());
        expect_close(test.p[0], entry.at("p"), 1e-8, entry.dump());
        expect_close(test.log10_p[0], entry.at("log10_p"), 1e-10, entry.dump());
    }
}

TEST(FTest, HandlesConstantAndPerfectFeatures) {
    const auto& wanted = trust_golden("T1").at("inline");
    const Labels y = inline_y();
    const FTest test = f_test(class_scatter(inline_x(), y), 9, 3);
    const std::vector<double> q = q_values(test.p);
    for (std::size_t j = 0; j < 6; ++j) {
        if (wanted.at("F")[j].is_null()) {
            EXPECT_TRUE(std::isinf(test.f[j]));
            EXPECT_TRUE(std::isinf(test.log10_p[j]) && test.log10_p[j] < 0.0);
        } else {
            expect_close(test.f[j], wanted.at("F")[j], 1e-9, "F");
            expect_close(test.log10_p[j], wanted.at("log10_p")[j], 1e-10, "log10_p");
        }
        expect_close(test.p[j], wanted.at("p")[j], 1e-8, "p");
        expect_close(q[j], wanted.at("q")[j], 1e-8, "q");
    }
}

// Two classes: F is the square of Student's t, whose law with one and two degrees of freedom is elementary.
TEST(FTest, IsTheTTestOfTwoClasses) {
    for (const double score : {0.01, 0.5, 3.0, 1e4}) {
        const double t3 = std::sqrt(score), t4 = std::sqrt(2.0 * score);
        EXPECT_NEAR(f_test({{score}, {1.0}, {0}}, 3, 2).p[0], 1.0 - 2.0 / std::acos(-1.0) * std::atan(t3),
                    1e-13);
        EXPECT_NEAR(f_test({{score}, {1.0}, {0}}, 4, 2).p[0], 1.0 - t4 / std::sqrt(2.0 + t4 * t4), 1e-13);
    }
}

TEST(FTest, RefusesOneClassAndTooFewSamples) {
    const Scatter one{{1.0}, {1.0}, {0}};
    EXPECT_THROW(
        {
            try {
                f_test(one, 5, 1);
            } catch (const Error& error) {
                EXPECT_STREQ(
                    error.what(),
                    "the F test compares classes, and the data have 1: give labels of at least two classes");
                throw;
            }
        },
        Error);
    EXPECT_THROW(
        {
            try {
                f_test(one, 5, 5);
            } catch (const Error& error) {
                EXPECT_STREQ(
                    error.what(),
                    "the F test needs more samples than classes, and there are 5 samples of 5 classes: "
                    "use permutations");
                throw;
            }
        },
        Error);
}

TEST(FTest, AgreesOnGenes) {
    const auto data = paper_file("glioma.mat");
    if (!data) GTEST_SKIP() << "GLIOMA does not ship";
    const auto& wanted = trust_golden("T1").at("glioma");
    const FTest test = f_test(class_scatter(data->x, data->labels), data->samples(), data->labels.classes());
    const std::vector<double> q = q_values(test.p);
    for (std::size_t j = 0; j < 8; ++j) {
        expect_close(test.log10_p[j], wanted.at("log10_p")[j], 1e-10, "log10_p");
        expect_close(q[j], wanted.at("q")[j], 1e-8, "q");
    }
    EXPECT_EQ(std::count_if(q.begin(), q.end(), [](double v) { return v <= 0.05; }), wanted.at("q_le_05"));
    EXPECT_EQ(std::count_if(q.begin(), q.end(), [](double v) { return v <= 0.01; }), wanted.at("q_le_01"));
}

TEST(QValues, AreThoseOfBenjaminiAndHochberg) {
    const auto& wanted = trust_golden("T1").at("bh");
    const std::vector<double> p = golden_numbers(wanted.at("p")), q = q_values(p);
    for (std::size_t j = 0; j < p.size(); ++j) expect_close(q[j], wanted.at("q")[j], 1e-11, "q");
    // {q <= α} is the largest set whose i-th smallest p is at most αi/m.
    for (const double level : {0.01, 0.04, 0.05, 0.06, 0.6}) {
        std::vector<double> sorted = p;
        std::sort(sorted.begin(), sorted.end());
        double limit = -1.0;
        for (std::size_t i = 0; i < sorted.size(); ++i)
            if (sorted[i] <= level * static_cast<double>(i + 1) / static_cast<double>(p.size()))
                limit = sorted[i];
        for (std::size_t j = 0; j < p.size(); ++j)
            EXPECT_EQ(q[j] <= level, p[j] <= limit) << level << " " << j;
    }
}

// By counting every value of every column.
TEST(RarelyVarying, CountsTheSamplesOffTheMostFrequentValue) {
    for (const Index samples : {7, 30, 200}) {
        DenseMatrix x(samples, 40);
        Random random(static_cast<std::uint64_t>(samples));
        for (Index j = 0; j < 40; ++j)
            for (Index i = 0; i < samples; ++i)
                x(i, j) = random.below(samples) < j ? static_cast<double>(random.below(4))
                                                    : static_cast<double>(j % 3);
        for (const Index least : {5, 10, 25}) {
            const std::vector<char> dense = rarely_varying(x, least),
                                    sparse = rarely_varying(to_sparse(x), least);
            EXPECT_EQ(dense, sparse);
            for (Index j = 0; j < 40; ++j) {
                Index most = 0;
                for (Index i = 0; i < samples; ++i) {
                    Index same = 0;
                    for (Index l = 0; l < samples; ++l) same += x(i, j) == x(l, j);
                    most = std::max(most, same);
                }
                EXPECT_EQ(dense[at(j)] != 0, samples - most < least) << samples << " " << least << " " << j;
            }
        }
    }
}

}  // namespace

}  // namespace tamis
