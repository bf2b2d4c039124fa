// What every registered selector must do, with every value of every option. A line in methods.def buys a
// method these tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>

#include "tests/common/method_suite.hpp"

namespace tamis::testing {
namespace {

TEST_P(EveryMethod, SaysWhatItIs) {
    const TestedMethod method(GetParam());
    EXPECT_FALSE(method.about().title.empty());
    EXPECT_FALSE(method.about().citation.empty());
    for (const FieldInfo& field : method.fields()) EXPECT_FALSE(field.help.empty()) << field.name;
}

TEST_P(EveryMethod, GivesASoundSelectionForEveryK) {
    const Labels labels = random_labels(40, 3, 1);
    const DenseMatrix x = with_signal(40, 21, labels, 1);
    const auto ran = with_every_setting([&](const TestedMethod& method) {
        for (Index k = 1; k <= 21; k += method.is_default() ? 1 : 10)
            expect_sound(method.run(x, labels, k), 21, k);
    });
    EXPECT_THAT(values_without_use(TestedMethod(GetParam()).fields(), ran), ::testing::IsEmpty());
}

// What a result names as its parameters can be given again, and means the same.
TEST_P(EveryMethod, TakesItsOwnParametersAgain) {
    const Labels labels = random_labels(30, 3, 15);
    const DenseMatrix x = with_signal(30, 7, labels, 15);
    with_every_setting([&](const TestedMethod& method) {
        const Record params = method.params();
        ASSERT_EQ(params.size(), method.fields().size());
        const TestedMethod again = method.with_options(params);
        EXPECT_EQ(again.params(), params);
        expect_same_bits(again.run(x, labels, 3), method.run(x, labels, 3));
    });
}

TEST_P(EveryMethod, IsNestedIfItSaysSo) {
    const Labels labels = random_labels(40, 3, 2);
    const DenseMatrix x = with_signal(40, 9, labels, 2);
    with_every_setting([&](const TestedMethod& method) {
        if (!method.nested()) return;
        const std::vector<Index> all = method.run(x, labels, 9).selected;
        for (Index k = 1; k < 9; k += method.is_default() ? 1 : 3)
            EXPECT_EQ(method.run(x, labels, k).selected, std::vector<Index>(all.begin(), all.begin() + k));
    });
}

TEST_P(EveryMethod, FollowsAPermutationOfTheColumns) {
    const Labels labels = random_labels(40, 3, 3);
    const DenseMatrix x = with_signal(40, 12, labels, 3);
    std::vector<Index> order(12);
    std::iota(order.begin(), order.end(), Index{0});
    Random(3).shuffle(order);
    const Matrix permuted = take_columns(x, order);
    with_every_setting([&](const TestedMethod& method) {
        std::vector<Index> mapped;
        for (const Index j : method.run(permuted, labels, 6).selected) mapped.push_back(order[at(j)]);
        expect_same_order(mapped, method.run(x, labels, 6), method.is_default());
    });
}

TEST_P(EveryMethod, HasTheSameBitsForAnyNumberOfThreads) {
    const Labels labels = random_labels(300, 3, 4);
    const DenseMatrix large = with_signal(300, 40, labels, 4);
    std::vector<Index> few(60);
    std::iota(few.begin(), few.end(), Index{0});
    const Matrix small = take_rows(large, few);
    const Labels small_labels = take_labels(labels, few);
    with_every_setting([&](const TestedMethod& method) {
        const bool all = method.is_default();
        const MatrixView x = all ? MatrixView(large) : MatrixView(small);
        const Labels& classes = all ? labels : small_labels;
        const Selection alone = method.run(x, classes, 20, 1);
        for (const int threads : {2, 7}) expect_same_bits(method.run(x, classes, 20, threads), alone);
    });
}

TEST_P(EveryMethod, TakesSparseDataToTheSameResult) {
    const Labels labels = random_labels(60, 3, 5);
    DenseMatrix x = random_counts(60, 15, 0.3, 5);
    for (Index i = 0; i < 60; ++i) x(i, 2) = labels.of[at(i)];
    const SparseMatrix cells = to_sparse(x);
    with_every_setting([&](const TestedMethod& method) {
        const Selection dense = method.run(x, labels, 7), sparse = method.run(cells, labels, 7);
        expect_same_order(sparse.selected, dense, method.is_default());
        const double digits = method.is_default() ? 1e-10 : 1e-6;
        ASSERT_EQ(sparse.scores.size(), dense.scores.size());
        for (std::size_t j = 0; j < dense.scores.size(); ++j) {
            if (std::isinf(dense.scores[j]))
                EXPECT_EQ(sparse.scores[j], dense.scores[j]);
            else
                EXPECT_NEAR(sparse.scores[j], dense.scores[j], digits * (1 + std::abs(dense.scores[j])));
        }
    });
}

TEST_P(EveryMethod, LeavesTheDataAlone) {
    const Labels labels = random_labels(30, 3, 12);
    const DenseMatrix x = with_signal(30, 6, labels, 12);
    const DenseMatrix before = x;
    with_every_setting([&](const TestedMethod& method) { method.run(x, labels, 3); });
    EXPECT_TRUE(std::equal(x.data(), x.data() + 180, before.data()));
}

TEST_P(EveryMethod, StopsWhenCancelled) {
    const Labels labels = random_labels(30, 2, 14);
    const DenseMatrix x = with_signal(30, 21, labels, 14);
    const std::atomic<bool> cancel{true};
    Context context;
    context.cancel = &cancel;
    with_every_setting(
        [&](const TestedMethod& method) { EXPECT_THROW(method.run(x, labels, 2, context), Cancelled); });
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryMethod, ::testing::ValuesIn(method_names()), test_name);

}  // namespace
}  // namespace tamis::testing
