// What every registered selector must do, with every value of every option, on data at the edge of what it
// can work with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/common/method_suite.hpp"
#include "tests/common/stopped_soon.hpp"

namespace tamis::testing {
namespace {

class EveryMethodOnHardData : public EveryMethod {};

TEST_P(EveryMethodOnHardData, PutsConstantFeaturesLast) {
    const Labels labels = random_labels(30, 2, 6);
    DenseMatrix x = with_signal(30, 6, labels, 6);
    for (Index i = 0; i < 30; ++i) {
        x(i, 1) = 0.0;
        x(i, 4) = 5.0;
    }
    // A constant that is not zero carries energy in the criteria of the optimal designs.
    const bool design = GetParam().starts_with("lap") && GetParam().ends_with("ofs");
    with_every_setting([&](const TestedMethod& method) {
        const Selection selection = method.run(x, labels, 6);
        expect_sound(selection, 6, 6);
        if (design) return;
        EXPECT_THAT(std::vector<Index>(selection.selected.end() - 2, selection.selected.end()),
                    ::testing::ElementsAre(1, 4));
    });
}

TEST_P(EveryMethodOnHardData, AllConstantDataGoByIndex) {
    const Labels labels = random_labels(10, 2, 7);
    const DenseMatrix x(10, 4);
    with_every_setting([&](const TestedMethod& method) {
        const Selection selection = method.run(x, labels, 3);
        expect_sound(selection, 4, 3);
        EXPECT_THAT(selection.selected, ::testing::ElementsAre(0, 1, 2));
    });
}

TEST_P(EveryMethodOnHardData, TakesTheLowerIndexOfTwins) {
    const Labels labels = random_labels(30, 2, 8);
    DenseMatrix x = with_signal(30, 7, labels, 8);
    for (Index i = 0; i < 30; ++i) x(i, 6) = x(i, 3);
    with_every_setting([&](const TestedMethod& method) {
        const std::vector<Index> selected = method.run(x, labels, 7).selected;
        const auto place = [&](Index j) { return std::find(selected.begin(), selected.end(), j); };
        EXPECT_LT(place(3), place(6));
    });
}

TEST_P(EveryMethodOnHardData, HandlesMoreFeaturesThanSamples) {
    const Labels labels = random_labels(8, 2, 9);
    const DenseMatrix x = with_signal(8, 200, labels, 9);
    with_every_setting([&](const TestedMethod& method) { expect_sound(method.run(x, labels, 20), 200, 20); });
}

TEST_P(EveryMethodOnHardData, HandlesTwoSamples) {
    const Labels labels = make_labels(std::vector<int>{0, 1});
    const DenseMatrix x = random_matrix(2, 5, 10);
    with_every_setting([&](const TestedMethod& method) { expect_sound(method.run(x, labels, 3), 5, 3); });
}

TEST_P(EveryMethodOnHardData, HandlesAClassWithOneSample) {
    const Labels labels = make_labels(std::vector<int>{0, 1, 0, 1, 0, 1, 2});
    const DenseMatrix x = random_matrix(7, 5, 11);
    with_every_setting([&](const TestedMethod& method) { expect_sound(method.run(x, labels, 3), 5, 3); });
}

TEST_P(EveryMethodOnHardData, RefusesWhatCannotBe) {
    const Labels labels = random_labels(20, 2, 13), one = make_labels(std::vector<int>(20, 1)),
                 short_by_one = random_labels(19, 2, 13), none = {};
    const DenseMatrix x = with_signal(20, 5, labels, 13), single = random_matrix(1, 5, 13);
    DenseMatrix missing = x, infinite = x;
    missing(7, 3) = std::nan("");
    infinite(7, 3) = HUGE_VAL;
    with_every_setting([&](const TestedMethod& method) {
        if (method.has_graph_options()) return;  // cost time, and have no part in this
        EXPECT_THROW(method.run(x, labels, 0), UsageError);
        EXPECT_THROW(method.run(x, labels, 6), Error);
        if (method.needs().labels) {
            EXPECT_THROW(method.run(x, none, 2), Error);
            EXPECT_THROW(method.run(x, one, 2), Error);
            EXPECT_THROW(method.run(x, short_by_one, 2), Error);
        }
        EXPECT_THROW(method.run(single, make_labels(std::vector<int>{0}), 2), Error);
        EXPECT_THROW(method.run(missing, labels, 2), Error);
        EXPECT_THROW(method.run(infinite, labels, 2), Error);
    });
}

// Numbers at the end of their type: a sound result or a refusal. Work that would never end is cancelled; how
// soon does not matter to the outcome.
TEST_P(EveryMethodOnHardData, TakesOrRefusesExtremeNumbers) {
    const Labels labels = random_labels(20, 3, 16);
    const DenseMatrix x = with_signal(20, 5, labels, 16);
    std::vector<std::pair<Record, Record>> extremes;
    const TestedMethod usual(GetParam());
    for (const Record& options : extreme_options(usual.fields())) extremes.emplace_back(options, Record{});
    if (usual.needs().graph)
        for (const Record& graph : extreme_options(GraphOptions::fields().describe()))
            extremes.emplace_back(Record{}, graph);
    for (const auto& choice : extremes) {
        const auto& options = choice.first;
        const auto& graph = choice.second;
        SCOPED_TRACE(text_of(options) + " graph: " + text_of(graph));
        run_stopped_soon([&](const Context& context) {
            expect_sound(TestedMethod(GetParam(), options, graph).run(x, labels, 3, context), 5, 3);
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryMethodOnHardData, ::testing::ValuesIn(method_names()), test_name);

}  // namespace
}  // namespace tamis::testing
