// Generalized Fisher score as a method: reference numbers, certificate, search, choice of gamma, bad input.
#include "tamis/methods/gfs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/gfs/regularized_fisher.hpp"
#include "tamis/preprocess/scale.hpp"
#include "tests/support/gfs_reference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/paper_set.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::golden;

template <class Kind>
Kind certified(const Selection& selection, const std::string& name) {
    return std::get<Kind>(value_at(selection.certificate, name));
}

TEST(Gfs, SelectsAsTheReference) {
    const DenseMatrix x = testing::golden_matrix(golden("selection").at("standardized X"));
    const Labels labels = testing::golden_labels(golden("selection").at("y"));
    const auto& wanted = golden("selection").at("gfs select k=3 gamma=5");
    const Selection got = gfs(x, labels, {.k = 3, .gamma = 5.0});
    EXPECT_EQ(got.selected, wanted.at("idx").get<std::vector<Index>>());
    EXPECT_EQ(certified<Index>(got, "m"), wanted.at("m").get<Index>());
}

// The papers' data: the same set and m; theta and the criterion to 1e-4.
class GfsOnRealData : public ::testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(GfsOnRealData, EqualsTheReference) {
    const auto& [name, file] = GetParam();
    std::optional<Dataset> found = testing::paper_file(file);
    if (!found) GTEST_SKIP() << file << " is not there";
    Dataset& data = *found;
    apply_scaler(fit_scaler(data.x, Scaling::standard), data.x);
    const auto& wanted = golden("gfs_real").at(name);
    const Selection got =
        gfs(data.x, data.labels,
            {.k = wanted.at("k").get<Index>(),
             .gamma = wanted.at("gamma").get<double>(),
             .tolerance = wanted.at("tol").get<double>(),
             .line_search = wanted.at("search") == "bisect" ? GfsOptions::LineSearch::bisect
                                                            : GfsOptions::LineSearch::linear});
    const double criterion = wanted.at("criterion").get<double>(), theta = wanted.at("theta").get<double>();
    EXPECT_LE(certified<double>(got, "inner_gap"), 1e-10);
    EXPECT_NEAR(certified<double>(got, "criterion"),
                regularized_fisher(data.x, data.labels, got.selected, wanted.at("gamma").get<double>()),
                1e-10 * criterion);
    if (name == "orl") {  // stopped by the number of planes: only the quality of the set is comparable
        EXPECT_GE(certified<double>(got, "criterion"), 0.995 * criterion);
        return;
    }
    EXPECT_THAT(got.selected,
                ::testing::UnorderedElementsAreArray(wanted.at("selected").get<std::vector<Index>>()));
    EXPECT_EQ(certified<Index>(got, "m"), wanted.at("m").get<Index>());
    EXPECT_NEAR(certified<double>(got, "lower"), theta, 1e-4 * std::abs(theta));
    EXPECT_NEAR(certified<double>(got, "criterion"), criterion, 1e-4 * criterion);
    EXPECT_EQ(got.stop, Stop::converged);
}

INSTANTIATE_TEST_SUITE_P(Papers, GfsOnRealData,
                         ::testing::Values(std::pair("ionosphere", "ionosphere.data"),
                                           std::pair("sonar", "sonar.data"), std::pair("yale", "yale.mat"),
                                           std::pair("orl", "orl.mat")),
                         [](const auto& entry) { return entry.param.first; });

struct Problem {
    DenseMatrix x;
    Labels labels;
};

// Features of decreasing strength that share a few directions, so that redundancy matters.
Problem correlated(Index samples, Index features, int classes, std::uint64_t seed) {
    Problem problem{testing::random_matrix(samples, features, seed),
                    testing::random_labels(samples, classes, seed)};
    Random random(seed);
    for (Index i = 0; i < samples; ++i) {
        const double shared[3] = {random.normal(), random.normal(), random.normal()};
        for (Index j = 0; j < features; ++j) {
            const double strength = 2.0 / (1.0 + 0.3 * static_cast<double>(j));
            problem.x(i, j) +=
                shared[j % 3] + strength * static_cast<double>((problem.labels.of[at(i)] + j) % classes);
        }
    }
    return problem;
}

// The optimum of the relaxation by projected gradients, which know nothing of planes: between the bounds,
// however early the planes stop.
TEST(Gfs, CertificateEnclosesTheOptimum) {
    int loose = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Problem problem = correlated(40, 12, 3, seed);
        const testing::DenseFisher dense(problem.x, problem.labels, 15.0);
        for (const double tolerance : {0.1, 1e-4}) {
            const Selection got =
                gfs(problem.x, problem.labels, {.k = 5, .gamma = 15.0, .tolerance = tolerance});
            const double lower = certified<double>(got, "lower"), upper = certified<double>(got, "upper");
            const auto m = static_cast<double>(certified<Index>(got, "m"));
            const double optimum = -dense.objective(testing::projected_gradient(dense, m));
            const double rounding = 1e-9 * std::abs(optimum);
            EXPECT_LE(lower, optimum + rounding);
            EXPECT_GE(upper, optimum - rounding);
            EXPECT_LE(upper - lower, tolerance * std::abs(lower));
            loose += upper - optimum > rounding && optimum - lower > rounding;
        }
    }
    EXPECT_GE(loose, 1) << "bounds that are hardly apart show nothing";
}

TEST(Gfs, CertificateAgreesWithItself) {
    const Problem problem = correlated(80, 40, 3, 1);
    const Selection got = gfs(problem.x, problem.labels, {.k = 12, .gamma = 50.0});
    const double lower = certified<double>(got, "lower"), upper = certified<double>(got, "upper");
    EXPECT_NEAR(certified<double>(got, "gap"), (upper - lower) / std::abs(lower), 1e-15);
    EXPECT_LE(certified<double>(got, "gap"), 1e-4);
    EXPECT_EQ(got.objective.value, lower);
    EXPECT_EQ(got.objective.trace.back(), lower);
    EXPECT_EQ(certified<std::vector<double>>(got, "upper_trace").back(), upper);
    EXPECT_EQ(certified<std::vector<double>>(got, "lower_trace").size(), got.objective.trace.size());
    EXPECT_EQ(certified<Index>(got, "planes"), got.iterations);
    EXPECT_GE(certified<Index>(got, "union"), 12);
    EXPECT_NEAR(certified<double>(got, "criterion"),
                testing::DenseFisher(problem.x, problem.labels, 50.0).criterion(got.selected), 1e-10);
}

TEST(Gfs, FindsBetterSetsThanFisher) {
    int better = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Problem problem = correlated(80, 40, 3, seed);
        const auto criterion = [&](const Selection& selection) {
            return regularized_fisher(problem.x, problem.labels, selection.selected, 20.0);
        };
        better += criterion(gfs(problem.x, problem.labels, {.k = 6, .gamma = 20.0})) >
                  criterion(fisher(problem.x, problem.labels, {.k = 6}));
    }
    EXPECT_GE(better, 9);
}

TEST(Gfs, OnePlaneIsFisherOnStandardizedData) {
    Problem problem = correlated(60, 20, 3, 2);
    Matrix x(problem.x);
    apply_scaler(fit_scaler(x, Scaling::standard), x);
    const Selection got = gfs(x, problem.labels, {.k = 5, .max_planes = 1});
    EXPECT_THAT(got.selected,
                ::testing::UnorderedElementsAreArray(fisher(x, problem.labels, {.k = 5}).selected));
    EXPECT_EQ(got.stop, Stop::iteration_limit);
}

TEST(Gfs, BisectionAgreesWithTheLinearSearch) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Problem problem = correlated(60, 30, 3, seed);
        for (const Index k : {1, 5, 17}) {
            const Selection linear = gfs(problem.x, problem.labels, {.k = k});
            const Selection bisect =
                gfs(problem.x, problem.labels, {.k = k, .line_search = GfsOptions::LineSearch::bisect});
            EXPECT_EQ(bisect.selected, linear.selected);
            EXPECT_EQ(certified<Index>(bisect, "m"), certified<Index>(linear, "m"));
        }
    }
}

// Three uncorrelated features of equal strength, and a copy of the first: the copy comes after all three.
TEST(Gfs, ACopyComesAfterEquallyStrongFeatures) {
    constexpr Index rows = 64;
    DenseMatrix x(rows, 6);
    std::vector<int> classes;
    for (Index i = 0; i < rows; ++i) {
        const auto sign = [&](int bit) { return (i >> bit & 1) != 0 ? 1.0 : -1.0; };
        x(i, 0) = x(i, 1) = sign(0);
        for (int f = 1; f <= 4; ++f) x(i, f + 1) = sign(f);
        classes.push_back(sign(0) + sign(1) + sign(2) > 0 ? 1 : 0);
    }
    const Labels labels = make_labels(classes);
    for (const double gamma : {1.0, 10.0, 100.0, 1000.0})
        for (Index k = 1; k <= 6; ++k) {
            const std::vector<Index> selected = gfs(x, labels, {.k = k, .gamma = gamma}).selected;
            const std::vector<Index> first(selected.begin(), selected.begin() + std::min<Index>(3, k));
            EXPECT_THAT(first, ::testing::Each(::testing::AnyOf(0, 2, 3))) << gamma << " " << k;
        }
}

// A strong feature, three copies of it, and weak ones: no copy comes before any of the others; constants come
// last.
TEST(Gfs, CopiesComeAfterEveryInformativeFeature) {
    Problem problem = correlated(50, 12, 3, 4);
    for (Index i = 0; i < 50; ++i) {
        for (const Index j : {3, 7, 9}) problem.x(i, j) = problem.x(i, 1);
        problem.x(i, 5) = 2.0;
    }
    const SparseMatrix sparse = to_sparse(problem.x);
    for (const MatrixView& x : {MatrixView(problem.x), MatrixView(sparse)})
        for (const double gamma : {0.1, 10.0, 1000.0}) {
            const Selection all = gfs(x, problem.labels, {.k = 12, .gamma = gamma});
            const std::vector<Index> last(all.selected.end() - 4, all.selected.end());
            EXPECT_THAT(last, ::testing::ElementsAre(3, 7, 9, 5)) << gamma;
            EXPECT_EQ(all.stop, Stop::exhausted);
        }
}

TEST(Gfs, HasTheSameBitsOnAnyNumberOfThreads) {
    const Problem problem = correlated(60, 700, 4, 8);
    for (const Index k : {20, 90}) {  // fewer and more than samples
        Context context;
        context.threads = 1;
        const GfsOptions options{.k = k, .line_search = GfsOptions::LineSearch::bisect};
        const Selection alone = gfs(problem.x, problem.labels, options, context);
        for (const int threads : {2, 7}) {
            context.threads = threads;
            const Selection together = gfs(problem.x, problem.labels, options, context);
            EXPECT_EQ(together.selected, alone.selected);
            EXPECT_EQ(together.scores, alone.scores);
            EXPECT_EQ(together.certificate, alone.certificate);
        }
    }
}

TEST(Gfs, ACopyNeverComesBeforeItsOriginal) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Problem problem = correlated(40, 12, 3, seed);
        for (Index i = 0; i < 40; ++i)
            for (Index j = 6; j < 12; ++j) problem.x(i, j) = problem.x(i, j - 6);
        const std::vector<Index> selected = gfs(problem.x, problem.labels, {.k = 12}).selected;
        for (Index j = 0; j < 6; ++j)
            EXPECT_LT(std::find(selected.begin(), selected.end(), j),
                      std::find(selected.begin(), selected.end(), j + 6));
    }
}

TEST(Gfs, ChoosesGammaByCrossValidation) {
    const Problem problem = correlated(60, 20, 3, 3);
    const std::vector<double> grid{50, 100, 200, 300, 400, 500};
    Context context;
    context.seed = 5;
    const Selection got = gfs(problem.x, problem.labels, {.k = 4, .gamma = std::nullopt}, context);
    const double gamma = certified<double>(got, "gamma");
    EXPECT_THAT(grid, ::testing::Contains(gamma));
    EXPECT_EQ(got.selected, gfs(problem.x, problem.labels, {.k = 4, .gamma = gamma}).selected);
    context.threads = 3;
    EXPECT_EQ(
        certified<double>(gfs(problem.x, problem.labels, {.k = 4, .gamma = std::nullopt}, context), "gamma"),
        gamma);
    const Selection sparse =
        gfs(to_sparse(problem.x), problem.labels, {.k = 4, .gamma = std::nullopt}, context);
    EXPECT_EQ(certified<double>(sparse, "gamma"), gamma);
    // With all features every gamma classifies alike: the smallest wins.
    const Selection all = gfs(problem.x, problem.labels, {.k = 20, .gamma = std::nullopt});
    EXPECT_EQ(certified<double>(all, "gamma"), 50.0);
    const Labels thin = make_labels(std::vector<int>{0, 0, 0, 1});
    EXPECT_THROW(gfs(testing::random_matrix(4, 3, 1), thin, {.k = 1, .gamma = std::nullopt}), Error);
    const Labels pairs = make_labels(std::vector<int>{0, 0, 1, 1});
    EXPECT_EQ(gfs(testing::random_matrix(4, 3, 1), pairs, {.k = 1, .gamma = std::nullopt}).selected.size(),
              1U);
}

TEST(Gfs, ConstantFeaturesOnlyFillUp) {
    Problem problem = correlated(30, 6, 2, 4);
    for (Index i = 0; i < 30; ++i) problem.x(i, 0) = problem.x(i, 3) = 2.5;
    const Selection four = gfs(problem.x, problem.labels, {.k = 4});
    EXPECT_THAT(four.selected, ::testing::UnorderedElementsAre(1, 2, 4, 5));
    EXPECT_EQ(four.stop, Stop::converged);
    const Selection six = gfs(problem.x, problem.labels, {.k = 6});
    EXPECT_EQ(six.selected[4], 0);
    EXPECT_EQ(six.selected[5], 3);
    EXPECT_EQ(six.stop, Stop::exhausted);
}

// Labels cut from a larger set keep its class names: more classes than samples, most of them empty.
TEST(Gfs, ClassesWithoutSamplesTakeNoPart) {
    const Problem problem = correlated(60, 8, 9, 6);
    std::vector<Index> rows;
    for (Index i = 0; i < 60 && rows.size() < 8; ++i)
        if (problem.labels.of[at(i)] >= 6) rows.push_back(i);
    ASSERT_LT(rows.size(), at(problem.labels.classes()));
    const Matrix x = take_rows(problem.x, rows);
    const Labels cut = take_labels(problem.labels, rows);
    const Labels fresh = make_labels(cut.of);
    const Selection got = gfs(x, cut, {.k = 3, .gamma = 5.0});
    EXPECT_EQ(got.selected, gfs(x, fresh, {.k = 3, .gamma = 5.0}).selected);
    EXPECT_NEAR(got.objective.value, gfs(x, fresh, {.k = 3, .gamma = 5.0}).objective.value, 1e-10);
}

TEST(Gfs, RefusesWhatCannotBe) {
    const Problem problem = correlated(20, 5, 2, 7);
    for (const double gamma : {0.0, -1.0, std::nan(""), HUGE_VAL})
        EXPECT_THROW(gfs(problem.x, problem.labels, {.k = 2, .gamma = gamma}), UsageError);
    EXPECT_THROW(gfs(problem.x, problem.labels, {.k = 2, .max_planes = 0}), UsageError);
    EXPECT_THROW(gfs(problem.x, problem.labels, {.k = 2, .tolerance = 0.0}), UsageError);
    EXPECT_THROW(gfs(problem.x, make_labels(std::vector<int>(20, 1)), {.k = 2}), Error);
    const std::vector<Index> set{0, 0};
    EXPECT_THROW(regularized_fisher(problem.x, problem.labels, std::vector<Index>{0}, 0.0), UsageError);
    const Context context;
    EXPECT_THROW(regularized_fisher(FisherData(problem.x, problem.labels, context), set, 1.0), Error);
}

}  // namespace
}  // namespace tamis
