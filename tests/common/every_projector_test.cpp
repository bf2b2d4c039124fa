// What every registered projector must do, whatever it computes.
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/subspace/projector.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {
namespace {

using namespace testing;

class EveryProjector : public ::testing::TestWithParam<std::string> {
  protected:
    const Projector& projector() const { return find_projector(GetParam()); }

    Projection run(const MatrixView& x, const Labels& labels, Dimension dim, int threads = 1) const {
        Context context;
        context.threads = threads;
        return projector().run(x, labels, dim, {}, context);
    }
};

// Class means that differ in a few features.
DenseMatrix with_classes(Index rows, Index cols, const Labels& labels, std::uint64_t seed) {
    DenseMatrix x = random_matrix(rows, cols, seed);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < std::min<Index>(cols, 3); ++j)
            x(i, j) +=
                std::sin(1.0 + 2.0 * static_cast<double>(j + 3 * labels.of[static_cast<std::size_t>(i)])) *
                2.0;
    return x;
}

void expect_sound(const Projection& projection, Index features, Index dim) {
    ASSERT_EQ(projection.weights.rows(), features);
    ASSERT_EQ(projection.weights.cols(), dim);
    ASSERT_EQ(static_cast<Index>(projection.mean.size()), features);
    ASSERT_EQ(static_cast<Index>(projection.feature_weights.size()), features);
    for (Index j = 0; j < features; ++j) {
        double sum = 0.0;
        for (Index c = 0; c < dim; ++c) {
            EXPECT_TRUE(std::isfinite(projection.weights(j, c)));
            sum += projection.weights(j, c) * projection.weights(j, c);
        }
        EXPECT_NEAR(projection.feature_weights[static_cast<std::size_t>(j)], std::sqrt(sum), 1e-12);
    }
    for (const auto* numbers : {&projection.mean, &projection.eigenvalues, &projection.objective.trace})
        for (const double number : *numbers) EXPECT_TRUE(std::isfinite(number));
    EXPECT_TRUE(std::isfinite(projection.objective.value));
    EXPECT_FALSE(projection.objective.name.empty());
    for (Index c = 0; c < dim; ++c) {
        double largest = 0.0;
        for (Index j = 0; j < features; ++j)
            if (std::abs(projection.weights(j, c)) > std::abs(largest)) largest = projection.weights(j, c);
        EXPECT_GT(largest, 0.0) << "direction " << c;
    }
}

TEST_P(EveryProjector, SaysWhatItIs) {
    EXPECT_FALSE(projector().about.title.empty());
    EXPECT_FALSE(projector().about.citation.empty());
    for (const FieldInfo& field : projector().fields) EXPECT_FALSE(field.help.empty()) << field.name;
    EXPECT_EQ(projector().resolve({}).size(), projector().fields.size());
}

TEST_P(EveryProjector, GivesASoundProjectionForEveryDim) {
    const Labels labels = random_labels(60, 4, 1);
    const DenseMatrix x = with_classes(60, 9, labels, 1);
    for (Index dim = 1; dim <= 3; ++dim) expect_sound(run(x, labels, dim), 9, dim);
    if (projector().needs_labels) expect_sound(run(x, labels, {}), 9, 3);
}

TEST_P(EveryProjector, HasTheSameBitsForAnyNumberOfThreads) {
    for (const Index features : {40, 450}) {  // fewer and more than samples
        const Labels labels = random_labels(120, 3, 4);
        const DenseMatrix x = with_classes(120, features, labels, 4);
        if (features > 120 && (GetParam() == "tr-lda" || GetParam() == "whtr"))
            continue;  // need a PCA in front
        const Projection alone = run(x, labels, 2, 1);
        for (const int threads : {2, 7}) {
            const Projection together = run(x, labels, 2, threads);
            EXPECT_TRUE(std::equal(alone.weights.data(), alone.weights.data() + 2 * features,
                                   together.weights.data()));
            EXPECT_EQ(together.objective.trace, alone.objective.trace);
        }
    }
}

TEST_P(EveryProjector, TakesSparseDataToTheSameResult) {
    const Labels labels = random_labels(60, 3, 5);
    for (const Index features : {15, 500}) {
        if (features > 60 && (GetParam() == "tr-lda" || GetParam() == "whtr")) continue;
        DenseMatrix x = random_counts(60, features, 0.3, 5);
        for (Index i = 0; i < 60; ++i) x(i, 2) += labels.of[static_cast<std::size_t>(i)];
        const Projection dense = run(x, labels, 2), sparse = run(to_sparse(x), labels, 2);
        // Class means differ in their last digit. Without more samples than features the scatter within
        // classes is singular, and the ridge of 1e-5 lets a change in the data grow by its inverse.
        const double tolerance = features > 60 ? 1e-7 : 1e-10;
        const Eigen::MatrixXd w = as_eigen(dense.weights), z = as_eigen(project_rows(dense, x));
        EXPECT_LT(largest_difference(w, as_eigen(sparse.weights)), tolerance * w.cwiseAbs().maxCoeff());
        EXPECT_LT(largest_difference(z, as_eigen(project_rows(sparse, to_sparse(x)))),
                  tolerance * z.cwiseAbs().maxCoeff());
    }
}

TEST_P(EveryProjector, HandlesConstantAndDuplicateColumns) {
    const Labels labels = random_labels(60, 3, 6);
    DenseMatrix x = with_classes(60, 8, labels, 6);
    for (Index i = 0; i < 60; ++i) {
        x(i, 4) = 7.0;
        x(i, 6) = x(i, 1);
    }
    const Projection projection = run(x, labels, 2);
    expect_sound(projection, 8, 2);
    EXPECT_NEAR(projection.feature_weights[4], 0.0, 1e-6) << "a constant says nothing";
    EXPECT_NEAR(projection.feature_weights[6], projection.feature_weights[1], 1e-6);
}

TEST_P(EveryProjector, HandlesMoreFeaturesThanSamples) {
    const Labels labels = random_labels(12, 3, 9);
    const DenseMatrix x = with_classes(12, 200, labels, 9);
    if (GetParam() == "tr-lda" || GetParam() == "whtr") {
        try {
            run(x, labels, 2);
            FAIL() << "the criterion has no limit here";
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), ::testing::HasSubstr("--pca 0.95"));
        }
        return;
    }
    const Projection projection = run(x, labels, 2);
    expect_sound(projection, 200, 2);
}

TEST_P(EveryProjector, HandlesFewSamplesAndSingleOnes) {
    const Labels few = make_labels(std::vector<int>{0, 0, 1, 1, 1});
    expect_sound(run(random_matrix(5, 2, 10), few, 1), 2, 1);
    const Labels single = make_labels(std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1, 2});
    expect_sound(run(random_matrix(9, 3, 11), single, 2), 3, 2);
}

TEST_P(EveryProjector, ProjectsTheMeanToZero) {
    const Labels labels = random_labels(40, 3, 12);
    const DenseMatrix x = with_classes(40, 6, labels, 12);
    const Dense projected = as_eigen(project_rows(run(x, labels, 2), x));
    EXPECT_LT(projected.colwise().sum().cwiseAbs().maxCoeff(),
              1e-10 * (1.0 + projected.cwiseAbs().maxCoeff()));
}

TEST_P(EveryProjector, LeavesTheDataAlone) {
    const Labels labels = random_labels(30, 3, 12);
    const DenseMatrix x = with_classes(30, 6, labels, 12), before = x;
    run(x, labels, 2);
    EXPECT_TRUE(std::equal(x.data(), x.data() + 180, before.data()));
}

TEST_P(EveryProjector, RefusesWhatCannotBe) {
    const Labels labels = random_labels(20, 3, 13);
    DenseMatrix x = with_classes(20, 5, labels, 13);
    EXPECT_THROW(run(x, labels, 6), Error);
    EXPECT_THROW(run(x, labels, 0), UsageError);
    if (projector().needs_labels) {
        EXPECT_THROW(run(x, {}, 2), Error);
        EXPECT_THROW(run(x, make_labels(std::vector<int>(20, 1)), 1), Error);
        EXPECT_THROW(run(x, random_labels(19, 2, 13), 1), Error);
        EXPECT_THROW(run(x, labels, 0.9), UsageError);
    }
    if (projector().about.below_classes) {
        try {
            run(x, labels, 3);
            FAIL() << "3 classes have 2 directions";
        } catch (const Error& error) {
            EXPECT_EQ(error.what(), GetParam() +
                                        " cannot give 3 dimensions: 3 classes have 2 discriminant "
                                        "directions; use --dim 2 or less");
        }
    }
    EXPECT_THROW(run(DenseMatrix(10, 4), random_labels(10, 2, 7), 1), Error) << "nothing varies";
    x(7, 3) = std::nan("");
    EXPECT_THROW(run(x, labels, 2), Error);
    x(7, 3) = HUGE_VAL;
    EXPECT_THROW(run(x, labels, 2), Error);
}

TEST_P(EveryProjector, StopsWhenCancelled) {
    const Labels labels = random_labels(30, 2, 14);
    const DenseMatrix x = with_classes(30, 6, labels, 14);
    const std::atomic<bool> cancel{true};
    Context context;
    context.cancel = &cancel;
    EXPECT_THROW(projector().run(x, labels, 1, {}, context), Cancelled);
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Projector& projector : projectors()) all.push_back(projector.about.name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryProjector, ::testing::ValuesIn(names()), [](const auto& entry) {
    std::string name = entry.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace tamis
