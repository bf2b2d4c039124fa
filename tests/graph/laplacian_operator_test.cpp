#include "tamis/graph/laplacian_operator.hpp"

#include <gmock/gmock.h>

#include "tamis/graph/build.hpp"
#include "tamis/graph/edge_energy.hpp"
#include "tamis/graph/user_graph.hpp"
#include "tests/graph/support.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::random_counts;
using testing::random_matrix;
using testing::weight_matrix;

// L or D^-1/2 L D^-1/2 times a column, from the definition.
double product(const Graph& graph, LaplacianKind kind, const DenseMatrix& x, Index i, Index c) {
    const DenseMatrix w = weight_matrix(graph);
    const auto degree = [&](Index l) { return graph.degrees[at(l)]; };
    double sum = 0.0;
    for (Index l = 0; l < graph.samples; ++l) {
        double entry = (i == l ? degree(i) : 0.0) - w(i, l);
        if (kind == LaplacianKind::normalized)
            entry = degree(i) > 0 && degree(l) > 0 ? entry / std::sqrt(degree(i) * degree(l)) : 0.0;
        sum += entry * x(l, c);
    }
    return sum;
}

TEST(ApplyLaplacian, AgreesWithTheDenseDefinition) {
    const DenseMatrix x = random_matrix(50, 7, 1);
    DenseMatrix points = random_matrix(50, 3, 2);
    points(49, 0) = 1e9;  // isolated: its weights underflow
    for (const bool loops : {false, true}) {
        Graph graph = build_graph(points, {.neighbors = 4, .self_loops = loops, .bandwidth = 2.0});
        for (const LaplacianKind kind : {LaplacianKind::plain, LaplacianKind::normalized}) {
            DenseMatrix out(50, 7), shifted(50, 7);
            apply_laplacian(graph, kind, {}, x.data(), out.data(), 7);
            apply_laplacian(graph, kind, {.own = 2.0, .scale = -0.5}, x.data(), shifted.data(), 7);
            for (Index i = 0; i < 50; ++i)
                for (Index c = 0; c < 7; ++c) {
                    const double expected = product(graph, kind, x, i, c);
                    EXPECT_NEAR(out(i, c), expected, 1e-12);
                    EXPECT_NEAR(shifted(i, c), 2.0 * x(i, c) - 0.5 * expected, 1e-12);
                }
        }
    }
}

TEST(ApplyLaplacian, GivesExactlyZeroForConstants) {
    const Graph graph = build_graph(random_matrix(30, 3, 2), {.neighbors = 3});
    const std::vector<double> ones(30, 0.3);
    std::vector<double> out(30, 5.0);
    apply_laplacian(graph, LaplacianKind::plain, {}, ones.data(), out.data(), 1);
    EXPECT_THAT(out, ::testing::Each(0.0));
}

TEST(EdgeEnergy, IsHalfTheDoubleSum) {
    for (const Index cols : {1, 6, 300, 2100}) {
        const DenseMatrix x = random_matrix(150, cols, 4);
        const Graph graph = build_graph(x, {.neighbors = 6, .self_loops = true});
        const DenseMatrix w = weight_matrix(graph);
        const std::vector<double> energy = edge_energy(graph, x);
        ASSERT_EQ(static_cast<Index>(energy.size()), cols);
        for (Index c = 0; c < cols; ++c) {
            double sum = 0.0;
            for (Index i = 0; i < 150; ++i)
                for (Index l = 0; l < 150; ++l) sum += w(i, l) * (x(i, c) - x(l, c)) * (x(i, c) - x(l, c));
            ASSERT_NEAR(energy[at(c)], sum / 2, 1e-12 * sum);
        }
    }
}

TEST(EdgeEnergy, IsTheSameForSparseData) {
    const DenseMatrix x = random_counts(700, 40, 0.1, 5);
    const Graph graph = build_graph(x, {.neighbors = 4});
    const std::vector<double> dense = edge_energy(graph, x), sparse = edge_energy(graph, to_sparse(x));
    for (std::size_t c = 0; c < dense.size(); ++c) EXPECT_NEAR(sparse[c], dense[c], 1e-12 * dense[c]);
}

TEST(EdgeEnergy, IsExactlyZeroForConstantColumns) {
    DenseMatrix x = random_matrix(100, 3, 6);
    for (Index i = 0; i < 100; ++i) x(i, 1) = 1e8 + 0.1;
    EXPECT_EQ(edge_energy(build_graph(x), x)[1], 0.0);
}

TEST(EdgeEnergy, HasTheSameBitsOnAnyNumberOfThreads) {
    const DenseMatrix x = random_matrix(3000, 33, 7);
    const Graph graph = build_graph(x);
    for (const bool sparse : {false, true}) {
        const Matrix data = sparse ? Matrix(to_sparse(x)) : Matrix(x);
        const std::vector<double> one = edge_energy(graph, data, {.threads = 1});
        for (const int threads : {2, 7}) EXPECT_EQ(edge_energy(graph, data, {.threads = threads}), one);
    }
}

TEST(EdgeEnergy, RefusesAnotherNumberOfSamples) {
    const Graph graph = build_graph(random_matrix(10, 3, 7));
    EXPECT_THROW(edge_energy(graph, random_matrix(11, 3, 7)), Error);
}

}  // namespace
}  // namespace tamis
