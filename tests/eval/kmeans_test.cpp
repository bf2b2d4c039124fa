#include "tamis/eval/kmeans.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

double objective_of(const DenseMatrix& x, const std::vector<int>& of, Index clusters) {
    DenseMatrix centers(clusters, x.cols());
    std::vector<double> size(at(clusters));
    for (Index i = 0; i < x.rows(); ++i) {
        const int c = of[at(i)];
        size[at(c)] += 1.0;
        for (Index j = 0; j < x.cols(); ++j) centers(c, j) += x(i, j);
    }
    double sum = 0.0;
    for (Index i = 0; i < x.rows(); ++i) {
        const int c = of[at(i)];
        for (Index j = 0; j < x.cols(); ++j) sum += std::pow(x(i, j) - centers(c, j) / size[at(c)], 2);
    }
    return sum;
}

// All ways to put 9 samples into 3 clusters.
double best_by_trying_all(const DenseMatrix& x) {
    double best = 1e300;
    std::vector<int> of(9);
    for (int code = 0; code < 19683; ++code) {
        std::vector<int> used(3);
        for (int i = 0, rest = code; i < 9; ++i, rest /= 3) ++used[at(of[at(i)] = rest % 3)];
        if (used[0] && used[1] && used[2]) best = std::min(best, objective_of(x, of, 3));
    }
    return best;
}

TEST(Kmeans, FindsTheOptimumOfSmallData) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const DenseMatrix x = testing::random_matrix(9, 2, seed);
        const Clustering found = kmeans(x.view(), {.clusters = 3, .starts = 50});
        EXPECT_NEAR(found.objective, best_by_trying_all(x), 1e-10);
        EXPECT_NEAR(found.objective, objective_of(x, found.of, 3), 1e-10);
    }
}

// No single move lowers the objective any more, and moves never make a start worse than Lloyd left it.
TEST(Kmeans, EndsWhereNoSingleMoveHelps) {
    const DenseMatrix x = testing::random_matrix(120, 6, 5);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        Context context;
        context.seed = seed;
        KmeansOptions options{.clusters = 7, .starts = 1};
        const Clustering moved = kmeans(x.view(), options, context);
        options.moves = false;
        EXPECT_LE(moved.objective, kmeans(x.view(), options, context).objective + 1e-9);
        std::vector<int> of = moved.of;
        for (std::size_t i = 0; i < of.size(); ++i) {
            const int own = of[i];
            if (std::count(of.begin(), of.end(), own) < 2) continue;
            for (int c = 0; c < 7; ++c) {
                of[i] = c;
                EXPECT_GE(objective_of(x, of, 7), moved.objective - 1e-8);
            }
            of[i] = own;
        }
    }
}

TEST(Kmeans, TakesTheBestStartAndDoesNotDependOnThreadsOrTheOrigin) {
    DenseMatrix x = testing::random_matrix(200, 4, 6);
    Context one, three;
    one.threads = 1;
    three.threads = 3;
    one.seed = three.seed = 11;
    for (const auto start : {KmeansOptions::Start::samples, KmeansOptions::Start::plus_plus}) {
        const KmeansOptions options{.clusters = 5, .starts = 10, .start = start};
        const Clustering found = kmeans(x.view(), options, one);
        EXPECT_EQ(found.of, kmeans(x.view(), options, three).of);
        EXPECT_LE(found.objective,
                  kmeans(x.view(), {.clusters = 5, .starts = 1, .start = start}, one).objective);
        DenseMatrix shifted = x;
        for (Index e = 0; e < 800; ++e) shifted.data()[e] += 1e6;
        EXPECT_NEAR(kmeans(shifted.view(), options, one).objective, found.objective, 1e-5);
    }
}

TEST(Kmeans, FillsEmptyClusters) {
    DenseMatrix x(12, 1);  // three different values, four copies each: starts often coincide
    for (Index i = 0; i < 12; ++i) x(i, 0) = static_cast<double>(i % 3);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Context context;
        context.seed = seed;
        const Clustering found = kmeans(x.view(), {.clusters = 5, .starts = 1}, context);
        for (int c = 0; c < 5; ++c) EXPECT_GT(std::count(found.of.begin(), found.of.end(), c), 0);
    }
    EXPECT_NEAR(kmeans(x.view(), {.clusters = 3}).objective, 0.0, 1e-12);
    EXPECT_NEAR(kmeans(x.view(), {.clusters = 12}).objective, 0.0, 1e-12);
    EXPECT_THROW(kmeans(x.view(), {.clusters = 13}), Error);
    EXPECT_THROW(kmeans(x.view(), {.clusters = 0}), UsageError);
}

}  // namespace
}  // namespace tamis
