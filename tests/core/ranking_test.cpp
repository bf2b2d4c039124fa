#include "tamis/core/ranking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
constexpr double inf = std::numeric_limits<double>::infinity();

TEST(Ranking, BetterFirstThenLowerIndex) {
    const std::vector<double> scores{1, 3, 2, 3, 2};
    EXPECT_THAT(top_features({scores}, 5), ElementsAre(1, 3, 2, 4, 0));
    EXPECT_THAT(top_features({scores}, 2), ElementsAre(1, 3));
}

TEST(Ranking, ConstantsComeLastByIndexWhateverTheirScore) {
    const std::vector<double> scores{9, 1, 8, 2};
    const std::vector<char> constant{1, 0, 1, 0};
    EXPECT_THAT(top_features({scores, constant}, 4), ElementsAre(3, 1, 0, 2));
}

TEST(Ranking, InfiniteRatiosByNumerator) {
    const std::vector<double> scores{inf, 5, inf, inf};
    const std::vector<double> tie{1, 100, 3, 3};
    EXPECT_THAT(top_features({scores, {}, tie}, 4), ElementsAre(2, 3, 0, 1));
}

TEST(Ranking, SmallerIsBetterKeepsTheRawNumbers) {
    const std::vector<char> constant{0, 0, 1};
    const Selection selection = select_by_score({0.5, 0.25, 0.0}, Direction::smaller, constant, {}, 3, "sum");
    EXPECT_THAT(selection.selected, ElementsAre(1, 0, 2));
    EXPECT_THAT(selection.raw_scores, ElementsAre(0.5, 0.25, inf));
    EXPECT_THAT(selection.scores, ElementsAre(-0.5, -0.25, -inf));
}

TEST(Ranking, RatiosNeverYieldNaN) {
    const std::vector<double> top{1, 1, 0, 0};
    const std::vector<double> bottom{2, 0, 0, 3};
    EXPECT_THAT(ratios(top, bottom, Direction::larger), ElementsAre(0.5, inf, 0, 0));
    EXPECT_THAT(ratios(top, bottom, Direction::smaller), ElementsAre(0.5, inf, inf, 0));
}

TEST(Ranking, BoundsOfK) {
    EXPECT_THROW(require_k(0, 5), UsageError);
    EXPECT_NO_THROW(require_k(5, 5));
    try {
        require_k(6, 5);
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "k = 6 is more than the 5 features there are: use a smaller k or 'all'");
    }
}

}  // namespace
}  // namespace tamis
