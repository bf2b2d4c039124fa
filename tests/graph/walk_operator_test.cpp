// Products, energies and loading against dense matrices.
#include "tamis/graph/walk_operator.hpp"

#include <gtest/gtest.h>

#include "tamis/graph/build.hpp"
#include "tamis/methods/spec/relief_graph.hpp"
#include "tests/support/dense_spec.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::column_of;
using testing::random_matrix;

TEST(WalkOperator, MatchesDenseMatrices) {
    const DenseMatrix x = random_matrix(40, 19, 1);
    const Graph graph = build_graph(x, {.neighbors = 4, .self_loops = true});
    const Eigen::MatrixXd w = testing::dense_weights(graph);
    const Eigen::VectorXd degrees = w.rowwise().sum();
    const Eigen::MatrixXd laplacian = testing::plain_laplacian(w);
    const std::vector<char> all(40, 1);
    for (const auto kind : {WalkOperator::Kind::by_degree, WalkOperator::Kind::plain}) {
        const WalkOperator walk(graph, all, kind);
        const Eigen::VectorXd measure =
            kind == WalkOperator::Kind::plain ? Eigen::VectorXd::Ones(40).eval() : degrees;
        const Eigen::MatrixXd a = measure.cwiseInverse().asDiagonal() * laplacian;
        EXPECT_LE(a.eigenvalues().real().maxCoeff(), walk.upper() + 1e-12);
        std::vector<double> block(40 * WalkOperator::width), out(block.size());
        for (const Index column : {0, 16}) {
            for (const bool sparse : {false, true}) {
                if (sparse)
                    walk.load(to_sparse(x), column, block.data());
                else
                    walk.load(x, column, block.data());
                walk.apply(block.data(), out.data());
                double energies[WalkOperator::width] = {}, squares[WalkOperator::width] = {};
                walk.add_energies(block.data(), energies);
                walk.add_squares(block.data(), squares);
                for (Index c = 0; c < WalkOperator::width; ++c) {
                    const Eigen::VectorXd f =
                        column + c < 19 ? column_of(x, column + c) : Eigen::VectorXd::Zero(40).eval();
                    const Eigen::VectorXd image = a * f;
                    for (Index i = 0; i < 40; ++i)
                        EXPECT_NEAR(out[at(i * WalkOperator::width + c)], image[i], 1e-13);
                    EXPECT_NEAR(energies[c], f.dot(laplacian * f), 1e-12);
                    EXPECT_NEAR(squares[c], f.dot(measure.cwiseProduct(f)), 1e-12);
                }
            }
        }
        const Eigen::VectorXd root = measure.cwiseSqrt(), inverse = root.cwiseInverse();
        const Eigen::VectorXd f = column_of(x, 3);
        const Eigen::VectorXd wanted = inverse.asDiagonal() * laplacian * inverse.asDiagonal() * f;
        Eigen::VectorXd got(40);
        walk.apply_symmetric(f.data(), got.data(), {});
        EXPECT_LT((got - wanted).norm(), 1e-13);
    }
}

TEST(WalkOperator, ConstantsGiveExactlyZero) {
    DenseMatrix x(30, 1);
    for (Index i = 0; i < 30; ++i) x(i, 0) = 0.1;
    const Graph graph = build_graph(random_matrix(30, 3, 2), {.neighbors = 3});
    const WalkOperator walk(graph, std::vector<char>(30, 1), WalkOperator::Kind::by_degree);
    std::vector<double> block(30 * WalkOperator::width), out(block.size(), 1.0);
    walk.load(x, 0, block.data());
    walk.apply(block.data(), out.data());
    for (const double value : out) EXPECT_EQ(value, 0.0);
}

TEST(ReliefGraph, HoldsHitsAndMisses) {
    const DenseMatrix x = random_matrix(50, 4, 3);
    const Labels labels = testing::random_labels(50, 3, 3);
    const ClassNeighbors lists = find_class_neighbors(x, labels, 3);
    const Graph graph = relief_graph(lists, labels);
    Eigen::MatrixXd w = Eigen::MatrixXd::Zero(50, 50);
    for (Index i = 0; i < 50; ++i)
        for (Index c = 0; c < 3; ++c)
            for (const Small j : lists.of(i, c))
                w(i, j) += (c == labels.of[at(i)] ? 1.0 : -0.5) / static_cast<double>(lists.of(i, c).size());
    EXPECT_LT((testing::dense_weights(graph) - 0.5 * (w + w.transpose())).cwiseAbs().maxCoeff(), 1e-15);
    for (Index i = 0; i < 50; ++i)
        EXPECT_TRUE(std::is_sorted(graph.neighbors.begin() + graph.row_start[at(i)],
                                   graph.neighbors.begin() + graph.row_start[at(i) + 1]));
}

}  // namespace
}  // namespace tamis
