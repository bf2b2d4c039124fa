// The trace ratio solver against brute force, its theorems and the reference numbers.
#include "tamis/methods/trace_ratio/dinkelbach.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tamis/core/random/engine.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
constexpr double inf = std::numeric_limits<double>::infinity();

struct Problem {
    std::vector<double> between, within;
    RatioTerms terms() const { return {between, within}; }
};

// Small whole numbers make zeros and exact ties common.
Problem random_problem(Random& random, Index features, bool whole) {
    Problem problem;
    for (Index j = 0; j < features; ++j) {
        problem.between.push_back(whole ? static_cast<double>(random.below(4)) : random.uniform());
        problem.within.push_back(whole ? static_cast<double>(random.below(4)) : random.uniform());
    }
    return problem;
}

// The best ratio over all subsets of m features, not counting those with b = e = 0 while there are others.
double brute_force(const Problem& problem, Index m) {
    std::vector<std::size_t> informative;
    for (std::size_t j = 0; j < problem.between.size(); ++j)
        if (problem.between[j] > 0 || problem.within[j] > 0) informative.push_back(j);
    const Index chosen = std::min(m, static_cast<Index>(informative.size()));
    double best = -1;
    for (unsigned set = 0; set < (1U << informative.size()); ++set) {
        if (std::popcount(set) != chosen) continue;
        double b = 0, e = 0;
        for (std::size_t p = 0; p < informative.size(); ++p)
            if ((set >> p & 1U) != 0)
                b += problem.between[informative[p]], e += problem.within[informative[p]];
        best = std::max(best, e > 0 ? b / e : (b > 0 ? inf : 0.0));
    }
    return best;
}

TEST(TraceRatio, EqualsBruteForceOverAllSubsets) {
    Random random(1);
    for (int round = 0; round < 400; ++round) {
        const Problem problem =
            random_problem(random, 1 + random.below(round < 380 ? 9 : 16), round % 2 == 0);
        const auto features = static_cast<Index>(problem.between.size());
        for (Index m = 1; m <= features; ++m) {
            const TraceRatioSolution solution = solve_trace_ratio(problem.terms(), m);
            const double wanted = brute_force(problem, m);
            if (std::isinf(wanted))
                EXPECT_EQ(solution.lambda, wanted);
            else
                EXPECT_NEAR(solution.lambda, wanted, 1e-12 * (1 + wanted));
            EXPECT_LE(solution.residual, 1e-12);
            EXPECT_GE(solution.margin, 0.0);
        }
    }
}

TEST(TraceRatio, LambdaRisesStrictlyAndFallsWithM) {
    Random random(2);
    for (int round = 0; round < 50; ++round) {
        const Problem problem = random_problem(random, 200, false);
        double before = inf;
        for (Index m = 1; m <= 200; m += 7) {
            const TraceRatioSolution solution = solve_trace_ratio(problem.terms(), m);
            for (std::size_t t = 1; t < solution.history.size(); ++t)
                EXPECT_GT(solution.history[t], solution.history[t - 1]) << "Theorem 1";
            EXPECT_LE(solution.lambda, before) << "Theorem 2";
            before = solution.lambda;
        }
    }
}

TEST(TraceRatio, AnyStartLeadsToTheSameOptimum) {
    Random random(3);
    const Problem problem = random_problem(random, 100, false);
    const TraceRatioSolution wanted = solve_trace_ratio(problem.terms(), 30);
    for (const double start : {0.0, 0.5, 1.0, 10.0, 1e6}) {
        const TraceRatioSolution solution = solve_trace_ratio(problem.terms(), 30, start);
        EXPECT_NEAR(solution.lambda, wanted.lambda, 1e-12);
        EXPECT_EQ(solution.selected, wanted.selected);
    }
}

TEST(TraceRatio, OptimalSubsetsNeedNotBeNested) {
    const Problem problem{{1.122, 0, 10, 10}, {1, 0.1, 10, 10}};
    EXPECT_THAT(solve_trace_ratio(problem.terms(), 2).selected, ::testing::UnorderedElementsAre(0, 1));
    EXPECT_NEAR(solve_trace_ratio(problem.terms(), 2).lambda, 1.02, 1e-12);
    EXPECT_THAT(solve_trace_ratio(problem.terms(), 3).selected, ::testing::UnorderedElementsAre(0, 2, 3));
    EXPECT_NEAR(solve_trace_ratio(problem.terms(), 3).lambda, 1.0058095238095237, 1e-12);
}

TEST(TraceRatio, EmptyFeaturesOnlyFillUp) {
    const Problem problem{{0, 1, 0, 3, 0}, {0, 2, 5, 1, 0}};
    const std::vector<char> constant{1, 0, 0, 0, 0};
    const RatioTerms terms{problem.between, problem.within, constant};
    EXPECT_THAT(solve_trace_ratio(terms, 5).selected, ElementsAre(3, 1, 2, 4, 0));
    EXPECT_EQ(solve_trace_ratio(terms, 5).informative, 3);
    EXPECT_EQ(solve_trace_ratio(terms, 5).lambda, 0.5);
    EXPECT_THAT(solve_trace_ratio(terms, 2).selected, ElementsAre(3, 1));
}

TEST(TraceRatio, FeaturesWithoutCostComeByNumerator) {
    const Problem problem{{1, 5, 3, 4}, {0, 2, 0, 0}};
    const TraceRatioSolution two = solve_trace_ratio(problem.terms(), 2);
    EXPECT_EQ(two.lambda, inf);
    EXPECT_THAT(two.selected, ElementsAre(3, 2));
    EXPECT_EQ(solve_trace_ratio(problem.terms(), 4).lambda, 6.5);
}

TEST(TraceRatio, ReportsExactTiesAtTheCut) {
    const Problem problem{{2, 2, 2, 1}, {1, 1, 1, 1}};
    const TraceRatioSolution solution = solve_trace_ratio(problem.terms(), 2);
    EXPECT_THAT(solution.selected, ElementsAre(0, 1));
    EXPECT_THAT(solution.ties, ElementsAre(2));
    EXPECT_EQ(solution.margin, 0.0);
}

TEST(TraceRatio, PathEqualsSingleSolutions) {
    Random random(4);
    for (int round = 0; round < 20; ++round) {
        const Problem problem = random_problem(random, 60, round % 2 == 0);
        const std::vector<TraceRatioSolution> path = trace_ratio_path(problem.terms(), 60);
        ASSERT_EQ(path.size(), 60U);
        for (Index m = 1; m <= 60; ++m) {
            const TraceRatioSolution single = solve_trace_ratio(problem.terms(), m);
            const TraceRatioSolution& step = path[at(m - 1)];
            EXPECT_EQ(step.lambda, single.lambda) << "m " << m;
            EXPECT_EQ(step.selected, single.selected) << "m " << m;
        }
    }
}

}  // namespace
}  // namespace tamis
