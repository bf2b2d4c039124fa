// Q-alpha against its definition with dense matrices.
#include "tamis/methods/q_alpha.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tests/support/dense_design.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

struct Reference {
    Eigen::VectorXd alpha;
    double objective;
};

Reference dense_q_alpha(Eigen::MatrixXd m, Index clusters, bool normalize, bool center) {
    if (center) m.rowwise() -= m.colwise().mean().eval();
    if (normalize) m.colwise().normalize();
    const Eigen::MatrixXd products = m.transpose() * m;
    Eigen::MatrixXd q = Eigen::BDCSVD<Eigen::MatrixXd>(m, Eigen::ComputeThinU).matrixU().leftCols(clusters);
    Reference result{Eigen::VectorXd::Zero(m.cols()), 0.0};
    for (int round = 0; round < 1000; ++round) {
        const Eigen::MatrixXd p = q.transpose() * m;
        const Eigen::MatrixXd g = products.cwiseProduct(p.transpose() * p);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(g);
        Eigen::VectorXd alpha = solver.eigenvectors().rightCols(1);
        if (alpha.sum() < 0) alpha = -alpha;
        const double change = (alpha - result.alpha).norm();
        result = {alpha, solver.eigenvalues()(m.cols() - 1)};
        if (change < 1e-11) break;
        const Eigen::HouseholderQR<Eigen::MatrixXd> qr(m * alpha.asDiagonal() * m.transpose() * q);
        q = qr.householderQ() * Eigen::MatrixXd::Identity(m.rows(), clusters);
    }
    return result;
}

// Clusters that some features carry.
DenseMatrix clustered(Index rows, Index cols, std::uint64_t seed) {
    DenseMatrix x = testing::random_matrix(rows, cols, seed);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j)
            x(i, j) = x(i, j) * 0.3 + 1.0 + (j % 4 == 0 ? 2.0 * static_cast<double>(i % 3) : 0.0);
    return x;
}

TEST(QAlphaMethod, EqualsTheDefinition) {
    for (const auto& [rows, cols] : {std::pair<Index, Index>{30, 12}, {10, 40}})
        for (const bool normalize : {true, false})
            for (const bool center : {true, false}) {
                const DenseMatrix x = clustered(rows, cols, 1);
                const Reference wanted = dense_q_alpha(testing::to_eigen(x), 3, normalize, center);
                const QAlphaOptions options{.k = 3, .clusters = 3, .normalize = normalize, .center = center};
                for (const bool sparse : {false, true}) {
                    const SparseMatrix compressed = to_sparse(x);
                    const Selection got =
                        q_alpha(sparse ? MatrixView(compressed) : MatrixView(x), {}, options);
                    EXPECT_EQ(got.stop, Stop::converged);
                    EXPECT_NEAR(got.objective.value, wanted.objective, 1e-9 * wanted.objective);
                    for (Index j = 0; j < cols; ++j) EXPECT_NEAR(got.scores[at(j)], wanted.alpha(j), 1e-7);
                    for (std::size_t t = 1; t < got.objective.trace.size(); ++t)
                        EXPECT_GE(got.objective.trace[t], got.objective.trace[t - 1] * (1 - 1e-12));
                }
            }
}

TEST(QAlphaMethod, FindsWhatCarriesTheClusters) {
    const DenseMatrix x = clustered(60, 20, 2);
    Selection got = q_alpha(x, {}, {.k = 5, .clusters = 2, .center = true});
    std::sort(got.selected.begin(), got.selected.end());
    EXPECT_EQ(got.selected, (std::vector<Index>{0, 4, 8, 12, 16}));
}

TEST(QAlphaMethod, ZerosHaveNoWeight) {
    for (const Index cols : {4, 9}) {
        const Selection got = q_alpha(DenseMatrix(6, cols), {}, {.k = 2, .clusters = 2});
        EXPECT_EQ(got.scores, std::vector<double>(at(cols), 0.0));
        EXPECT_EQ(got.selected, (std::vector<Index>{0, 1}));
        EXPECT_EQ(got.stop, Stop::converged);
    }
}

TEST(QAlphaMethod, TakesTheNumberOfClassesFromTheLabels) {
    const DenseMatrix x = clustered(30, 8, 3);
    const Labels labels = testing::random_labels(30, 3, 3);
    EXPECT_EQ(q_alpha(x, {.labels = &labels}, {.k = 4}).scores,
              q_alpha(x, {}, {.k = 4, .clusters = 3}).scores);
    EXPECT_THROW(q_alpha(x, {}, {.k = 4}), Error);
    EXPECT_THROW(q_alpha(x, {}, {.k = 4, .clusters = 9}), Error);
    EXPECT_THROW(q_alpha(x, {}, {.k = 4, .clusters = 0}), UsageError);
    EXPECT_TRUE(QAlphaOptions{}.needs().labels);
    EXPECT_FALSE(QAlphaOptions{.clusters = 2}.needs().labels);
}

}  // namespace
}  // namespace tamis
