// SPEC against its definition by all eigenpairs of a dense matrix.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tamis/graph/health.hpp"
#include "tamis/methods/spec.hpp"
#include "tamis/methods/spec/relief_graph.hpp"
#include "tests/support/dense_spec.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::column_of;
using testing::dense_weights;
using testing::DenseSpec;
using testing::plain_laplacian;
using testing::random_labels;
using testing::random_matrix;
using Criterion = SpecOptions::Criterion;
using Similarity = SpecOptions::Similarity;

const Value& certificate(const Selection& selection, const std::string& name) {
    return value_at(selection.certificate, name);
}

// All three criteria for several powers.
void expect_definition(const DenseMatrix& x, const Inputs& inputs, SpecOptions options,
                       const DenseSpec& dense, const std::vector<double>& powers, double tolerance) {
    options.k = x.cols();
    for (const double power : powers)
        for (const Criterion criterion : {Criterion::phi1, Criterion::phi2, Criterion::phi3}) {
            options.power = power;
            options.criterion = criterion;
            options.clusters = criterion == Criterion::phi3 ? std::optional<Index>(5) : std::nullopt;
            const Selection got = spec(x, inputs, options);
            for (Index j = 0; j < x.cols(); ++j) {
                const Eigen::VectorXd f = column_of(x, j);
                const double wanted = criterion == Criterion::phi1   ? dense.phi1(f, power)
                                      : criterion == Criterion::phi2 ? dense.phi2(f, power)
                                                                     : dense.phi3(f, power, 5);
                EXPECT_NEAR(got.raw_scores[at(j)], wanted, tolerance * (1 + std::abs(wanted)))
                    << "power " << power << ", feature " << j;
            }
        }
}

TEST(SpecSpectrum, NeighborGraphs) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const DenseMatrix x = random_matrix(60, 19, seed);
        const Graph graph =
            build_graph(x, {.neighbors = 4, .self_loops = seed == 3, .symmetry = Symmetry::either});
        const Eigen::MatrixXd w = dense_weights(graph);
        const DenseSpec dense(plain_laplacian(w), w.rowwise().sum());
        expect_definition(x, {.graph = &graph}, {}, dense, {1, 2, 3, 4, 5, 0.5, 2.5}, 1e-10);
    }
}

// Two far groups: eigenvalue 0 is double.
TEST(SpecSpectrum, DisconnectedGraphs) {
    DenseMatrix x = random_matrix(60, 7, 4);
    for (Index i = 0; i < 60; ++i) x(i, 0) += i < 25 ? 0.0 : (i < 45 ? 100.0 : 300.0);
    const Graph graph = build_graph(x, {.neighbors = 3});
    std::vector<Index> components = connected_components(graph);
    ASSERT_GE(*std::max_element(components.begin(), components.end()), 2);
    const Eigen::MatrixXd w = dense_weights(graph);
    const DenseSpec dense(plain_laplacian(w), w.rowwise().sum());
    expect_definition(x, {.graph = &graph}, {}, dense, {1, 2, 3, 4, 5}, 1e-9);
}

TEST(SpecSpectrum, SignedReliefGraph) {
    const DenseMatrix x = random_matrix(60, 7, 5);
    const Labels labels = random_labels(60, 3, 5);
    const Graph graph = relief_graph(find_class_neighbors(x, labels, 3), labels);
    const DenseSpec dense(plain_laplacian(dense_weights(graph)), Eigen::VectorXd::Ones(60));
    ASSERT_LT(dense.values[0], -0.1) << "the graph is indefinite";
    expect_definition(x, {.labels = &labels}, {.similarity = Similarity::relieff, .relief_neighbors = 3},
                      dense, {1, 2, 3, 4, 5}, 1e-10);
}

TEST(SpecSpectrum, DiffusionKernel) {
    const DenseMatrix x = random_matrix(60, 7, 6);
    const Graph graph = build_graph(x, {.neighbors = 4, .weights = Weights::binary});
    const Eigen::MatrixXd laplacian = plain_laplacian(dense_weights(graph));
    for (const double beta : {0.01, 0.3, 4.0}) {
        const Eigen::MatrixXd kernel = testing::matrix_exponential(-beta * laplacian);
        const DenseSpec dense(Eigen::MatrixXd::Identity(60, 60) - kernel, Eigen::VectorXd::Ones(60));
        expect_definition(x, {.graph = &graph}, {.similarity = Similarity::diffusion, .beta = beta}, dense,
                          {1, 2, 3, 4, 5, 21, 1.5}, 1e-10);
    }
}

// Many features are worth the eigenvectors of the graph: nothing is cut off then.
TEST(SpecSpectrum, DiffusionOfManyFeatures) {
    const DenseMatrix x = random_matrix(90, 500, 16);
    const Graph graph = build_graph(x, {.neighbors = 4, .weights = Weights::binary});
    const Eigen::MatrixXd laplacian = plain_laplacian(dense_weights(graph));
    for (const double beta : {0.05, 1.0}) {
        const SpecOptions options{.k = 500, .similarity = Similarity::diffusion, .beta = beta};
        EXPECT_EQ(std::get<double>(certificate(spec(x, {.graph = &graph}, options), "truncation_error")), 0);
        const Eigen::MatrixXd kernel = testing::matrix_exponential(-beta * laplacian);
        const DenseSpec dense(Eigen::MatrixXd::Identity(90, 90) - kernel, Eigen::VectorXd::Ones(90));
        expect_definition(x, {.graph = &graph}, {.similarity = Similarity::diffusion, .beta = beta}, dense,
                          {1, 2, 4}, 1e-10);
    }
}

TEST(SpecSpectrum, DiffusionErrorBoundHolds) {
    const DenseMatrix x = random_matrix(80, 20, 7);
    const Graph graph = build_graph(x, {.neighbors = 5, .weights = Weights::binary});
    const Eigen::MatrixXd laplacian = plain_laplacian(dense_weights(graph));
    for (const double beta : {0.05, 1.0, 20.0}) {
        const Eigen::MatrixXd kernel = testing::matrix_exponential(-beta * laplacian);
        const Selection got =
            spec(x, {.graph = &graph}, {.k = 20, .similarity = Similarity::diffusion, .beta = beta});
        const double bound = std::get<double>(certificate(got, "truncation_error"));
        EXPECT_LT(bound, 1e-14);
        for (Index j = 0; j < 20; ++j) {
            Eigen::VectorXd f = column_of(x, j);
            f.array() -= f.mean();
            const double wanted = 1 - f.dot(kernel * f) / f.squaredNorm();
            // The second part is for the rounding of the sums and of the reference.
            EXPECT_NEAR(got.raw_scores[at(j)], wanted, bound + 2e-14);
        }
    }
    const Selection standard = spec(x, {.graph = &graph}, {.k = 20, .similarity = Similarity::diffusion});
    EXPECT_NEAR(std::get<double>(certificate(standard, "beta")), 80 / graph.volume(), 1e-15);
}

// Above 200 samples the eigenvectors come from Lanczos.
TEST(SpecSpectrum, LanczosFindsTheSame) {
    DenseMatrix x = random_matrix(400, 11, 8);
    for (Index i = 0; i < 400; ++i) x(i, 0) += i < 150 ? 0.0 : 100.0;
    const Labels labels = random_labels(400, 3, 8);
    const Graph graph = build_graph(x, {.neighbors = 5});
    const Eigen::MatrixXd w = dense_weights(graph);
    const DenseSpec dense(plain_laplacian(w), w.rowwise().sum());
    const Graph hits = relief_graph(find_class_neighbors(x, labels, 3), labels);
    const DenseSpec signed_dense(plain_laplacian(dense_weights(hits)), Eigen::VectorXd::Ones(400));
    for (const Index clusters : {2, 3, 8, 30}) {
        const SpecOptions options{.k = 11, .criterion = Criterion::phi3, .power = 2, .clusters = clusters};
        const Selection got = spec(x, {.graph = &graph}, options);
        EXPECT_EQ(got.stop, Stop::converged);
        SpecOptions relief = options;
        relief.similarity = Similarity::relieff;
        relief.relief_neighbors = 3;
        const Selection got_signed = spec(x, {.labels = &labels}, relief);
        for (Index j = 0; j < 11; ++j) {
            const Eigen::VectorXd f = column_of(x, j);
            EXPECT_NEAR(got.raw_scores[at(j)], dense.phi3(f, 2, clusters), 1e-7);
            EXPECT_NEAR(got_signed.raw_scores[at(j)], signed_dense.phi3(f, 2, clusters),
                        1e-7 * (1 + std::abs(signed_dense.phi3(f, 2, clusters))));
        }
        const auto& values = std::get<std::vector<double>>(certificate(got, "eigenvalues"));
        ASSERT_EQ(static_cast<Index>(values.size()), clusters - 1);
        for (Index p = 0; p + 1 < clusters; ++p)
            EXPECT_NEAR(values[at(p)], std::max(0.0, dense.values[p]), 1e-10);
        EXPECT_NEAR(std::get<double>(certificate(got, "gap")),
                    dense.values[clusters - 1] - std::max(0.0, dense.values[clusters - 2]), 1e-9);
    }
}

// Rings have double eigenvalues: a cut through a pair is warned of, a cut between pairs is not, and the whole
// pair gives a value that depends on no basis.
TEST(SpecSpectrum, WarnsOfEqualEigenvaluesAtTheCut) {
    constexpr Index n = 240;
    Graph ring;
    ring.samples = n;
    for (Index i = 0; i < n; ++i) {
        const Index left = (i + n - 1) % n, right = (i + 1) % n;
        for (const Index j : {std::min(left, right), std::max(left, right)}) {
            ring.neighbors.push_back(static_cast<Small>(j));
            ring.weights.push_back(1.0);
        }
        ring.row_start.push_back(static_cast<Index>(ring.neighbors.size()));
    }
    set_degrees(ring);
    const DenseMatrix x = random_matrix(n, 5, 9);
    const auto warnings_for = [&](Index clusters) {
        std::vector<std::string> warnings;
        Context context;
        context.warn = [&](const std::string& text) { warnings.push_back(text); };
        spec(x, {.graph = &ring}, {.k = 5, .criterion = Criterion::phi3, .clusters = clusters}, context);
        return warnings;
    };
    EXPECT_TRUE(warnings_for(3).empty());
    ASSERT_EQ(warnings_for(2).size(), 1U);
    EXPECT_THAT(warnings_for(2)[0], ::testing::HasSubstr("equal up to rounding"));
    EXPECT_EQ(warnings_for(4).size(), 1U);

    const Eigen::MatrixXd w = dense_weights(ring);
    const DenseSpec dense(plain_laplacian(w), w.rowwise().sum());
    const Selection got = spec(x, {.graph = &ring}, {.k = 5, .criterion = Criterion::phi3, .clusters = 5});
    for (Index j = 0; j < 5; ++j) EXPECT_NEAR(got.raw_scores[at(j)], dense.phi3(column_of(x, j), 1, 5), 1e-8);
}

TEST(SpecSpectrum, FewerClustersThanComponentsUseAllComponents) {
    DenseMatrix x = random_matrix(50, 6, 10);
    for (Index i = 0; i < 50; ++i) x(i, 0) += 1000.0 * static_cast<double>(i / 10);
    const Graph graph = build_graph(x, {.neighbors = 9});
    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    const Selection got =
        spec(x, {.graph = &graph}, {.k = 6, .criterion = Criterion::phi3, .clusters = 3}, context);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_THAT(warnings[0], ::testing::HasSubstr("5 components"));
    const Selection all = spec(x, {.graph = &graph}, {.k = 6, .criterion = Criterion::phi3, .clusters = 5});
    EXPECT_EQ(got.raw_scores, all.raw_scores);
}

}  // namespace
}  // namespace tamis
