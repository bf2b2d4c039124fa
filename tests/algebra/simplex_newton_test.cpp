#include "tamis/algebra/simplex_newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

DenseMatrix random_psd(Index size, Index rank, std::uint64_t seed) {
    const DenseMatrix root = testing::random_matrix(size, rank, seed);
    DenseMatrix k(size, size);
    for (Index i = 0; i < size; ++i)
        for (Index j = 0; j < size; ++j)
            for (Index r = 0; r < rank; ++r) k(i, j) += root(i, r) * root(j, r);
    return k;
}

// Optimal on the simplex: the slope is the same where y > 0 and not smaller elsewhere.
void expect_optimal(const std::vector<double>& y, const std::vector<double>& slope, double tolerance) {
    double sum = 0.0, level = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        EXPECT_GE(y[i], 0.0);
        sum += y[i];
        level += y[i] * slope[i];
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
    for (std::size_t i = 0; i < y.size(); ++i) {
        EXPECT_GE(slope[i], level - tolerance);
        if (y[i] <= 1e-9) continue;
        EXPECT_NEAR(slope[i], level, tolerance);
    }
}

TEST(QuadraticOnSimplex, MeetsTheOptimalityConditions) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Index size = 2 + static_cast<Index>(seed) % 19;
        const DenseMatrix k = random_psd(size, seed % 3 == 0 ? size / 2 : size + 2, seed);
        Random random(seed);
        std::vector<double> x(at(size)), g(at(size));
        for (double& entry : x) entry = random.uniform() < 0.5 ? 0.0 : random.uniform();
        x[0] += 0.1;
        const double sum = std::accumulate(x.begin(), x.end(), 0.0);
        for (double& entry : x) entry /= sum;
        for (double& entry : g) entry = 3.0 * random.normal();
        const std::vector<double> y = minimize_quadratic_on_simplex(x, g, k);
        std::vector<double> slope = g;
        for (Index i = 0; i < size; ++i)
            for (Index j = 0; j < size; ++j) slope[at(i)] += k(i, j) * (y[at(j)] - x[at(j)]);
        expect_optimal(y, slope, 1e-7);
    }
}

TEST(QuadraticOnSimplex, GoesToACornerWhereTheModelIsFlat) {
    const std::vector<double> y = minimize_quadratic_on_simplex(
        std::vector{0.5, 0.5, 0.0}, std::vector{1.0, 0.0, -1.0}, DenseMatrix(3, 3));
    EXPECT_EQ(y, (std::vector{0.0, 0.0, 1.0}));
}

// Σ_r 1/(0.001 + 50·a_r·x): convex, far from quadratic.
class SumOfReciprocals : public SimplexFunction {
  public:
    SumOfReciprocals(Index size, std::uint64_t seed)
        : a_(testing::random_counts(2 * size, size, 0.5, seed)) {}

    double value(std::span<const double> x) override {
        x_.assign(x.begin(), x.end());
        double sum = 0.0;
        for (Index r = 0; r < a_.rows(); ++r) sum += 1.0 / denominator(r);
        return sum;
    }
    std::vector<double> gradient() override {
        std::vector<double> g(x_.size());
        for (Index r = 0; r < a_.rows(); ++r)
            for (Index i = 0; i < a_.cols(); ++i) g[at(i)] -= steep * a_(r, i) / std::pow(denominator(r), 2);
        return g;
    }
    DenseMatrix hessian() override {
        DenseMatrix k(a_.cols(), a_.cols());
        for (Index r = 0; r < a_.rows(); ++r)
            for (Index i = 0; i < a_.cols(); ++i)
                for (Index j = 0; j < a_.cols(); ++j)
                    k(i, j) += 2.0 * steep * steep * a_(r, i) * a_(r, j) / std::pow(denominator(r), 3);
        return k;
    }

  private:
    static constexpr double steep = 50.0;

    double denominator(Index r) const {
        double sum = 1e-3;
        for (Index i = 0; i < a_.cols(); ++i) sum += steep * a_(r, i) * x_[at(i)];
        return sum;
    }
    DenseMatrix a_;
    std::vector<double> x_;
};

TEST(NewtonOnSimplex, ReachesTheGapFromAnyCorner) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        double first = 0.0;
        for (Index corner = 0; corner < 8; ++corner) {
            SumOfReciprocals function(8, seed);
            std::vector<double> start(8);
            start[at(corner)] = 1.0;
            const SimplexMinimum got = minimize_on_simplex(function, start, 1e-12);
            EXPECT_LE(got.gap, 1e-10);
            EXPECT_LE(got.steps, 60);
            EXPECT_NEAR(std::accumulate(got.x.begin(), got.x.end(), 0.0), 1.0, 1e-12);
            if (corner == 0) first = got.value;
            EXPECT_NEAR(got.value, first, 1e-9 * first);
            EXPECT_EQ(function.value(got.x), got.value);
        }
    }
}

TEST(NewtonOnSimplex, OnePointIsItsOwnMinimum) {
    SumOfReciprocals function(1, 3);
    const SimplexMinimum got = minimize_on_simplex(function, {1.0}, 1e-12);
    EXPECT_EQ(got.x, std::vector<double>{1.0});
    EXPECT_EQ(got.steps, 0);
    EXPECT_EQ(got.gap, 0.0);
}

}  // namespace
}  // namespace tamis
