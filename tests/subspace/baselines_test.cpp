// PCA, FLDA, trace ratio, aPAC, HMSS and GMSS against the fixtures, their definitions and their theorems.
#include <gmock/gmock.h>

#include <functional>

#include "tamis/core/error.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/subspace/all.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tamis/subspace/whitened/apac_weights.hpp"
#include "tamis/subspace/whitened/pair_means.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

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
    const DenseMatrix f = apac_weights(centroids, ApacOptions::Within::covariance);
    EXPECT_LT(largest_difference(as_eigen(f), golden_dense(expected.at("f"))), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Golden, Fixture, ::testing::Values("A", "B"),
                         [](const auto& entry) { return entry.param; });

TEST(Pca, BothSidesGiveTheSame) {
    const DenseMatrix x = random_matrix(30, 12, 1);
    const DenseMatrix turned = transposed(x).dense();
    const Projection tall = pca(x), wide = pca(turned);
    EXPECT_LT(largest_difference(as_eigen(tall.weights).transpose() * as_eigen(tall.weights),
                                 Dense::Identity(12, 12)),
              1e-12);
    EXPECT_LT(largest_difference(as_eigen(wide.weights).transpose() * as_eigen(wide.weights),
                                 Dense::Identity(wide.dim(), wide.dim())),
              1e-12);
    const Dense centered = as_eigen(x).rowwise() - as_eigen(x).colwise().mean();
    const Dense image = centered.transpose() * centered * as_eigen(tall.weights);
    for (Index c = 0; c < 12; ++c)
        EXPECT_LT((image.col(c) - tall.eigenvalues[at(c)] * as_eigen(tall.weights).col(c)).norm(), 1e-9);
    const Dense wide_centered = as_eigen(turned).rowwise() - as_eigen(turned).colwise().mean();
    const Dense wide_image = wide_centered.transpose() * (wide_centered * as_eigen(wide.weights));
    EXPECT_EQ(wide.dim(), 11);
    for (Index c = 0; c < wide.dim(); ++c)
        EXPECT_LT((wide_image.col(c) - wide.eigenvalues[at(c)] * as_eigen(wide.weights).col(c)).norm(), 1e-9);
}

TEST(Pca, LanczosFindsTheSameComponents) {
    for (const auto& [rows, cols] : {std::pair<Index, Index>{90, 70}, {70, 90}}) {
        DenseMatrix x = random_matrix(rows, cols, 3);
        for (Index i = 0; i < rows; ++i)
            for (Index j = 0; j < cols; ++j) x(i, j) *= 3.0 / static_cast<double>(1 + j % 9);
        for (const Dimension& keep : {Dimension(5), Dimension(0.5), Dimension(0.97), Dimension()}) {
            const PcaBasis dense = pca_basis(x, keep), lanczos = pca_basis(x, keep, {}, 10);
            ASSERT_EQ(lanczos.eigenvalues.size(), dense.eigenvalues.size());
            for (std::size_t i = 0; i < dense.eigenvalues.size(); ++i)
                EXPECT_NEAR(lanczos.eigenvalues[i], dense.eigenvalues[i], 1e-9 * dense.eigenvalues[0]);
            EXPECT_LT(largest_difference(span_of(lanczos.components), span_of(dense.components)), 1e-7);
        }
    }
    EXPECT_THROW(pca_basis(random_matrix(30, 60, 4), 30, {}, 10), Error);
}

TEST(Pca, SaysHowManyComponentsThereAre) {
    try {
        pca(random_matrix(6, 20, 2), {.dim = 7});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "PCA has 5 components with any variance here, fewer than the 7 asked for");
    }
}

TEST(Flda, BasesSpanTheSameAndAreWhatTheySay) {
    const Labels labels = random_labels(50, 4, 2);
    const DenseMatrix x = random_matrix(50, 7, 2);
    const Projection unit = flda(x, labels, {.dim = 2}),
                     orth = flda(x, labels, {.dim = 2, .basis = Basis::orth}),
                     sw = flda(x, labels, {.dim = 2, .basis = Basis::sw});
    EXPECT_LT(largest_difference(span_of(unit.weights), span_of(orth.weights)), 1e-10);
    EXPECT_LT(largest_difference(span_of(unit.weights), span_of(sw.weights)), 1e-10);
    EXPECT_LT(largest_difference(as_eigen(unit.weights).colwise().norm(), Dense::Ones(1, 2)), 1e-12);
    EXPECT_LT(largest_difference(as_eigen(orth.weights).transpose() * as_eigen(orth.weights),
                                 Dense::Identity(2, 2)),
              1e-12);
    const DenseScatter scatter = dense_scatter(x, labels);
    const Dense ridged = scatter.within + 1e-5 * Dense::Identity(7, 7), w = as_eigen(sw.weights);
    EXPECT_LT(largest_difference(w.transpose() * ridged * w, Dense::Identity(2, 2)), 1e-9);
    for (Index c = 0; c < 2; ++c)
        EXPECT_LT((scatter.between * w.col(c) - sw.eigenvalues[at(c)] * ridged * w.col(c)).norm(), 1e-8);
}

TEST(Flda, ARowSpaceOfFewSamplesLosesNothing) {
    const Labels labels = random_labels(14, 3, 3);
    const DenseMatrix x = random_matrix(14, 25, 3);
    const DenseScatter scatter = dense_scatter(x, labels);
    const Dense ridged = scatter.within + 1e-5 * Dense::Identity(25, 25);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Dense> solver(scatter.between, ridged);
    const Projection found = flda(x, labels, {.dim = 2, .basis = Basis::sw});
    for (Index c = 0; c < 2; ++c)
        EXPECT_NEAR(found.eigenvalues[at(c)] / solver.eigenvalues()(24 - c), 1.0, 1e-6);
}

TEST(TraceRatioLda, NoSubspaceIsBetterAndTheCertificateSaysSo) {
    const Labels labels = random_labels(50, 4, 4);
    const DenseMatrix x = random_matrix(50, 6, 4);
    const DenseScatter scatter = dense_scatter(x, labels);
    for (const Index dim : {1, 2, 3, 5}) {
        const Projection found = tr_lda(x, labels, {.dim = dim});
        EXPECT_LT(std::get<double>(found.certificate[2].second), 1e-10);
        for (std::size_t i = 1; i < found.objective.trace.size(); ++i)
            EXPECT_GE(found.objective.trace[i], found.objective.trace[i - 1] * (1 - 1e-14));
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const Dense w =
                Eigen::HouseholderQR<Dense>(as_eigen(random_matrix(6, dim, seed))).householderQ() *
                Dense::Identity(6, dim);
            EXPECT_LE(
                (w.transpose() * scatter.between * w).trace() / (w.transpose() * scatter.within * w).trace(),
                found.objective.value);
        }
    }
}

// g_ij by its definition, in the features.
double primal_mean(const DenseScatter& scatter, const Dense& w, PairMean mean) {
    const Dense ridged = scatter.within + 1e-5 * Dense::Identity(w.rows(), w.rows());
    const Dense inverse = (w.transpose() * ridged * w).inverse();
    double samples = 0.0, sum = 0.0, total = 0.0;
    for (const double count : scatter.counts) samples += count;
    for (Index i = 0; i < scatter.means.rows(); ++i)
        for (Index j = i + 1; j < scatter.means.rows(); ++j) {
            const Eigen::VectorXd apart =
                w.transpose() * (scatter.means.row(i) - scatter.means.row(j)).transpose();
            const double share = scatter.counts[at(i)] * scatter.counts[at(j)] / (samples * samples);
            const double g = apart.dot(inverse * apart);
            sum += mean == PairMean::harmonic ? -share / g : share * std::log(g);
            total += share;
        }
    return mean == PairMean::harmonic ? sum : sum / total;
}

TEST(PairMeans, ObjectiveIsThePrimalOneAndNoNeighborIsBetter) {
    const Labels labels = random_labels(60, 5, 5);
    const DenseMatrix x = random_matrix(60, 8, 5);
    const DenseScatter scatter = dense_scatter(x, labels);
    for (const Index dim : {1, 2, 3, 4})
        for (const PairMean mean : {PairMean::harmonic, PairMean::geometric}) {
            const Projection found =
                mean == PairMean::harmonic ? hmss(x, labels, {.dim = dim}) : gmss(x, labels, {.dim = dim});
            const Dense w = as_eigen(found.weights);
            const double value = primal_mean(scatter, w, mean);
            EXPECT_NEAR(found.objective.value, value, 1e-8 * std::abs(value));
            for (std::uint64_t seed = 0; seed < 50; ++seed) {
                const Dense near = w + 1e-3 * as_eigen(random_matrix(8, dim, seed));
                EXPECT_LE(primal_mean(scatter, near, mean), value + 1e-12);
            }
        }
}

TEST(PairMeans, Gradient) {
    const Labels labels = random_labels(60, 5, 6);
    const WhitenedCentroids centroids = whitened_centroids(random_matrix(60, 8, 6), labels, 1e-5, "test", {});
    for (const PairMean mean : {PairMean::harmonic, PairMean::geometric}) {
        const DenseMatrix v = random_matrix(4, 2, 7);
        DenseMatrix gradient(4, 2), unused(4, 2);
        pair_mean_loss(centroids, mean, v, gradient);
        for (Index i = 0; i < 4; ++i)
            for (Index c = 0; c < 2; ++c) {
                DenseMatrix up = v, down = v;
                up(i, c) += 1e-6;
                down(i, c) -= 1e-6;
                const double slope = (pair_mean_loss(centroids, mean, up, unused) -
                                      pair_mean_loss(centroids, mean, down, unused)) /
                                     2e-6;
                EXPECT_NEAR(slope, gradient(i, c), 1e-6 * (1 + std::abs(slope)));
            }
    }
}

TEST(AllDirections, FldaApacHmssAndGmssAgree) {
    for (const int classes : {2, 3, 5}) {
        const Labels labels = random_labels(60, classes, 8);
        const DenseMatrix x = random_matrix(60, 9, 8);
        const Dense span = span_of(flda(x, labels).weights);
        EXPECT_LT(largest_difference(span, span_of(apac(x, labels).weights)), 1e-9);
        EXPECT_LT(largest_difference(span, span_of(hmss(x, labels).weights)), 1e-9);
        EXPECT_LT(largest_difference(span, span_of(gmss(x, labels).weights)), 1e-9);
    }
}

TEST(Singular, SaysWhatToDo) {
    const Labels labels = random_labels(30, 3, 9);
    DenseMatrix x = random_matrix(30, 4, 9);
    for (Index i = 0; i < 30; ++i) x(i, 3) = x(i, 0) + x(i, 1);
    for (const auto& call :
         std::vector<std::function<Projection()>>{[&] { return flda(x, labels, {.regularization = 0.0}); },
                                                  [&] { return hmss(x, labels, {.regularization = 0.0}); }}) {
        try {
            call();
            FAIL();
        } catch (const Error& error) {
            EXPECT_THAT(error.what(),
                        ::testing::HasSubstr(
                            "the scatter within the classes is singular (too few samples, or constant "
                            "or redundant features): use pca=0.95, or a larger regularization"));
        }
    }
    EXPECT_NO_THROW(flda(x, labels));
}

}  // namespace
}  // namespace tamis
