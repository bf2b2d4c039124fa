// Q-alpha on many features, where G is never formed.
#include <gtest/gtest.h>

#include <cmath>

#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/methods/q_alpha.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index rows = 25, cols = 900;

// Two groupings of the samples, each carried by a quarter of the features.
DenseMatrix two_groupings() {
    DenseMatrix x = testing::random_matrix(rows, cols, 4);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j)
            x(i, j) = 0.3 * x(i, j) + 1.0 + (j % 4 == 0 ? 2.0 * static_cast<double>(i % 3) : 0.0) +
                      (j % 4 == 1 ? 3.0 * static_cast<double>(i % 2) : 0.0);
    return x;
}

void make_unit(DenseMatrix& x, bool center) {
    for (Index j = 0; j < cols; ++j) {
        double mean = 0.0, square = 0.0;
        for (Index i = 0; center && i < rows; ++i) mean += x(i, j) / static_cast<double>(rows);
        for (Index i = 0; i < rows; ++i) square += (x(i, j) - mean) * (x(i, j) - mean);
        for (Index i = 0; i < rows; ++i) x(i, j) = (x(i, j) - mean) / std::sqrt(square);
    }
}

// G·α for the Q that spans the leading eigenvectors of A_α, by the definition of G.
std::vector<double> image_of(const DenseMatrix& m, const std::vector<double>& alpha, Index clusters) {
    DenseMatrix a(rows, rows);
    for (Index i = 0; i < rows; ++i)
        for (Index l = 0; l < rows; ++l)
            for (Index j = 0; j < cols; ++j) a(i, l) += alpha[at(j)] * m(i, j) * m(l, j);
    const DenseEigen all = dense_eigen(std::move(a));
    DenseMatrix p(clusters, cols);
    for (Index c = 0; c < clusters; ++c)
        for (Index j = 0; j < cols; ++j)
            for (Index i = 0; i < rows; ++i) p(c, j) += all.vectors(rows - 1 - c, i) * m(i, j);
    std::vector<double> image(at(cols));
    for (Index j = 0; j < cols; ++j)
        for (Index l = 0; l < cols; ++l) {
            double product = 0.0, projected = 0.0;
            for (Index i = 0; i < rows; ++i) product += m(i, j) * m(i, l);
            for (Index c = 0; c < clusters; ++c) projected += p(c, j) * p(c, l);
            image[at(j)] += product * projected * alpha[at(l)];
        }
    return image;
}

TEST(QAlphaOnWideData, SolvesBothOfItsProblems) {
    for (const bool center : {true, false}) {
        DenseMatrix x = two_groupings();
        const QAlphaOptions options{.k = 3, .clusters = 2, .center = center};
        const Selection got = q_alpha(x, {}, options);
        ASSERT_EQ(got.stop, Stop::converged);
        for (std::size_t t = 1; t < got.objective.trace.size(); ++t)
            EXPECT_GE(got.objective.trace[t], got.objective.trace[t - 1] * (1 - 1e-12));
        make_unit(x, center);
        const std::vector<double> image = image_of(x, got.scores, 2);
        for (Index j = 0; j < cols; ++j)
            EXPECT_NEAR(image[at(j)], got.objective.value * got.scores[at(j)], 1e-6 * got.objective.value);
    }
}

// Dense data are swept in strips, sparse data are read twice for every product.
TEST(QAlphaOnWideData, SparseDataAndAnyNumberOfThreads) {
    const DenseMatrix x = two_groupings();
    const SparseMatrix compressed = to_sparse(x);
    for (const bool center : {true, false}) {
        const QAlphaOptions options{.k = 3, .clusters = 2, .center = center};
        const Selection got = q_alpha(x, {}, options), sparse = q_alpha(compressed, {}, options);
        EXPECT_EQ(got.selected, sparse.selected);
        for (Index j = 0; j < cols; ++j) EXPECT_NEAR(got.scores[at(j)], sparse.scores[at(j)], 1e-9);
        Context context;
        for (const int threads : {1, 2, 7}) {
            context.threads = threads;
            EXPECT_EQ(q_alpha(x, {}, options, context).scores, got.scores) << threads << " threads";
        }
    }
}

}  // namespace
}  // namespace tamis
