// Cutting planes of the generalized Fisher score: reference numbers, bounds, optimality, brute force.
#include "tamis/methods/gfs/fisher_planes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/methods/gfs/regularized_fisher.hpp"
#include "tests/support/gfs_reference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::DenseFisher;
using testing::golden;
using testing::golden_numbers;

void expect_close(const std::vector<double>& got, const std::vector<double>& wanted, double tolerance,
                  const std::string& what) {
    ASSERT_EQ(got.size(), wanted.size()) << what;
    for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_NEAR(got[i], wanted[i], tolerance * std::max(1.0, std::abs(wanted[i]))) << what << " " << i;
}

class GfsFixture : public ::testing::TestWithParam<bool> {};

TEST_P(GfsFixture, EqualsTheReference) {
    const DenseMatrix dense = testing::golden_matrix(golden("selection").at("standardized X"));
    const SparseMatrix sparse = to_sparse(dense);
    const Labels labels = testing::golden_labels(golden("selection").at("y"));
    const Context context;
    const struct {
        Index m;
        int gamma;
    } cases[] = {{1, 1}, {2, 1}, {2, 10}, {3, 5}};
    for (const auto& [m, gamma] : cases) {
        const std::string name =
            "gfs standardized m=" + std::to_string(m) + " gamma=" + std::to_string(gamma);
        SCOPED_TRACE(name);
        const auto& wanted = golden("selection").at(name);
        FisherData data(GetParam() ? MatrixView(sparse) : MatrixView(dense), labels, context);
        const auto got =
            solve_fisher_planes(data, m, {.gamma = static_cast<double>(gamma), .tolerance = 1e-6});
        ASSERT_TRUE(got);
        const double objective = wanted.at("G").get<double>();
        EXPECT_NEAR(-got->theta.back(), objective, 1e-9 * objective);
        expect_close(got->theta, golden_numbers(wanted.at("theta")), 1e-9, "theta");
        expect_close(got->lower, golden_numbers(wanted.at("l")), 1e-9, "l");
        expect_close(got->upper, golden_numbers(wanted.at("u")), 1e-6, "u");
        expect_close(got->weights, golden_numbers(wanted.at("q")), 1e-4, "q");
        expect_close(got->scores, golden_numbers(wanted.at("s")), 1e-6, "s");
        EXPECT_EQ(got->planes, wanted.at("omega").get<std::vector<std::vector<Index>>>());
        EXPECT_EQ(got->features, wanted.at("union").get<std::vector<Index>>());
        EXPECT_EQ(rank_by_planes(data, *got), wanted.at("order").get<std::vector<Index>>());
        EXPECT_EQ(got->stop, Stop::converged);
        EXPECT_LE(got->inner_gap, 1e-10);
    }
}

INSTANTIATE_TEST_SUITE_P(Storage, GfsFixture, ::testing::Bool(),
                         [](const auto& kind) { return kind.param ? "sparse" : "dense"; });

struct Problem {
    DenseMatrix x;
    Labels labels;
};

Problem random_problem(Index samples, Index features, int classes, std::uint64_t seed) {
    Problem problem{testing::random_matrix(samples, features, seed),
                    testing::random_labels(samples, classes, seed)};
    for (Index i = 0; i < samples; ++i)
        for (Index j = 0; j < features; j += 2)
            problem.x(i, j) += 0.4 * static_cast<double>(j % 3) * problem.labels.of[at(i)];
    return problem;
}

TEST(FisherPlanes, BoundsEncloseAndAreMonotone) {
    const Context context;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Problem problem = random_problem(50, 30, 4, seed);
        FisherData data(problem.x, problem.labels, context);
        const auto got = solve_fisher_planes(data, 5, {.gamma = 20.0, .tolerance = 1e-7});
        ASSERT_TRUE(got);
        EXPECT_EQ(got->stop, Stop::converged);
        EXPECT_LE(got->inner_gap, 1e-10);
        for (std::size_t t = 0; t < got->theta.size(); ++t) {
            const double rounding = 1e-11 * std::abs(got->theta[t]);
            EXPECT_LE(got->lower[t], got->theta[t] + rounding);
            EXPECT_LE(got->theta[t], got->upper[t] + rounding);
            if (t == 0) continue;
            EXPECT_GE(got->lower[t], got->lower[t - 1]);
            EXPECT_GE(got->theta[t], got->theta[t - 1] - rounding);
            EXPECT_LE(got->upper[t], got->upper[t - 1]);
        }
    }
}

// KKT of the capped simplex: q = 1 where s is above the common value, 0 < q < 1 at it, q = 0 below.
TEST(FisherPlanes, MeetsTheOptimalityConditions) {
    const Context context;
    const Problem problem = random_problem(60, 25, 3, 7);
    FisherData data(problem.x, problem.labels, context);
    const auto got = solve_fisher_planes(data, 6, {.gamma = 30.0, .tolerance = 1e-12});
    ASSERT_TRUE(got);
    double sum = 0.0, least_full = HUGE_VAL, most_empty = 0.0;
    std::vector<double> fractional;
    for (std::size_t j = 0; j < got->weights.size(); ++j) {
        const double q = got->weights[j], s = got->scores[j];
        sum += q;
        EXPECT_GE(q, 0.0);
        EXPECT_LE(q, 1.0 + 1e-12);
        if (q > 1.0 - 1e-7)
            least_full = std::min(least_full, s);
        else if (q < 1e-7)
            most_empty = std::max(most_empty, s);
        else
            fractional.push_back(s);
    }
    EXPECT_NEAR(sum, 6.0, 1e-12);
    ASSERT_GT(fractional.size(), 1U);
    for (const double s : fractional) EXPECT_NEAR(s, fractional.front(), 1e-4 * fractional.front());
    EXPECT_GE(least_full, fractional.front() * (1 - 1e-4));
    EXPECT_LE(most_empty, fractional.front() * (1 + 1e-4));
}

TEST(FisherPlanes, ReachesTheOptimumOfProjectedGradients) {
    const Context context;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Problem problem = random_problem(40, 12, 3, seed);
        FisherData data(problem.x, problem.labels, context);
        const auto got = solve_fisher_planes(data, 3, {.gamma = 15.0, .tolerance = 1e-9});
        ASSERT_TRUE(got);
        const DenseFisher dense(problem.x, problem.labels, 15.0);
        const Eigen::VectorXd q = testing::projected_gradient(dense, 3.0);
        EXPECT_NEAR(-got->theta.back(), dense.objective(q), 1e-7 * dense.objective(q));
        const Eigen::VectorXd ours = Eigen::Map<const Eigen::VectorXd>(got->weights.data(), q.size());
        EXPECT_NEAR(dense.objective(ours), -got->theta.back(), 1e-10 * dense.objective(q));
    }
}

// Every subset of m features: the relaxation bounds the best of them, and G is the criterion in disguise.
TEST(FisherPlanes, BoundsTheBestSubset) {
    const Context context;
    const Problem problem = random_problem(30, 9, 3, 11);
    FisherData data(problem.x, problem.labels, context);
    const DenseFisher dense(problem.x, problem.labels, 10.0);
    for (Index m = 1; m <= 8; ++m) {
        const auto got = solve_fisher_planes(data, m, {.gamma = 10.0, .tolerance = 1e-10});
        ASSERT_TRUE(got);
        double best = -HUGE_VAL;
        for (unsigned set = 0; set < 512; ++set) {
            std::vector<Index> features;
            Eigen::VectorXd q = Eigen::VectorXd::Zero(9);
            for (Index j = 0; j < 9; ++j)
                if ((set >> j & 1U) != 0) features.push_back(j), q(j) = 1.0;
            if (static_cast<Index>(features.size()) != m) continue;
            const double criterion = regularized_fisher(problem.x, problem.labels, features, 10.0);
            const double objective = dense.objective(q);
            EXPECT_NEAR(objective, 15.0 * (2.0 - criterion), 1e-10 * objective);
            EXPECT_NEAR(objective_of_set(data, features, 10.0), objective, 1e-10 * objective);
            EXPECT_NEAR(criterion, dense.criterion(features), 1e-10);
            best = std::max(best, -objective);
        }
        EXPECT_GE(got->upper.back(), best - 1e-10 * std::abs(best));
        EXPECT_GE(got->theta.back(), best - 1e-8 * std::abs(best));
        EXPECT_LE(got->lower.back(), best + 1e-10 * std::abs(best));
    }
}

TEST(FisherPlanes, GivesUpWhereTheUnionCannotBeReached) {
    const Context context;
    const Problem problem = random_problem(50, 30, 3, 5);
    FisherData data(problem.x, problem.labels, context);
    EXPECT_FALSE(solve_fisher_planes(data, 1, {.most_planes = 5, .least_union = 6}));
    EXPECT_TRUE(solve_fisher_planes(data, 2, {.most_planes = 1, .least_union = 2}));
}

TEST(FisherPlanes, UnitOfTheDataDoesNotMatter) {
    const Context context;
    const Problem problem = random_problem(40, 15, 3, 6);
    FisherData data(problem.x, problem.labels, context);
    const auto wanted = solve_fisher_planes(data, 4, {.gamma = 20.0});
    for (const int exponent : {-400, -40, 60, 400}) {
        DenseMatrix scaled = problem.x;
        for (Index e = 0; e < 40 * 15; ++e) scaled.data()[e] = std::ldexp(scaled.data()[e], exponent);
        FisherData other(scaled, problem.labels, context);
        const auto got = solve_fisher_planes(other, 4, {.gamma = std::ldexp(20.0, 2 * exponent)});
        ASSERT_TRUE(got);
        EXPECT_EQ(got->theta, wanted->theta);
        EXPECT_EQ(got->weights, wanted->weights);
        EXPECT_EQ(got->planes, wanted->planes);
    }
}

}  // namespace
}  // namespace tamis
