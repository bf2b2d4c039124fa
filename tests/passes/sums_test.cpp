#include "tamis/passes/sums.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tamis/passes/four_distances.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(Sums, AgreeWithTheDefinitionsForEveryLength) {
    for (Index cols = 0; cols < 40; ++cols) {
        const DenseMatrix x = testing::random_matrix(2, cols, static_cast<std::uint64_t>(cols));
        double norm = 0.0, distance = 0.0, scaled = 0.0, product = 0.0;
        for (Index j = 0; j < cols; ++j) {
            norm += x(0, j) * x(0, j);
            distance += (x(0, j) - x(1, j)) * (x(0, j) - x(1, j));
            scaled += (x(0, j) / 2 - x(1, j) / 3) * (x(0, j) / 2 - x(1, j) / 3);
            product += x(0, j) / 2 * x(1, j) / 3;
        }
        EXPECT_NEAR(squared_norm(x.row(0), cols), norm, 1e-13);
        EXPECT_NEAR(squared_distance(x.row(0), x.row(1), cols), distance, 1e-13);
        EXPECT_NEAR(scaled_distance(x.row(0), 2, x.row(1), 3, cols), scaled, 1e-13);
        EXPECT_NEAR(scaled_product(x.row(0), 2, x.row(1), 3, cols), product, 1e-13);
        EXPECT_NEAR(euclidean_length(x.row(0), cols), std::sqrt(norm), 1e-13);
    }
}

TEST(Sums, HaveTheSameBitsFourAtATime) {
    for (Index cols = 0; cols < 40; ++cols) {
        const DenseMatrix x = testing::random_matrix(5, cols, 100 + static_cast<std::uint64_t>(cols));
        const auto four = squared_distances(x.row(0), {x.row(1), x.row(2), x.row(3), x.row(4)}, cols);
        for (Index p = 0; p < 4; ++p)
            EXPECT_EQ(four[at(p)], squared_distance(x.row(0), x.row(1 + p), cols)) << cols;
    }
}

TEST(Sums, HaveTheSameBitsForSparseRows) {
    DenseMatrix x = testing::random_counts(2, 501, 0.2, 3);
    for (Index i = 0; i < 2 * 501; ++i) x.data()[i] *= 0.3;
    const SparseMatrix sparse = to_sparse(x);
    const SparseRow a = sparse.view().row(0), b = sparse.view().row(1);
    EXPECT_EQ(squared_norm(a), squared_norm(x.row(0), 501));
    EXPECT_EQ(squared_distance(a, b), squared_distance(x.row(0), x.row(1), 501));
    EXPECT_EQ(scaled_distance(a, 1.7, b, 0.3), scaled_distance(x.row(0), 1.7, x.row(1), 0.3, 501));
    EXPECT_EQ(scaled_product(a, 1.7, b, 0.3), scaled_product(x.row(0), 1.7, x.row(1), 0.3, 501));
    EXPECT_EQ(euclidean_length(a), euclidean_length(x.row(0), 501));
}

TEST(EuclideanLength, SurvivesUnderflow) {
    const double tiny[] = {3e-200, 4e-200};
    EXPECT_DOUBLE_EQ(euclidean_length(tiny, 2), 5e-200);
    const double zero[] = {0.0, -0.0};
    EXPECT_EQ(euclidean_length(zero, 2), 0.0);
}

}  // namespace
}  // namespace tamis
