// PCA, FLDA, trace ratio, aPAC, HMSS and GMSS against the fixtures, their definitions and their theorems.
#include <gmock/gmock.h>

#include "tamis/core/error.hpp"
#include "tamis/core/random.hpp"
#include "tamis/numeric/project_rows.hpp"
#include "tamis/subspace/all.hpp"
#include "tamis/subspace/pair_means.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {
namespace {

using namespace testing;

class Fixture : public ::testing::TestWithParam<std::string> {
  protected:
    const nlohmann::json& entry() const { return fixture(GetParam()); }
};

TEST_P(Fixture, TheFormulaMakesTheData) {
    const SubspaceCase made = formula_case(entry().at("sizes").get<std::vector<int>>(), entry().at("d"),
                                           entry().at("noise"), entry().at("sep"));
    const SubspaceCase given = fixture_case(entry());
    EXPECT_LT(largest_difference(as_eigen(made.x), as_eigen(given.x)), 1e-12);
    const DenseScatter scatter = dense_scatter(given.x, given.labels);
    EXPECT_LT(largest_difference(scatter.within, golden_dense(entry().at("Sw"))), 1e-10);
    EXPECT_LT(largest_difference(scatter.between, golden_dense(entry().at("Sb"))), 1e-10);
}

TEST_P(Fixture, Pca) {
    const SubspaceCase data = fixture_case(entry());
    const Projection found = pca(data.x, {.dim = 0.95});
    const auto expected = golden_numbers(entry().at("pca95_eigenvalues"));
    ASSERT_EQ(found.eigenvalues.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(found.eigenvalues[i], expected[i], 1e-9 * expected[0]);
    EXPECT_GE(found.objective.value, 0.95);
}

TEST_P(Fixture, ClosedFormsAndMeans) {
    const SubspaceCase data = fixture_case(entry());
    for (const auto& expected : entry().at("m")) {
        const Index m = expected.at("m");
        SCOPED_TRACE(m);
        const Projection ratio = tr_lda(data.x, data.labels, {.dim = m});
        EXPECT_NEAR(ratio.objective.value, expected.at("trace_ratio").at("lam").get<double>(), 1e-8);
        EXPECT_LT(
            largest_difference(span_of(ratio.weights), golden_dense(expected["trace_ratio"]["projector"])),
            1e-8);
        const Projection fisher = flda(data.x, data.labels, {.dim = m});
        EXPECT_NEAR(fisher.objective.value, expected.at("flda").at("eigenvalue_sum").get<double>(), 1e-8);
        EXPECT_LT(largest_difference(span_of(fisher.weights), golden_dense(expected["flda"]["projector"])),
                  1e-8);
        const Projection accuracy = apac(data.x, data.labels, {.dim = m});
        EXPECT_LT(largest_difference(span_of(accuracy.weights), golden_dense(expected["apac"]["projector"])),
                  1e-8);
        const Projection harmonic = hmss(data.x, data.labels, {.dim = m});
        EXPECT_NEAR(harmonic.objective.value, expected.at("hmss").at("objective").get<double>(), 1e-9);
        EXPECT_LT(largest_difference(span_of(harmonic.weights), golden_dense(expected["hmss"]["projector"])),
                  1e-7);
        const Projection geometric = gmss(data.x, data.labels, {.dim = m});
        EXPECT_NEAR(geometric.objective.value, expected.at("gmss").at("objective").get<double>(), 1e-9);
        EXPECT_LT(largest_difference(span_of(geometric.weights), golden_dense(expected["gmss"]["projector"])),
                  1e-7);
        for (const Projection* result : {&ratio, &fisher, &accuracy, &harmonic, &geometric})
            EXPECT_EQ(result->stop, Stop::converged);
    }
}

TEST_P(Fixture, ApacWeights) {
    const SubspaceCase data = fixture_case(entry());
    const auto& expected = entry().at("m").at(0).at("apac");
    const WhitenedCentroids centroids = whitened_centroids(data.x, data.labels, 1e-5, "apac", {});
    const DenseMatrix f = apac_weights(centroids, ApacOptions::Distance::covariance);
    EXPECT_LT(largest_difference(as_eigen(f), golden_dense(expected.at("f"))), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Golden, Fixture, ::testing::Values("A", "B"),
                         [](const auto& entry) { return entry.param; });

}  // namespace
}  // namespace tamis
