// What every registered selector must do. A line in methods.def buys a method these tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/methods/method.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {
namespace {

using testing::random_counts;
using testing::random_labels;
using testing::random_matrix;

class EveryMethod : public ::testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return find_method(GetParam()); }

    Selection run(const MatrixView& x, const Labels& labels, Index k, int threads = 1) const {
        Context context;
        context.threads = threads;
        std::optional<Graph> graph;
        if (method().needs({}).graph) {
            GraphOptions options = method().about.graph;
            options.neighbors = 3;
            graph = build_graph(x, options, context);
        }
        return method().run(x, {.labels = &labels, .graph = graph ? &*graph : nullptr}, k, {}, context);
    }
};

// Classes that a few features carry, so that supervised methods have something to find.
DenseMatrix with_signal(Index rows, Index cols, const Labels& labels, std::uint64_t seed) {
    DenseMatrix x = random_matrix(rows, cols, seed);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < std::min<Index>(cols, 4); ++j)
            x(i, j) += (1.0 + static_cast<double>(j)) * labels.of[static_cast<std::size_t>(i)];
    return x;
}

void expect_sound(const Selection& selection, Index features, Index k) {
    ASSERT_EQ(static_cast<Index>(selection.selected.size()), k);
    std::vector<Index> sorted = selection.selected;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end()) << "a feature was selected twice";
    EXPECT_GE(sorted.front(), 0);
    EXPECT_LT(sorted.back(), features);
    for (const auto* numbers : {&selection.scores, &selection.raw_scores, &selection.objective.trace})
        for (const double number : *numbers) EXPECT_FALSE(std::isnan(number));
    EXPECT_FALSE(std::isnan(selection.objective.value));
    EXPECT_FALSE(selection.objective.name.empty());
    EXPECT_EQ(selection.scores.empty(), selection.raw_scores.empty());
}

TEST_P(EveryMethod, SaysWhatItIs) {
    EXPECT_FALSE(method().about.title.empty());
    EXPECT_FALSE(method().about.citation.empty());
    for (const FieldInfo& field : method().fields) EXPECT_FALSE(field.help.empty()) << field.name;
    EXPECT_EQ(method().resolve({}).size(), method().fields.size());
}

TEST_P(EveryMethod, GivesASoundSelectionForEveryK) {
    const Labels labels = random_labels(40, 3, 1);
    const DenseMatrix x = with_signal(40, 9, labels, 1);
    for (Index k = 1; k <= 9; ++k) expect_sound(run(x, labels, k), 9, k);
}

TEST_P(EveryMethod, IsNestedWhereItSaysSo) {
    if (!method().nested({})) GTEST_SKIP() << "its best subsets need not be nested";
    const Labels labels = random_labels(40, 3, 2);
    const DenseMatrix x = with_signal(40, 9, labels, 2);
    const std::vector<Index> all = run(x, labels, 9).selected;
    for (Index k = 1; k < 9; ++k)
        EXPECT_EQ(run(x, labels, k).selected, std::vector<Index>(all.begin(), all.begin() + k));
}

TEST_P(EveryMethod, FollowsAPermutationOfTheColumns) {
    const Labels labels = random_labels(40, 3, 3);
    const DenseMatrix x = with_signal(40, 12, labels, 3);
    std::vector<Index> order(12);
    std::iota(order.begin(), order.end(), Index{0});
    Random(3).shuffle(order);
    const std::vector<Index> direct = run(x, labels, 6).selected;
    std::vector<Index> mapped;
    for (const Index j : run(take_columns(x, order), labels, 6).selected)
        mapped.push_back(order[static_cast<std::size_t>(j)]);
    EXPECT_EQ(mapped, direct);
}

TEST_P(EveryMethod, HasTheSameBitsForAnyNumberOfThreads) {
    const Labels labels = random_labels(300, 3, 4);
    const DenseMatrix x = with_signal(300, 40, labels, 4);
    const Selection alone = run(x, labels, 20, 1);
    for (const int threads : {2, 7}) {
        const Selection together = run(x, labels, 20, threads);
        EXPECT_EQ(together.selected, alone.selected);
        EXPECT_EQ(together.scores, alone.scores);
        EXPECT_EQ(together.objective.trace, alone.objective.trace);
    }
}

TEST_P(EveryMethod, TakesSparseDataToTheSameResult) {
    const Labels labels = random_labels(60, 3, 5);
    DenseMatrix x = random_counts(60, 15, 0.3, 5);
    for (Index i = 0; i < 60; ++i) x(i, 2) = labels.of[static_cast<std::size_t>(i)];
    const Selection dense = run(x, labels, 7);
    const Selection sparse = run(to_sparse(x), labels, 7);
    EXPECT_EQ(sparse.selected, dense.selected);
    ASSERT_EQ(sparse.scores.size(), dense.scores.size());
    for (std::size_t j = 0; j < dense.scores.size(); ++j) {
        if (std::isinf(dense.scores[j]))
            EXPECT_EQ(sparse.scores[j], dense.scores[j]);
        else
            EXPECT_NEAR(sparse.scores[j], dense.scores[j], 1e-10 * (1 + std::abs(dense.scores[j])));
    }
}

TEST_P(EveryMethod, PutsConstantFeaturesLast) {
    const Labels labels = random_labels(30, 2, 6);
    DenseMatrix x = with_signal(30, 6, labels, 6);
    for (Index i = 0; i < 30; ++i) {
        x(i, 1) = 0.0;
        x(i, 4) = 5.0;
    }
    const Selection selection = run(x, labels, 6);
    expect_sound(selection, 6, 6);
    if (GetParam().starts_with("lap") && GetParam().ends_with("ofs"))
        GTEST_SKIP() << "a constant, non-zero feature carries energy in this criterion";
    EXPECT_THAT(std::vector<Index>(selection.selected.end() - 2, selection.selected.end()),
                ::testing::ElementsAre(1, 4));
}

TEST_P(EveryMethod, AllConstantDataGoByIndex) {
    const Labels labels = random_labels(10, 2, 7);
    const DenseMatrix x(10, 4);
    const Selection selection = run(x, labels, 3);
    expect_sound(selection, 4, 3);
    EXPECT_THAT(selection.selected, ::testing::ElementsAre(0, 1, 2));
}

TEST_P(EveryMethod, TakesTheLowerIndexOfTwins) {
    const Labels labels = random_labels(30, 2, 8);
    DenseMatrix x = with_signal(30, 7, labels, 8);
    for (Index i = 0; i < 30; ++i) x(i, 6) = x(i, 3);
    const std::vector<Index> selected = run(x, labels, 7).selected;
    const auto place = [&](Index j) { return std::find(selected.begin(), selected.end(), j); };
    EXPECT_LT(place(3), place(6));
}

TEST_P(EveryMethod, HandlesMoreFeaturesThanSamples) {
    const Labels labels = random_labels(8, 2, 9);
    expect_sound(run(with_signal(8, 200, labels, 9), labels, 20), 200, 20);
}

TEST_P(EveryMethod, HandlesTwoSamples) {
    const Labels labels = make_labels(std::vector<int>{0, 1});
    expect_sound(run(random_matrix(2, 5, 10), labels, 3), 5, 3);
}

TEST_P(EveryMethod, HandlesAClassWithOneSample) {
    const Labels labels = make_labels(std::vector<int>{0, 1, 0, 1, 0, 1, 2});
    expect_sound(run(random_matrix(7, 5, 11), labels, 3), 5, 3);
}

TEST_P(EveryMethod, LeavesTheDataAlone) {
    const Labels labels = random_labels(30, 3, 12);
    const DenseMatrix x = with_signal(30, 6, labels, 12);
    const DenseMatrix before = x;
    run(x, labels, 3);
    EXPECT_TRUE(std::equal(x.data(), x.data() + 180, before.data()));
}

TEST_P(EveryMethod, RefusesWhatCannotBe) {
    const Labels labels = random_labels(20, 2, 13);
    DenseMatrix x = with_signal(20, 5, labels, 13);
    EXPECT_THROW(run(x, labels, 0), UsageError);
    EXPECT_THROW(run(x, labels, 6), Error);
    if (method().needs({}).labels) {
        EXPECT_THROW(run(x, {}, 2), Error);
        EXPECT_THROW(run(x, make_labels(std::vector<int>(20, 1)), 2), Error);
        EXPECT_THROW(run(x, random_labels(19, 2, 13), 2), Error);
    }
    EXPECT_THROW(run(random_matrix(1, 5, 13), make_labels(std::vector<int>{0}), 2), Error);
    x(7, 3) = std::nan("");
    EXPECT_THROW(run(x, labels, 2), Error);
    x(7, 3) = HUGE_VAL;
    EXPECT_THROW(run(x, labels, 2), Error);
}

TEST_P(EveryMethod, StopsWhenCancelled) {
    const Labels labels = random_labels(30, 2, 14);
    const DenseMatrix x = with_signal(30, 6, labels, 14);
    const std::atomic<bool> cancel{true};
    Context context;
    context.cancel = &cancel;
    std::optional<Graph> graph;
    if (method().needs({}).graph) graph = build_graph(x, method().about.graph);
    EXPECT_THROW(method().run(x, {.labels = &labels, .graph = graph ? &*graph : nullptr}, 2, {}, context),
                 Cancelled);
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Method& method : methods()) all.push_back(method.about.name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryMethod, ::testing::ValuesIn(names()), [](const auto& entry) {
    std::string name = entry.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace tamis
