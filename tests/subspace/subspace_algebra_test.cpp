// Bases, singular values and the search over subspaces, against plain dense forms.
#include <gtest/gtest.h>

#include <numeric>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/subspace/whitened/grassmann.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using namespace testing;

void expect_orthonormal(const DenseMatrix& q) {
    const Dense dense = as_eigen(q);
    EXPECT_LT(largest_difference(dense.transpose() * dense, Dense::Identity(q.cols(), q.cols())), 1e-13);
}

TEST(OrthonormalColumns, ShortTallAndNearlyDependent) {
    for (const Index rows : {5, 300, 5000}) {
        const DenseMatrix a = random_matrix(rows, 4, 1);
        const DenseMatrix q = orthonormal_columns(a);
        expect_orthonormal(q);
        EXPECT_LT(largest_difference(as_eigen(q) * as_eigen(q).transpose() * as_eigen(a), as_eigen(a)),
                  1e-12);
    }
    DenseMatrix near = random_matrix(5000, 3, 2);
    for (Index i = 0; i < 5000; ++i) near(i, 2) = near(i, 0) + 1e-12 * near(i, 1);
    expect_orthonormal(orthonormal_columns(near));
}

TEST(ThinSvd, MultipliesBack) {
    for (const Index rows : {3, 20}) {
        const DenseMatrix a = random_matrix(rows, 3, 3);
        const ThinSvd svd = thin_svd(a);
        expect_orthonormal(svd.left);
        expect_orthonormal(svd.right);
        const Eigen::Map<const Eigen::VectorXd> values(svd.values.data(), 3);
        EXPECT_LT(
            largest_difference(as_eigen(svd.left) * values.asDiagonal() * as_eigen(svd.right).transpose(),
                               as_eigen(a)),
            1e-13);
        EXPECT_GE(svd.values[0], svd.values[1]);
        EXPECT_GE(svd.values[1], svd.values[2]);
    }
}

TEST(SmallestDenseEigen, IsTheBeginningOfAll) {
    const DenseMatrix half = random_matrix(12, 12, 4);
    const DenseMatrix symmetric = product_tn(half, half);
    const DenseEigen all = dense_eigen(symmetric), some = smallest_dense_eigen(symmetric, 5, {});
    ASSERT_EQ(some.vectors.rows(), 5);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(some.values[i], all.values[i]);
    EXPECT_EQ(smallest_dense_eigen(symmetric, 20, {}).vectors.rows(), 12);
}

TEST(Geodesic, StaysOrthonormalAndItsTangentIsTheDerivative) {
    const DenseMatrix v = orthonormal_columns(random_matrix(8, 3, 9));
    DenseMatrix h = random_matrix(8, 3, 10);
    add_scaled(h, -1.0, product(v, product_tn(v, h)));
    const Geodesic curve(v, h);
    EXPECT_LT(largest_difference(as_eigen(curve.point_at(0.0)), as_eigen(v)), 1e-13);
    EXPECT_LT(largest_difference(as_eigen(curve.tangent(0.0)), as_eigen(h)), 1e-12);
    for (const double step : {0.1, 1.0, 7.0}) {
        expect_orthonormal(curve.point_at(step));
        const Dense slope =
            (as_eigen(curve.point_at(step + 1e-6)) - as_eigen(curve.point_at(step - 1e-6))) / 2e-6;
        EXPECT_LT(largest_difference(slope, as_eigen(curve.tangent(step))), 1e-7);
    }
}

TEST(MinimizeOnGrassmann, FindsTheLeadingEigenspace) {
    const DenseMatrix half = random_matrix(15, 15, 11);
    const DenseMatrix symmetric = product_tn(half, half);
    const auto value = [&](const DenseMatrix& v, DenseMatrix& gradient) {
        gradient = product(symmetric, v);
        const double sum = inner_product(v, gradient);
        scale(gradient, -2.0);
        return -sum;
    };
    const GrassmannResult found = minimize_on_grassmann(random_matrix(15, 4, 12), value, 1e-9, 1000);
    EXPECT_EQ(found.stop, Stop::converged);
    const std::vector<double> values = dense_eigen(symmetric).values;
    EXPECT_NEAR(-found.trace.back(), std::accumulate(values.end() - 4, values.end(), 0.0), 1e-9);
    for (std::size_t i = 1; i < found.trace.size(); ++i)
        EXPECT_LE(found.trace[i], found.trace[i - 1] + 1e-10);
    const GrassmannResult stopped = minimize_on_grassmann(random_matrix(15, 4, 12), value, 1e-9, 2);
    EXPECT_EQ(stopped.stop, Stop::iteration_limit);
    EXPECT_EQ(stopped.iterations, 2);
}

}  // namespace
}  // namespace tamis
