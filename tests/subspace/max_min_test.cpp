// MMDA against tests/golden/corners.json, its bound, a grid of all directions, and the other projectors.
#include "tamis/subspace/whitened/max_min.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tamis/subspace/all.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using namespace testing;

double certified(const Projection& projection, const char* name) {
    return std::get<double>(*find(projection.certificate, name));
}

// min over the pairs of tr((WᵀS_wW)⁻¹WᵀD_ijW), as the paper writes it.
double smallest_pair(const SubspaceCase& data, const DenseMatrix& weights, double ridge) {
    const DenseScatter scatter = dense_scatter(data.x, data.labels);
    const Dense w = as_eigen(weights);
    const Dense within = scatter.within + ridge * Dense::Identity(w.rows(), w.rows());
    const Dense inside = (w.transpose() * within * w).inverse();
    double least = HUGE_VAL;
    for (Index i = 0; i < scatter.means.rows(); ++i)
        for (Index j = 0; j < i; ++j) {
            const Eigen::VectorXd apart =
                w.transpose() * (scatter.means.row(i) - scatter.means.row(j)).transpose();
            least = std::min(least, apart.dot(inside * apart));
        }
    return least;
}

TEST(Mmda, EqualsTheReference) {
    for (const char* name : {"A", "B"}) {
        const SubspaceCase data = fixture_case(fixture(name));
        for (Index m = 1; m < data.labels.classes(); ++m) {
            SCOPED_TRACE(std::string(name) + " m=" + std::to_string(m));
            const auto& wanted =
                golden("corners").at("projectors").at(std::string(name) + " m=" + std::to_string(m));
            const Projection got = mmda(data.x, data.labels, {.dim = m});
            const double value = wanted.at("mmda min").get<double>();
            EXPECT_NEAR(got.objective.value, value, 1e-3 * value);
            EXPECT_LE(got.objective.value, value * (1 + 1e-6));
            EXPECT_NEAR(smallest_pair(data, got.weights, 1e-5), got.objective.value, 1e-8);
            // The relaxation is the best of all such bounds.
            const double relaxed = wanted.at("mmda sdp bound").get<double>();
            EXPECT_GE(certified(got, "bound"), relaxed * (1 - 2e-5));
            EXPECT_LE(certified(got, "bound"), relaxed * 1.05);
            EXPECT_GE(certified(got, "bound"), got.objective.value);
            const Dense span = span_of(got.weights);
            const auto diagonal = golden_numbers(wanted.at("mmda diag of projector"));
            for (std::size_t j = 0; j < diagonal.size(); ++j)
                EXPECT_NEAR(span(static_cast<Index>(j), static_cast<Index>(j)), diagonal[j], 5e-3);
        }
    }
}

TEST(Mmda, IsNotBelowTheOthers) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const Labels labels = random_labels(80, 5, seed);
        SubspaceCase data{random_matrix(80, 7, seed), labels};
        for (Index i = 0; i < 80; ++i)
            for (Index j = 0; j < 4; ++j)
                data.x(i, j) += std::cos(1.0 + static_cast<double>(labels.of[at(i)] * (j + 2)));
        for (const Index m : {1, 2, 3}) {
            const double value = mmda(data.x, labels, {.dim = m}).objective.value;
            for (const DenseMatrix& other :
                 {flda(data.x, labels, {.dim = m}).weights, hmss(data.x, labels, {.dim = m}).weights,
                  gmss(data.x, labels, {.dim = m}).weights})
                EXPECT_GE(value, smallest_pair(data, other, 1e-5) * (1 - 1e-3)) << seed << " " << m;
        }
        // All directions: the subspace of FLDA.
        const Projection all = mmda(data.x, labels), fisher = flda(data.x, labels);
        EXPECT_LT(largest_difference(span_of(all.weights), span_of(fisher.weights)), 1e-8);
        EXPECT_EQ(certified(all, "gap"), 0.0);
    }
}

// One direction of the plane that three class means span: all of them, tried one by one.
TEST(Mmda, EqualsAGridOfDirections) {
    const SubspaceCase data = fixture_case(fixture("A"));
    const WhitenedCentroids centroids = whitened_centroids(data.x, data.labels, 1e-5, "test", {});
    ASSERT_EQ(centroids.rank(), 2);
    double best = 0.0;
    for (int step = 0; step < 20000; ++step) {
        const double angle = std::numbers::pi * step / 20000.0;
        DenseMatrix v(2, 1);
        v(0, 0) = std::cos(angle), v(1, 0) = std::sin(angle);
        best = std::max(best, smallest_distance(centroids, v));
    }
    EXPECT_NEAR(mmda(data.x, data.labels, {.dim = 1}).objective.value, best, 1e-3 * best);
}

TEST(Mmda, AnyWeightsGiveABound) {
    const SubspaceCase data = fixture_case(fixture("B"));
    const WhitenedCentroids centroids = whitened_centroids(data.x, data.labels, 1e-5, "test", {});
    const Index classes = centroids.points.rows();
    Random random(3);
    for (const Index m : {1, 2}) {
        const double value = mmda(data.x, data.labels, {.dim = m}).objective.value;
        for (int trial = 0; trial < 50; ++trial) {
            DenseMatrix weights(classes, classes);
            double sum = 0.0;
            for (Index i = 0; i < classes; ++i)
                for (Index j = i + 1; j < classes; ++j) sum += weights(i, j) = random.uniform();
            for (Index i = 0; i < classes; ++i)
                for (Index j = i + 1; j < classes; ++j) weights(i, j) /= sum;
            EXPECT_GE(weighted_bound(centroids, weights, m), value);
        }
    }
}

TEST(Mmda, OfTwoClassesIsFlda) {
    const Labels labels = random_labels(40, 2, 5);
    const DenseMatrix x = random_matrix(40, 6, 5);
    std::vector<std::string> said;
    Context context;
    context.warn = [&](const std::string& text) { said.push_back(text); };
    const Projection got = mmda(x, labels, {}, context);
    EXPECT_THAT(said,
                ::testing::ElementsAre("two classes have one discriminant direction: mmda is flda here"));
    EXPECT_LT(largest_difference(span_of(got.weights), span_of(flda(x, labels).weights)), 1e-10);
}

// Eq. 16, pair by pair as the paper writes it.
double arithmetic_sum(const DenseScatter& scatter, const Dense& w) {
    return sum_over_pairs(scatter, w, [](double between, double within) { return between / within; });
}

TEST(Atr, EqualsTheReference) {
    for (const char* name : {"A", "B"}) {
        const SubspaceCase data = fixture_case(fixture(name));
        const DenseScatter scatter = dense_scatter(data.x, data.labels);
        for (Index m = 1; m < data.labels.classes(); ++m) {
            SCOPED_TRACE(std::string(name) + " m=" + std::to_string(m));
            const auto& wanted =
                golden("corners").at("projectors").at(std::string(name) + " m=" + std::to_string(m));
            const Dense axes = Dense::Identity(data.x.cols(), m);
            EXPECT_NEAR(arithmetic_sum(scatter, axes), wanted.at("arith at I(:,1:m)").get<double>(), 1e-8);
            const Projection got =
                atr(data.x, data.labels, {.dim = m, .tolerance = 1e-8, .max_iterations = 2000});
            const double most = wanted.at("arith maximum").get<double>();
            EXPECT_NEAR(got.objective.value, most, 1e-5 * most);
            EXPECT_NEAR(arithmetic_sum(scatter, as_eigen(got.weights)), got.objective.value, 1e-6 * most);
            EXPECT_NEAR(got.objective.trace.front(), wanted.at("arith at trace ratio start").get<double>(),
                        1e-6 * most);
            for (std::size_t i = 1; i < got.objective.trace.size(); ++i)
                EXPECT_GE(got.objective.trace[i], got.objective.trace[i - 1]);
        }
    }
}

// The penalty takes away from what is maximized: with the printed sign it would reward dense rows.
TEST(Atr, ThePenaltyEmptiesRows) {
    const SubspaceCase data = fixture_case(fixture("B"));
    const auto length = [](const Projection& found) {
        double sum = 0.0;
        for (const double row : found.feature_weights) sum += row;
        return sum;
    };
    const Projection dense = atr(data.x, data.labels, {.dim = 2}),
                     sparse = atr(data.x, data.labels, {.dim = 2, .alpha = 50.0});
    EXPECT_LT(length(sparse), length(dense));
    EXPECT_LE(std::get<double>(*find(sparse.certificate, "sum")),
              std::get<double>(*find(dense.certificate, "sum")) * (1 + 1e-9));
    EXPECT_NEAR(sparse.objective.value,
                std::get<double>(*find(sparse.certificate, "sum")) - 50.0 * length(sparse), 1e-2);
}

TEST(Atr, RefusesScatterThatVanishes) {
    const Labels labels = random_labels(10, 3, 4);
    const DenseMatrix x = random_matrix(10, 30, 4);
    try {
        atr(x, labels, {.dim = 2});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(
            error.what(),
            "atr: the scatter within the classes is zero in 2 directions, as with fewer samples than "
            "features, so the criterion would have no limit for any classes: use pca=0.95 or fewer "
            "components");
    }
}

}  // namespace
}  // namespace tamis
