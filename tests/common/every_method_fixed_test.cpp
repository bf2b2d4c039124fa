// What every method does with features that are included or excluded, with every value of every option.
#include <gmock/gmock.h>

#include "tamis/core/choice/fixed_features.hpp"
#include "tests/common/method_suite.hpp"

namespace tamis::testing {

namespace {

using ::testing::Contains;
using ::testing::Not;

class EveryMethodFixed : public EveryMethod {
  protected:
    const Labels labels_ = random_labels(30, 3, 5);
    const DenseMatrix x_ = with_signal(30, 9, labels_, 5);

    Selection run(const TestedMethod& method, Index k, const FixedFeatures& fixed, int threads = 1) const {
        return method.run_fixed(x_, labels_, {k, fixed}, threads);
    }
    // The relaxations of the designs weigh all features against each other.
    static bool can_include(const TestedMethod& method) {
        const Value* solver = find(method.options(), "solver");
        return solver == nullptr || to_text(*solver) != "convex";
    }
};

TEST_P(EveryMethodFixed, TakesTheIncludedOnesFirstAndTheExcludedOnesNever) {
    with_every_setting([&](const TestedMethod& method) {
        for (const FixedFeatures& fixed : {FixedFeatures{.include = {7, 2}, .exclude = {0, 4, 8}},
                                           FixedFeatures{.include = {5}}, FixedFeatures{.exclude = {1, 3}}}) {
            if (!fixed.include.empty() && !can_include(method)) {
                EXPECT_THROW(run(method, 4, fixed), UsageError);
                continue;
            }
            const Selection selection = run(method, 4, fixed);
            expect_sound(selection, 9, 4);
            const auto included = static_cast<std::ptrdiff_t>(fixed.include.size());
            EXPECT_EQ(std::vector<Index>(selection.selected.begin(), selection.selected.begin() + included),
                      fixed.include);
            for (const Index feature : fixed.exclude) EXPECT_THAT(selection.selected, Not(Contains(feature)));
            if (!selection.scores.empty()) {
                EXPECT_EQ(selection.scores.size(), 9);
            }
        }
    });
}

TEST_P(EveryMethodFixed, NothingFixedChangesNothing) {
    const TestedMethod method(GetParam());
    expect_same_bits(run(method, 4, {}), method.run(x_, labels_, 4, 1));
}

TEST_P(EveryMethodFixed, AllIncludedLeavesNoChoice) {
    const TestedMethod method(GetParam());
    const std::vector<Index> all = {3, 8, 1};
    EXPECT_EQ(run(method, 3, {.include = all}).selected, all);
}

TEST_P(EveryMethodFixed, SameBitsOnAnyNumberOfThreads) {
    const TestedMethod method(GetParam());
    const FixedFeatures fixed{.include = {6}, .exclude = {2, 0}};
    const Selection one = run(method, 5, fixed);
    for (const int threads : {2, 7}) expect_same_bits(run(method, 5, fixed, threads), one);
}

TEST_P(EveryMethodFixed, RefusesListsThatContradictEachOther) {
    const TestedMethod method(GetParam());
    const auto message = [&](Index k, const FixedFeatures& fixed) -> std::string {
        try {
            run(method, k, fixed);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(message(3, {.include = {1}, .exclude = {2, 1}}),
              "feature 1 is both included and excluded: take it out of include or exclude");
    EXPECT_EQ(message(2, {.include = {1, 2, 3}}),
              "3 features are included, more than the 2 to be selected: use k=3 or include fewer");
    EXPECT_EQ(message(4, {.exclude = {0, 1, 2, 3, 4, 5}}),
              "k = 4 is more than the 3 features that are not excluded: use a smaller k or exclude fewer");
    EXPECT_EQ(message(2, {.include = {9}}), "include has the feature 9: the features are 0 to 8");
    EXPECT_EQ(message(2, {.exclude = {-1}}), "exclude has the feature -1: the features are 0 to 8");
    EXPECT_EQ(message(2, {.include = {1, 1}}), "include has the feature 1 twice");
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethodFixed, ::testing::ValuesIn(method_names()), test_name);

}  // namespace

}  // namespace tamis::testing
