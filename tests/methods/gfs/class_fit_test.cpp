// The fit behind the generalized Fisher score, in all of its forms, against the textbook's matrices.
#include "tamis/methods/gfs/class_fit.hpp"

#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/methods/gfs/fisher_planes.hpp"
#include "tests/support/gfs_reference.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::DenseFisher;

enum class Way { features, cholesky, conjugate_gradients };

std::unique_ptr<ClassFit> make(Way way, const FisherData& data, const std::vector<Index>& features,
                               double gamma) {
    if (way == Way::features) return fit_in_feature_space(data, features, gamma);
    return fit_in_sample_space(
        data, features, gamma,
        way == Way::cholesky ? SampleSolver::cholesky : SampleSolver::conjugate_gradients);
}

class EveryFit : public ::testing::TestWithParam<std::tuple<Way, bool, Index>> {};

TEST_P(EveryFit, EqualsTheTextbook) {
    const auto [way, is_sparse, samples] = GetParam();
    const Index d = 25;
    const DenseMatrix dense = testing::random_counts(samples, d, 0.4, 3);
    const SparseMatrix sparse = to_sparse(dense);
    const Labels labels = testing::random_labels(samples, 4, 3);
    const Context context;
    const FisherData data(is_sparse ? MatrixView(sparse) : MatrixView(dense), labels, context);
    const double gamma = 7.0;
    const DenseFisher textbook(dense, labels, gamma);

    std::vector<Index> features;
    for (Index j = 0; j < d; j += 2) features.push_back(j);
    Random random(5);
    Eigen::VectorXd q = Eigen::VectorXd::Zero(d);
    std::vector<double> weights;
    for (const Index j : features) {
        weights.push_back(j % 6 == 0 ? 0.0 : random.uniform());
        q(j) = weights.back();
    }
    const auto fit = make(way, data, features, gamma);
    const double total = textbook.code().squaredNorm();
    EXPECT_NEAR(data.classes().total(), total, 1e-10 * total);
    EXPECT_NEAR(0.5 * (total - fit->explained(weights)), textbook.objective(q), 1e-10 * total);

    // Pull in any basis of the classes: its Gram matrix is that of ZᵀV.
    const double unit = data.classes().unit;
    const DenseMatrix pull = fit->pull();
    const Eigen::MatrixXd wanted = textbook.centered().transpose() * textbook.residual(q);
    const Eigen::MatrixXd alike = wanted * wanted.transpose();
    const auto product = [&](Index a, Index b) {
        double sum = 0.0;
        for (Index k = 0; k < pull.cols(); ++k) sum += pull(a, k) * pull(b, k);
        return sum / unit / unit;
    };
    const auto count = static_cast<Index>(features.size());
    for (Index a = 0; a < count; ++a)
        for (Index b = 0; b < count; ++b)
            EXPECT_NEAR(product(a, b), alike(features[at(a)], features[at(b)]), 1e-9 * alike.norm());

    const std::vector<Plane> planes{{0, 1, 2}, {1, 4, 5}, {9, 10, 12}};
    const DenseMatrix curvature = fit->curvature(planes, pull);
    const Eigen::MatrixXd second = textbook.reach(q).cwiseProduct(alike) / (gamma * gamma);
    for (Index s = 0; s < 3; ++s)
        for (Index t = 0; t < 3; ++t) {
            double sum = 0.0;
            for (const Index a : planes[at(s)])
                for (const Index b : planes[at(t)]) sum += second(features[at(a)], features[at(b)]);
            EXPECT_NEAR(curvature(s, t), sum, 1e-9 * second.norm());
        }
}

INSTANTIATE_TEST_SUITE_P(Forms, EveryFit,
                         ::testing::Combine(::testing::Values(Way::features, Way::cholesky,
                                                              Way::conjugate_gradients),
                                            ::testing::Bool(), ::testing::Values<Index>(10, 60)));

TEST(ClassFit, IsTheSlopeOfItsOwnValue) {
    const Context context;
    const DenseMatrix x = testing::random_matrix(30, 8, 1);
    const Labels labels = testing::random_labels(30, 3, 1);
    const FisherData data(x, labels, context);
    const auto fit = fit_in_feature_space(data, {0, 1, 2, 3, 4, 5, 6, 7}, 3.0);
    std::vector<double> weights(8, 0.5);
    fit->explained(weights);
    const DenseMatrix pull = fit->pull();
    for (std::size_t j = 0; j < 8; ++j) {
        std::vector<double> moved = weights;
        moved[j] += 1e-5;
        const double above = fit->explained(moved);
        moved[j] -= 2e-5;
        const double slope = (above - fit->explained(moved)) / 2e-5;
        double score = 0.0;
        for (Index k = 0; k < pull.cols(); ++k)
            score += pull(static_cast<Index>(j), k) * pull(static_cast<Index>(j), k);
        EXPECT_NEAR(slope, score / data.scaled(3.0), 1e-6 * (1 + slope));
    }
}

TEST(ClassFit, ChoosesTheSmallerSpace) {
    const Context context;
    const Labels labels = testing::random_labels(20, 2, 2);
    const DenseMatrix x = testing::random_matrix(20, 400, 2);
    const FisherData data(x, labels, context);
    EXPECT_TRUE(fits_in_feature_space(data, 20, 50));
    EXPECT_FALSE(fits_in_feature_space(data, 400, 50));
    const DenseMatrix tall = testing::random_matrix(9000, 2, 2);
    const Labels many = testing::random_labels(9000, 2, 2);
    const FisherData large(tall, many, context);
    EXPECT_TRUE(fits_in_feature_space(large, 8000, 50));
    EXPECT_FALSE(fits_in_feature_space(large, 8001, 50));
}

// Beyond the limits the fit is iterative: it must agree with the factorized one where both work.
TEST(ClassFit, ConjugateGradientsServeTallData) {
    const Context context;
    const DenseMatrix x = testing::random_matrix(5200, 6, 8);
    const Labels labels = testing::random_labels(5200, 3, 8);
    const FisherData data(x, labels, context);
    const std::vector<Index> features{0, 2, 3, 5};
    const std::vector<double> weights{1.0, 0.25, 0.0, 0.5};
    const auto exact = make_class_fit(data, features, 100.0, 1);
    const auto iterative = fit_in_sample_space(data, features, 100.0, SampleSolver::conjugate_gradients);
    EXPECT_NEAR(iterative->explained(weights), exact->explained(weights), 1e-10 * exact->explained(weights));
    const DenseMatrix a = exact->pull(), b = iterative->pull();
    for (Index e = 0; e < a.rows() * a.cols(); ++e) EXPECT_NEAR(a.data()[e], b.data()[e], 1e-8);
}

// More chosen features than samples: the whole loop runs in the space of the samples.
TEST(ClassFit, SolvesWithMoreFeaturesThanSamples) {
    const Context context;
    const Labels labels = testing::random_labels(20, 3, 4);
    for (const bool is_sparse : {false, true}) {
        const DenseMatrix x = testing::random_counts(20, 300, 0.3, 4);
        const SparseMatrix sparse = to_sparse(x);
        FisherData data(is_sparse ? MatrixView(sparse) : MatrixView(x), labels, context);
        const auto got = solve_fisher_planes(data, 60, {.gamma = 5.0, .tolerance = 1e-6});
        ASSERT_TRUE(got);
        ASSERT_GT(got->features.size(), 60U);
        ASSERT_FALSE(fits_in_feature_space(data, static_cast<Index>(got->features.size()),
                                           static_cast<Index>(got->planes.size())));
        EXPECT_EQ(got->stop, Stop::converged);
        EXPECT_LE(got->inner_gap, 1e-10);
        const DenseFisher textbook(x, labels, 5.0);
        const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(got->weights.data(), 300);
        EXPECT_NEAR(textbook.objective(q), -got->theta.back(), 1e-10 * textbook.objective(q));
        const Eigen::VectorXd gradient = textbook.gradient(q);
        for (Index j = 0; j < 300; ++j)
            EXPECT_NEAR(got->scores[at(j)], -10.0 * gradient(j), 1e-9 * gradient.norm() * 10.0);
    }
}

TEST(ClassFit, SaysWhenGammaIsLost) {
    const Context context;
    const Labels labels = testing::random_labels(10, 2, 5);
    DenseMatrix x = testing::random_matrix(10, 2, 5);
    for (Index i = 0; i < 10; ++i) x(i, 1) = x(i, 0);
    const FisherData data(x, labels, context);
    EXPECT_THROW(fit_in_feature_space(data, {0, 1}, 1e-300)->explained(std::vector<double>{1.0, 1.0}), Error);
}

TEST(FisherData, ScoresAreTheSameWithAndWithoutKeptRows) {
    const Context context;
    const DenseMatrix x = testing::random_counts(50, 300, 0.2, 6);
    const SparseMatrix sparse = to_sparse(x);
    const Labels labels = testing::random_labels(50, 3, 6);
    for (const bool is_sparse : {false, true}) {
        FisherData data(is_sparse ? MatrixView(sparse) : MatrixView(x), labels, context);
        const std::vector<Index> features{3, 70, 128, 299};
        DenseMatrix coefficients = testing::random_matrix(4, 2, 6);
        const std::vector<double> direct = data.scores(features, coefficients);
        const Index passes = data.passes();
        data.prepare(features);
        data.prepare(features);
        EXPECT_EQ(data.passes(), passes + 1);
        const std::vector<double> kept = data.scores(features, coefficients);
        EXPECT_EQ(data.passes(), passes + 1);
        double largest = 0.0;
        for (const double score : direct) largest = std::max(largest, score);
        for (std::size_t j = 0; j < 300; ++j) EXPECT_NEAR(kept[j], direct[j], 1e-12 * largest);

        const DenseMatrix looked_up = data.gram(features);
        const DenseMatrix computed = FisherData(x, labels, context).gram(features);
        for (Index e = 0; e < 16; ++e) EXPECT_NEAR(looked_up.data()[e], computed.data()[e], 1e-10);
    }
}

TEST(FisherData, ALargeMeanDoesNotHurt) {
    const Context context;
    DenseMatrix x = testing::random_matrix(80, 6, 7);
    const Labels labels = testing::random_labels(80, 3, 7);
    for (Index e = 0; e < 80 * 6; ++e) x.data()[e] = std::round(x.data()[e] * 1024) / 1024;
    FisherData near(x, labels, context);
    DenseMatrix far = x;
    for (Index e = 0; e < 80 * 6; ++e) far.data()[e] += 0x1.0p32;  // exact
    FisherData moved(far, labels, context);
    const std::vector<Index> features{0, 1, 2, 3, 4, 5};
    near.prepare(features);
    moved.prepare(features);
    const DenseMatrix a = near.gram(features), b = moved.gram(features);
    for (Index e = 0; e < 36; ++e) EXPECT_NEAR(a.data()[e], b.data()[e], 1e-6);
    const std::vector<double> s = near.first_scores(), t = moved.first_scores();
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(s[j], t[j], 1e-9 * s[j]);
}

}  // namespace
}  // namespace tamis
