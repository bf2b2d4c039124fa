// Products with the data, small factorizations, leading eigenvectors: each against Eigen.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "tamis/algebra/cholesky.hpp"
#include "tamis/algebra/leading_eigenpairs.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/error.hpp"
#include "tamis/passes/products.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> map(const DenseMatrix& x) { return {x.data(), x.rows(), x.cols()}; }

TEST(Products, EqualTheMatrixProducts) {
    for (const Index cols : {3, 700}) {
        const DenseMatrix x = testing::random_counts(300, cols, 0.3, 1);
        const SparseMatrix sparse = to_sparse(x);
        const DenseMatrix block = testing::random_matrix(300, 5, 2),
                          rows = testing::random_matrix(5, cols, 3);
        for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)}) {
            DenseMatrix left(5, cols), right(300, 5), gathered(300, 2);
            left_products(view, block.data(), 5, left.data());
            right_products(view, rows.data(), 5, right.data());
            EXPECT_LE((map(left) - map(block).transpose() * map(x)).cwiseAbs().maxCoeff(), 1e-11);
            EXPECT_LE((map(right) - map(x) * map(rows).transpose()).cwiseAbs().maxCoeff(), 1e-11);
            gather_columns(view, std::vector<Index>{2, 0}, gathered.data());
            EXPECT_EQ(map(gathered).col(0), map(x).col(2));
            EXPECT_EQ(map(gathered).col(1), map(x).col(0));
            const std::vector<double> squares = squared_columns(view);
            for (Index j = 0; j < cols; ++j) EXPECT_EQ(squares[at(j)], map(x).col(j).squaredNorm());
        }
    }
}

TEST(Factor, CholeskyAndTriangularSystems) {
    const DenseMatrix x = testing::random_matrix(20, 12, 4);
    const RowMajor c = map(x).transpose() * map(x);
    RowMajor lower = c;
    ASSERT_TRUE(factor_cholesky(lower.data(), 12));
    EXPECT_LE((lower * lower.transpose() - c).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_EQ(lower(0, 5), 0.0);
    RowMajor block = RowMajor::Random(12, 3);
    const RowMajor wanted = c.inverse() * block;
    solve_lower(lower.data(), 12, block.data(), 3, 3);
    solve_lower_transposed(lower.data(), 12, block.data(), 3, 3);
    EXPECT_LE((block - wanted).cwiseAbs().maxCoeff(), 1e-10);
    RowMajor indefinite = -c;
    EXPECT_FALSE(factor_cholesky(indefinite.data(), 12));
    EXPECT_TRUE(factor_cholesky(nullptr, 0));
}

TEST(Factor, Eigenvectors) {
    const DenseMatrix x = testing::random_matrix(20, 12, 5);
    const RowMajor c = map(x).transpose() * map(x);
    const DenseEigen got = dense_eigen(c.data(), 12);
    const Eigen::Map<const RowMajor> vectors(got.vectors.data(), 12, 12);
    EXPECT_LE((vectors * vectors.transpose() - RowMajor::Identity(12, 12)).cwiseAbs().maxCoeff(), 1e-13);
    for (Index i = 0; i < 12; ++i) {
        const double value = got.values[at(i)];
        EXPECT_LE((c * vectors.row(i).transpose() - value * vectors.row(i).transpose()).norm(), 1e-11);
        EXPECT_GE(value, got.values[at(std::max<Index>(0, i - 1))]);
    }
}

TEST(LeadingEigenvectors, OfAnOperator) {
    for (const auto& [rows, cols, count] :
         {std::tuple<Index, Index, Index>{60, 150, 7}, {200, 100, 1}, {10, 6, 6}, {5, 40, 9}}) {
        const DenseMatrix x = testing::random_matrix(rows, cols, 6);
        const Eigen::MatrixXd a = map(x).transpose() * map(x);
        const LeadingEigen got = leading_eigen(
            cols, count,
            [&, size = cols](const double* in, double* out) {
                Eigen::Map<Eigen::VectorXd>(out, size) = a * Eigen::Map<const Eigen::VectorXd>(in, size);
            },
            {}, 1e-12);
        ASSERT_TRUE(got.converged);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> wanted(a);
        for (Index c = 0; c < count; ++c) {
            const double value = std::max(0.0, wanted.eigenvalues()(cols - 1 - c));
            EXPECT_NEAR(got.values[at(c)], value, 1e-9 * wanted.eigenvalues()(cols - 1));
            const Eigen::VectorXd v = map(got.vectors).row(c);
            EXPECT_NEAR(v.norm(), 1.0, 1e-12);
            EXPECT_LE((a * v - value * v).norm(), 1e-9 * wanted.eigenvalues()(cols - 1));
        }
    }
}

// From a start that is close, a few products are enough.
TEST(LeadingEigenvectors, NearTheStart) {
    const DenseMatrix x = testing::random_matrix(50, 300, 7);
    const Eigen::MatrixXd a = map(x).transpose() * map(x);
    int products = 0;
    const auto apply = [&](const double* in, double* out) {
        ++products;
        Eigen::Map<Eigen::VectorXd>(out, 300) = a * Eigen::Map<const Eigen::VectorXd>(in, 300);
    };
    const LeadingEigen wanted = leading_eigen(300, 2, apply, {}, 1e-12);
    const int from_afar = products;
    std::vector<double> start(300);
    for (Index i = 0; i < 300; ++i) start[at(i)] = wanted.vectors(0, i) + 1e-7 * static_cast<double>(i % 5);
    for (const Index count : {1, 2}) {
        products = 0;
        const LeadingEigen got = leading_eigen(300, count, apply, start, 1e-9, {}, EigenSearch::nearby);
        EXPECT_TRUE(got.converged);
        EXPECT_LT(products, count == 1 ? from_afar / 2 : from_afar);
        for (Index c = 0; c < count; ++c) {
            EXPECT_NEAR(got.values[at(c)], wanted.values[at(c)], 1e-9 * wanted.values[0]);
            const Eigen::VectorXd v = map(got.vectors).row(c);
            EXPECT_LE((a * v - got.values[at(c)] * v).norm(), 2e-9 * wanted.values[0]);
        }
    }
}

// The start vector is already an eigenvector, and the operator vanishes: both are fine.
TEST(LeadingEigenvectors, DegenerateStarts) {
    std::vector<double> start(8, 0.0);
    start[3] = 1.0;
    const auto diagonal = [](const double* in, double* out) {
        for (Index i = 0; i < 8; ++i) out[i] = static_cast<double>(i) * in[i];
    };
    EXPECT_NEAR(leading_eigen(8, 1, diagonal, start, 1e-12).values[0], 7.0, 1e-12);
    EXPECT_EQ(leading_eigen(8, 1, diagonal, start, 1e-12, {}, EigenSearch::nearby).values[0], 3.0);
    const auto zero = [](const double*, double* out) { std::fill_n(out, 8, 0.0); };
    const LeadingEigen got = leading_eigen(8, 2, zero, {}, 1e-12);
    EXPECT_TRUE(got.converged);
    EXPECT_EQ(got.values[0], 0.0);
}

}  // namespace
}  // namespace tamis
