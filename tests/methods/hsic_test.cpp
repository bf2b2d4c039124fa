// HSIC against the reference numbers, its definition on dense kernels, and its known identities.
#include "tamis/methods/hsic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/hsic/rbf_hsic.hpp"
#include "tests/support/dense_hsic.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::biased_definition;
using testing::definition;
using testing::eliminate;
using testing::gaussian_kernel;
using testing::golden;
using testing::golden_labels;
using testing::golden_matrix;
using testing::golden_number;
using testing::golden_numbers;
using testing::label_kernel;
using testing::linear_kernel;
using testing::median_sigma;
using testing::Square;
using testing::unbiased_definition;
using Kernel = HsicOptions::Kernel;

constexpr LabelKernelKind all_kinds[] = {LabelKernelKind::onehot, LabelKernelKind::balanced,
                                         LabelKernelKind::integer};
constexpr HsicEstimator both_estimators[] = {HsicEstimator::biased, HsicEstimator::unbiased};

std::string name(LabelKernelKind kind) {
    return kind == LabelKernelKind::onehot     ? "onehot"
           : kind == LabelKernelKind::balanced ? "balanced"
                                               : "integer";
}
std::string name(HsicEstimator estimator) {
    return estimator == HsicEstimator::biased ? "biased" : "unbiased";
}

class HsicFixture : public ::testing::TestWithParam<bool> {
  protected:
    HsicFixture() : dense_(golden_matrix(golden("selection").at("X"))), sparse_(to_sparse(dense_)) {}
    MatrixView x() const { return GetParam() ? MatrixView(sparse_) : MatrixView(dense_); }
    Labels labels() const { return golden_labels(golden("selection").at("y")); }

    DenseMatrix dense_;
    SparseMatrix sparse_;
};

TEST_P(HsicFixture, LinearScores) {
    for (const LabelKernelKind kind : all_kinds)
        for (const HsicEstimator estimator : both_estimators) {
            const Selection result =
                hsic(x(), labels(), {.k = 6, .label_kernel = kind, .estimator = estimator});
            const std::string key = "hsic linear " + name(estimator) + " " + name(kind);
            const std::vector<double> wanted = golden_numbers(golden("selection").at(key));
            for (std::size_t j = 0; j < 6; ++j)
                EXPECT_NEAR(result.raw_scores[j], wanted[j], 1e-12 * (1e-3 + std::abs(wanted[j]))) << key;
            EXPECT_EQ(result.selected.back(), 3)
                << "the constant feature comes last, also after negative ones";
        }
}

TEST_P(HsicFixture, GaussianKernelOfAllFeatures) {
    const LabelKernel kernel(labels(), LabelKernelKind::onehot);
    for (const HsicEstimator estimator : both_estimators) {
        const std::string key = "hsic rbf sigma=0.1 " + name(estimator) + " onehot";
        const double wanted = golden_number(golden("selection").at(key));
        EXPECT_NEAR(rbf_hsic(x(), labels(), kernel, 0.1, estimator), wanted, 1e-12 * wanted) << key;
    }
}

TEST_P(HsicFixture, BackwardElimination) {
    const Selection result = hsic(x(), labels(), {.k = 6, .kernel = Kernel::rbf});
    EXPECT_EQ(result.selected,
              golden("selection").at("bahsic order (median, unbiased)").get<std::vector<Index>>());
    EXPECT_EQ(result.raw_scores, (std::vector<double>{5, 3, 2, 0, 1, 4}));
    EXPECT_EQ(result.iterations, 4);
    EXPECT_EQ(result.stop, Stop::exhausted) << "the sixth feature is constant";
}

INSTANTIATE_TEST_SUITE_P(Storage, HsicFixture, ::testing::Bool(),
                         [](const auto& kind) { return kind.param ? "sparse" : "dense"; });

TEST(Hsic, LinearEqualsTheDefinition) {
    const Labels labels = testing::random_labels(40, 4, 1);
    DenseMatrix x = testing::random_matrix(40, 6, 1);
    for (Index i = 0; i < 40; ++i) x(i, 5) += 1000.0;  // a large mean must not cost digits
    for (const LabelKernelKind kind : all_kinds) {
        const Square l = label_kernel(labels, kind);
        for (const HsicEstimator estimator : both_estimators) {
            const Selection result = hsic(x, labels, {.k = 6, .label_kernel = kind, .estimator = estimator});
            for (Index j = 0; j < 5; ++j) {
                const double wanted = definition(linear_kernel(x, j), l, estimator);
                EXPECT_NEAR(result.raw_scores[at(j)], wanted, 1e-11 * (0.1 + std::abs(wanted)))
                    << name(kind) << " " << name(estimator);
            }
            DenseMatrix shifted = x;
            for (Index i = 0; i < 40; ++i) shifted(i, 5) -= 1000.0;
            const double wanted = definition(linear_kernel(shifted, 5), l, estimator);
            EXPECT_NEAR(result.raw_scores[5], wanted, 1e-11 * (0.1 + std::abs(wanted)));
        }
    }
}

TEST(Hsic, GaussianEqualsTheDefinition) {
    const Labels labels = testing::random_labels(70, 3, 2);  // more than one tile
    const DenseMatrix x = testing::random_matrix(70, 4, 2);
    for (const LabelKernelKind kind : all_kinds) {
        const Square l = label_kernel(labels, kind);
        const LabelKernel kernel(labels, kind);
        const std::vector<double> without =
            rbf_hsic_round(x, labels, kernel, 0.3, HsicEstimator::biased).without;
        for (const HsicEstimator estimator : both_estimators) {
            const double wanted = definition(gaussian_kernel(x, {0, 1, 2, 3}, 0.3), l, estimator);
            EXPECT_NEAR(rbf_hsic(x, labels, kernel, 0.3, estimator), wanted, 1e-12) << name(kind);
            EXPECT_NEAR(rbf_hsic_round(x, labels, kernel, 0.3, estimator).whole, wanted, 1e-12);
        }
        EXPECT_NEAR(without[1], unbiased_definition(gaussian_kernel(x, {0, 2, 3}, 0.3), l), 1e-12);
        EXPECT_NEAR(without[3], unbiased_definition(gaussian_kernel(x, {0, 1, 2}, 0.3), l), 1e-12);
    }
}

// Squares that overflow an exponential, or whose kernel cell underflows, still give a number.
TEST(Hsic, GaussianSurvivesOutliers) {
    const Labels labels = testing::random_labels(20, 2, 3);
    DenseMatrix x = testing::random_matrix(20, 3, 3);
    x(4, 1) = 1e9;
    const std::vector<double> without =
        rbf_hsic_round(x, labels, LabelKernel(labels, LabelKernelKind::onehot), 0.5, HsicEstimator::biased)
            .without;
    const Square l = label_kernel(labels, LabelKernelKind::onehot);
    EXPECT_NEAR(without[0], unbiased_definition(gaussian_kernel(x, {1, 2}, 0.5), l), 1e-12);
    // Σ without the outlier's feature is what is left of 1e18: about two digits after the point.
    EXPECT_NEAR(without[1], unbiased_definition(gaussian_kernel(x, {0, 2}, 0.5), l), 1e-2);
    EXPECT_TRUE(std::isfinite(hsic(x, labels, {.k = 3, .kernel = Kernel::rbf}).objective.value));
}

TEST(Hsic, EliminationEqualsBruteForceRoundByRound) {
    for (const std::uint64_t seed : {1U, 2U, 3U})
        for (const LabelKernelKind kind : all_kinds)
            for (const double drop : {0.0, 0.1, 0.4, 1.0}) {
                const Labels labels = testing::random_labels(24, 3, seed);
                DenseMatrix x = testing::random_matrix(24, 7, seed);
                for (Index i = 0; i < 24; ++i) {
                    x(i, 2) += 2.0 * labels.of[at(i)];
                    x(i, 4) = 1.0;
                }
                std::vector<Index> wanted = eliminate(x, labels, kind, drop, {0, 1, 2, 3, 5, 6});
                wanted.push_back(4);
                const HsicOptions options{
                    .k = 7, .kernel = Kernel::rbf, .label_kernel = kind, .drop_fraction = drop};
                EXPECT_EQ(hsic(x, labels, options).selected, wanted) << name(kind) << ", drop " << drop;
                EXPECT_EQ(hsic(to_sparse(x), labels, options).selected, wanted);
            }
}

TEST(Hsic, ObjectiveOfTheEliminationIsThatOfTheChosenSet) {
    const Labels labels = testing::random_labels(30, 2, 4);
    const DenseMatrix x = testing::random_matrix(30, 6, 4);
    const Square l = label_kernel(labels, LabelKernelKind::onehot);
    for (const HsicEstimator estimator : both_estimators) {
        const Selection result = hsic(x, labels, {.k = 3, .kernel = Kernel::rbf, .estimator = estimator});
        const double sigma = median_sigma(x, result.selected);
        EXPECT_NEAR(result.objective.value,
                    definition(gaussian_kernel(x, result.selected, sigma), l, estimator), 1e-12);
        const std::vector<Index> all{0, 1, 2, 3, 4, 5};
        EXPECT_NEAR(result.objective.trace.front(),
                    definition(gaussian_kernel(x, all, median_sigma(x, all)), l, estimator), 1e-12);
        EXPECT_EQ(result.objective.trace.size(), 5U);
    }
}

TEST(Hsic, BalancedRanksStandardizedDataLikeFisher) {
    const Labels labels = testing::random_labels(80, 4, 5);
    DenseMatrix x = testing::random_matrix(80, 12, 5);
    for (Index j = 0; j < 12; ++j) {
        double mean = 0.0, square = 0.0;
        for (Index i = 0; i < 80; ++i) x(i, j) += 0.2 * static_cast<double>(j) * labels.of[at(i)];
        for (Index i = 0; i < 80; ++i) mean += x(i, j) / 80;
        for (Index i = 0; i < 80; ++i) square += (x(i, j) - mean) * (x(i, j) - mean) / 80;
        for (Index i = 0; i < 80; ++i) x(i, j) = (x(i, j) - mean) / std::sqrt(square);
    }
    EXPECT_EQ(hsic(x, labels, {.k = 12, .label_kernel = LabelKernelKind::balanced}).selected,
              fisher(x, labels, {.k = 12}).selected);
}

TEST(Hsic, LabelKernelsOfTwoClassesAreProportional) {
    const Labels labels = testing::random_labels(50, 2, 6);
    const DenseMatrix x = testing::random_matrix(50, 5, 6);
    const std::vector<double> onehot = hsic(x, labels, {.k = 5}).raw_scores;
    for (const LabelKernelKind kind : all_kinds) {
        const std::vector<double> other = hsic(x, labels, {.k = 5, .label_kernel = kind}).raw_scores;
        for (std::size_t j = 1; j < 5; ++j)
            EXPECT_NEAR(other[j] / onehot[j], other[0] / onehot[0], 1e-12 * other[0] / onehot[0]);
    }
}

TEST(Hsic, IntegerLabelsAreTheNumbersThatTheClassesAreCalled) {
    const DenseMatrix x = testing::random_matrix(30, 4, 7);
    std::vector<int> far, near;
    std::vector<std::string> words;
    for (Index i = 0; i < 30; ++i) {
        far.push_back(i % 3 == 2 ? 50 : static_cast<int>(i % 3));
        near.push_back(static_cast<int>(i % 3));
        words.push_back(i % 3 == 0 ? "ash" : i % 3 == 1 ? "beech" : "cedar");
    }
    const HsicOptions options{.k = 4, .label_kernel = LabelKernelKind::integer};
    const auto by_number = hsic(x, make_labels(near), options).raw_scores;
    EXPECT_EQ(hsic(x, make_labels(words), options).raw_scores, by_number) << "words count by position";
    EXPECT_NE(hsic(x, make_labels(far), options).raw_scores, by_number);
    const Square l = label_kernel(make_labels(far), LabelKernelKind::integer);
    EXPECT_NEAR(hsic(x, make_labels(far), options).raw_scores[2], biased_definition(linear_kernel(x, 2), l),
                1e-10);
}

TEST(Hsic, SparseEqualsDenseForEveryOption) {
    const Labels labels = testing::random_labels(70, 3, 8);
    DenseMatrix x = testing::random_counts(70, 20, 0.3, 8);
    const SparseMatrix sparse = to_sparse(x);
    for (const Kernel kind : {Kernel::linear, Kernel::rbf})
        for (const LabelKernelKind label_kind : all_kinds)
            for (const HsicEstimator estimator : both_estimators) {
                const HsicOptions options{
                    .k = 9, .kernel = kind, .label_kernel = label_kind, .estimator = estimator};
                const Selection one = hsic(x, labels, options), other = hsic(sparse, labels, options);
                EXPECT_EQ(one.selected, other.selected);
                EXPECT_NEAR(one.objective.value, other.objective.value, 1e-10);
                for (std::size_t j = 0; j < 20; ++j) EXPECT_NEAR(one.scores[j], other.scores[j], 1e-10);
            }
}

TEST(Hsic, EliminationHasTheSameBitsForAnyNumberOfThreads) {
    const Labels labels = testing::random_labels(300, 3, 9);
    const DenseMatrix x = testing::random_matrix(300, 20, 9);
    const HsicOptions options{.k = 10, .kernel = Kernel::rbf, .drop_fraction = 0.3};
    const Selection alone = hsic(x, labels, options, {.threads = 1});
    for (const int threads : {2, 5}) {
        const Selection together = hsic(x, labels, options, {.threads = threads});
        EXPECT_EQ(together.selected, alone.selected);
        EXPECT_EQ(together.objective.trace, alone.objective.trace);
        EXPECT_EQ(together.objective.value, alone.objective.value);
    }
}

TEST(Hsic, EliminationTakesTheLowerIndexOfTwins) {
    const Labels labels = testing::random_labels(30, 2, 10);
    DenseMatrix x = testing::random_matrix(30, 6, 10);
    for (Index i = 0; i < 30; ++i) x(i, 5) = x(i, 1);
    const std::vector<Index> order = hsic(x, labels, {.k = 6, .kernel = Kernel::rbf}).selected;
    EXPECT_LT(std::find(order.begin(), order.end(), 1), std::find(order.begin(), order.end(), 5));
}

TEST(Hsic, ConstantAndCoincidentDataAreNoTrouble) {
    const Labels labels = testing::random_labels(20, 2, 11);
    const DenseMatrix nothing(20, 3);
    const Selection constant = hsic(nothing, labels, {.k = 2, .kernel = Kernel::rbf});
    EXPECT_EQ(constant.selected, (std::vector<Index>{0, 1}));
    EXPECT_EQ(constant.objective.value, 0.0);
    EXPECT_EQ(constant.stop, Stop::exhausted);

    DenseMatrix x(20, 2);  // most pairs coincide: the median distance is 0
    x(3, 0) = x(7, 1) = 1.0;
    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    const Selection result = hsic(x, labels, {.k = 2, .kernel = Kernel::rbf}, context);
    EXPECT_EQ(result.selected.size(), 2U);
    EXPECT_TRUE(std::isfinite(result.objective.value));
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].find("coincide"), std::string::npos);
}

TEST(Hsic, UnbiasedNeedsFourSamples) {
    const DenseMatrix x = testing::random_matrix(3, 4, 12);
    const Labels labels = make_labels(std::vector<int>{0, 1, 0});
    EXPECT_NO_THROW(hsic(x, labels, {.k = 2}));
    EXPECT_THROW(hsic(x, labels, {.k = 2, .estimator = HsicEstimator::unbiased}), Error);
    EXPECT_THROW(hsic(x, labels, {.k = 2, .kernel = Kernel::rbf}), Error);
}

TEST(Hsic, WarnsOfIntegerLabelsWithThreeClasses) {
    const DenseMatrix x = testing::random_matrix(12, 3, 13);
    int warnings = 0;
    Context context;
    context.warn = [&](const std::string&) { ++warnings; };
    const HsicOptions options{.k = 2, .label_kernel = LabelKernelKind::integer};
    hsic(x, testing::random_labels(12, 2, 13), options, context);
    EXPECT_EQ(warnings, 0);
    hsic(x, testing::random_labels(12, 3, 13), options, context);
    EXPECT_EQ(warnings, 1);
}

}  // namespace
}  // namespace tamis
