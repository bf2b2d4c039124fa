// Variance, Fisher and Laplacian scores against the reference numbers and their definitions.
#include <gtest/gtest.h>

#include <cmath>

#include "tamis/methods/fisher.hpp"
#include "tamis/methods/laplacian.hpp"
#include "tamis/methods/variance.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::golden;
using testing::golden_labels;
using testing::golden_matrix;
using testing::golden_numbers;

void expect_close(const std::vector<double>& got, const std::vector<double>& wanted, double tolerance) {
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t j = 0; j < got.size(); ++j) {
        if (std::isinf(wanted[j]))
            EXPECT_EQ(got[j], wanted[j]) << "feature " << j;
        else
            EXPECT_NEAR(got[j], wanted[j], tolerance * (std::abs(wanted[j]) + 1e-3)) << "feature " << j;
    }
}

class ScoresFixture : public ::testing::TestWithParam<bool> {
  protected:
    ScoresFixture() {
        dense_ = golden_matrix(golden("selection").at("X"));
        sparse_ = to_sparse(dense_);
    }
    MatrixView x() const { return GetParam() ? MatrixView(sparse_) : MatrixView(dense_); }
    Labels labels() const { return golden_labels(golden("selection").at("y")); }
    std::vector<double> wanted(const std::string& key) const {
        return golden_numbers(golden("selection").at(key));
    }

    DenseMatrix dense_;
    SparseMatrix sparse_;
};

TEST_P(ScoresFixture, Variance) {
    const Selection result = variance(x(), {.k = 6});
    expect_close(result.raw_scores, wanted("variance"), 1e-12);
    EXPECT_EQ(result.selected, (std::vector<Index>{0, 1, 2, 5, 4, 3}));
}

TEST_P(ScoresFixture, Fisher) {
    const Selection result = fisher(x(), labels(), {.k = 6});
    expect_close(result.raw_scores, wanted("fisher score"), 1e-12);
    EXPECT_EQ(result.selected, golden("selection").at("fisher rank").get<std::vector<Index>>());
}

TEST_P(ScoresFixture, Laplacian) {
    const Graph graph = build_graph(x(), {.neighbors = 2});
    const Selection result = laplacian(x(), graph, {.k = 6});
    expect_close(result.raw_scores, wanted("laplacian score (He)"), 1e-11);
    EXPECT_EQ(result.selected, (std::vector<Index>{5, 0, 1, 2, 4, 3}));
    EXPECT_EQ(result.raw_direction, Direction::smaller);
}

INSTANTIATE_TEST_SUITE_P(Storage, ScoresFixture, ::testing::Bool(),
                         [](const auto& kind) { return kind.param ? "sparse" : "dense"; });

TEST(Fisher, BetweenAndWithinAddUpToTheVariance) {
    const DenseMatrix x = testing::random_matrix(200, 11, 1);
    const Labels labels = testing::random_labels(200, 4, 1);
    const std::vector<double> ratio = fisher(x, labels, {.k = 1}).raw_scores;
    const std::vector<double> spread = variance(x, {.k = 1}).raw_scores;
    for (Index j = 0; j < x.cols(); ++j) {
        double within = 0;
        for (int c = 0; c < 4; ++c) {
            double mean = 0, count = 0;
            for (Index i = 0; i < 200; ++i)
                if (labels.of[at(i)] == c) mean += x(i, j), ++count;
            mean /= count;
            for (Index i = 0; i < 200; ++i)
                if (labels.of[at(i)] == c) within += (x(i, j) - mean) * (x(i, j) - mean);
        }
        // b + e = n·var
        const double between = ratio[at(j)] * within;
        EXPECT_NEAR(between + within, 200 * spread[at(j)], 1e-9);
    }
}

TEST(Laplacian, EqualsTheDefinitionOnDenseMatrices) {
    const DenseMatrix x = testing::random_matrix(60, 5, 2);
    const Graph graph = build_graph(x, {.neighbors = 4});
    std::vector<std::vector<double>> w(60, std::vector<double>(60, 0.0));
    for (std::size_t i = 0; i < 60; ++i)
        for (auto p = at(graph.row_start[i]); p < at(graph.row_start[i + 1]); ++p)
            w[i][at(graph.neighbors[p])] = graph.weights[p];
    const std::vector<double> scores = laplacian(x, graph, {.k = 5}).raw_scores;
    for (Index j = 0; j < 5; ++j) {
        double mean = 0, volume = 0, roughness = 0, spread = 0;
        for (std::size_t a = 0; a < 60; ++a)
            for (std::size_t b = 0; b < 60; ++b) {
                mean += w[a][b] * x(static_cast<Index>(a), j);
                volume += w[a][b];
            }
        mean /= volume;
        for (std::size_t a = 0; a < 60; ++a)
            for (std::size_t b = 0; b < 60; ++b) {
                const double fa = x(static_cast<Index>(a), j), fb = x(static_cast<Index>(b), j);
                roughness += 0.5 * w[a][b] * (fa - fb) * (fa - fb);
                spread += w[a][b] * (fa - mean) * (fa - mean);
            }
        EXPECT_NEAR(scores[at(j)], roughness / spread, 1e-12);
    }
}

TEST(Laplacian, IsolatedSamplesTakeNoPart) {
    // Three samples far away from the other: its heat weights underflow to 0.
    DenseMatrix x(4, 2);
    const double first[] = {0, 1, 3, 1e9}, second[] = {5, 5, 5, 7};
    for (Index i = 0; i < 4; ++i) {
        x(i, 0) = first[i];
        x(i, 1) = second[i];
    }
    const Graph graph = build_graph(x, {.neighbors = 1, .bandwidth = 1.0});
    ASSERT_EQ(graph.degrees[3], 0.0);
    const Selection result = laplacian(x, graph, {.k = 2});
    const std::vector<Index> three{0, 1, 2};
    const Matrix rest = take_rows(x, three);
    const Selection without =
        laplacian(rest, build_graph(rest, {.neighbors = 1, .bandwidth = 1.0}), {.k = 2});
    EXPECT_EQ(result.raw_scores, without.raw_scores);
    EXPECT_TRUE(std::isinf(result.raw_scores[1]))
        << "the second feature is constant among those that take part";
}

}  // namespace
}  // namespace tamis
