// What every registered projector must do, with every value of every option, whatever it computes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>

#include "tamis/passes/project_rows.hpp"
#include "tests/common/projector_suite.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis::testing {
namespace {

TEST_P(EveryProjector, SaysWhatItIs) {
    const TestedProjector projector(GetParam());
    EXPECT_FALSE(projector.about().title.empty());
    EXPECT_FALSE(projector.about().citation.empty());
    for (const FieldInfo& field : projector.fields()) EXPECT_FALSE(field.help.empty()) << field.name;
}

TEST_P(EveryProjector, GivesASoundProjectionForEveryDim) {
    const Labels labels = random_labels(60, 4, 1);
    const DenseMatrix x = with_classes(60, 9, labels, 1);
    const auto ran = with_every_setting([&](const TestedProjector& projector) {
        for (Index dim = 1; dim <= 3; ++dim) expect_sound(projector.run(x, labels, dim), 9, dim);
        if (projector.needs_labels()) expect_sound(projector.run(x, labels, {}), 9, 3);
    });
    EXPECT_THAT(values_without_use(TestedProjector(GetParam()).fields(), ran), ::testing::IsEmpty());
}

// What a result names as its parameters can be given again, and means the same.
TEST_P(EveryProjector, TakesItsOwnParametersAgain) {
    const Labels labels = random_labels(40, 3, 15);
    const DenseMatrix x = with_classes(40, 6, labels, 15);
    with_every_setting([&](const TestedProjector& projector) {
        const Record params = projector.params();
        ASSERT_EQ(params.size(), projector.fields().size());
        const TestedProjector again(GetParam(), params);
        EXPECT_EQ(again.params(), params);
        expect_same_bits(again.run(x, labels, 2), projector.run(x, labels, 2));
    });
}

// The same subspace, with its rows in the new order. What starts at random starts elsewhere then.
TEST_P(EveryProjector, FollowsAPermutationOfTheColumns) {
    const Labels labels = random_labels(60, 3, 3);
    const DenseMatrix x = with_classes(60, 7, labels, 3);
    std::vector<Index> order(7);
    std::iota(order.begin(), order.end(), Index{0});
    Random(3).shuffle(order);
    const Matrix permuted = take_columns(x, order);
    with_every_setting([&](const TestedProjector& projector) {
        const Projection direct = projector.run(x, labels, 2);
        Context other_seed;
        other_seed.seed = 1000;
        if (projector.run(x, labels, 2, other_seed).objective.value != direct.objective.value) return;
        const Projection moved = projector.run(permuted, labels, 2);
        DenseMatrix mapped(7, 2);
        for (Index j = 0; j < 7; ++j)
            for (Index c = 0; c < 2; ++c) mapped(order[at(j)], c) = moved.weights(j, c);
        EXPECT_LT(largest_difference(span_of(direct.weights), span_of(mapped)), 1e-6);
        EXPECT_NEAR(moved.objective.value, direct.objective.value, 1e-8 * std::abs(direct.objective.value));
    });
}

TEST_P(EveryProjector, HasTheSameBitsForAnyNumberOfThreads) {
    const auto expect_same = [](const TestedProjector& projector, Index samples, Index features) {
        const Labels labels = random_labels(samples, 3, 4);
        const DenseMatrix x = with_classes(samples, features, labels, 4);
        const Projection alone = projector.run(x, labels, 2, 1);
        for (const int threads : {2, 7}) expect_same_bits(projector.run(x, labels, 2, threads), alone);
    };
    with_every_setting([&](const TestedProjector& projector) {
        expect_same(projector, 70, 12);
        if (!projector.is_default()) return;
        expect_same(projector, 120, 40);
        if (!needs_more_samples_than_features()) expect_same(projector, 120, 450);
    });
}

TEST_P(EveryProjector, TakesSparseDataToTheSameResult) {
    const Labels labels = random_labels(60, 3, 5);
    for (const Index features : {15, 500}) {
        if (features > 60 && needs_more_samples_than_features()) continue;
        DenseMatrix x = random_counts(60, features, 0.3, 5);
        for (Index i = 0; i < 60; ++i) x(i, 2) += labels.of[at(i)];
        const SparseMatrix cells = to_sparse(x);
        // Class means differ in their last digit. Without more samples than features the scatter within
        // classes is singular, and the ridge of 1e-5 lets a change in the data grow by its inverse.
        const double tolerance = features > 60 ? 1e-7 : 1e-10;
        with_every_setting([&](const TestedProjector& projector) {
            if (features > 60 && !projector.is_default()) return;
            const Projection dense = projector.run(x, labels, 2), sparse = projector.run(cells, labels, 2);
            const Eigen::MatrixXd w = as_eigen(dense.weights), z = as_eigen(project_rows(dense, x));
            EXPECT_LT(largest_difference(w, as_eigen(sparse.weights)), tolerance * w.cwiseAbs().maxCoeff());
            EXPECT_LT(largest_difference(z, as_eigen(project_rows(sparse, cells))),
                      tolerance * z.cwiseAbs().maxCoeff());
        });
    }
}

TEST_P(EveryProjector, ProjectsTheMeanToZero) {
    const Labels labels = random_labels(40, 3, 12);
    const DenseMatrix x = with_classes(40, 6, labels, 12);
    with_every_setting([&](const TestedProjector& projector) {
        const Dense projected = as_eigen(project_rows(projector.run(x, labels, 2), x));
        EXPECT_LT(projected.colwise().sum().cwiseAbs().maxCoeff(),
                  1e-10 * (1.0 + projected.cwiseAbs().maxCoeff()));
    });
}

TEST_P(EveryProjector, LeavesTheDataAlone) {
    const Labels labels = random_labels(30, 3, 12);
    const DenseMatrix x = with_classes(30, 6, labels, 12), before = x;
    with_every_setting([&](const TestedProjector& projector) { projector.run(x, labels, 2); });
    EXPECT_TRUE(std::equal(x.data(), x.data() + 180, before.data()));
}

TEST_P(EveryProjector, StopsWhenCancelled) {
    const Labels labels = random_labels(30, 2, 14);
    const DenseMatrix x = with_classes(30, 6, labels, 14);
    const std::atomic<bool> cancel{true};
    Context context;
    context.cancel = &cancel;
    with_every_setting([&](const TestedProjector& projector) {
        EXPECT_THROW(projector.run(x, labels, 1, context), Cancelled);
    });
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryProjector, ::testing::ValuesIn(projector_names()), test_name);

}  // namespace
}  // namespace tamis::testing
