#include "tamis/core/labels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using Texts = std::vector<std::string>;

TEST(Labels, NumbersSortAsNumbers) {
    const Labels labels = make_labels(Texts{"10", "2", "10.0", "-1", "+2"});
    EXPECT_THAT(labels.names, ElementsAre("-1", "2", "10"));
    EXPECT_THAT(labels.of, ElementsAre(2, 1, 2, 0, 1));
    EXPECT_THAT(labels.counts, ElementsAre(1, 2, 2));
}

TEST(Labels, TextsSortAsTextsAndEmptyIsUnlabeled) {
    const Labels labels = make_labels(Texts{"g", "b", "", "10"});
    EXPECT_THAT(labels.names, ElementsAre("10", "b", "g"));
    EXPECT_THAT(labels.of, ElementsAre(2, 1, -1, 0));
}

TEST(Labels, NegativeAndNaNAreUnlabeled) {
    EXPECT_THAT(make_labels(std::vector<int>{3, -1, 0}).of, ElementsAre(1, -1, 0));
    EXPECT_THAT(make_labels(std::vector<double>{2.5, std::numeric_limits<double>::quiet_NaN(), -1}).of,
                ElementsAre(1, -1, 0));
}

TEST(Labels, TakeKeepsClassNumbers) {
    const Labels labels = make_labels(std::vector<int>{0, 1, 2, 1});
    const Labels taken = take_labels(labels, std::vector<Index>{3, 0});
    EXPECT_THAT(taken.of, ElementsAre(1, 0));
    EXPECT_THAT(taken.counts, ElementsAre(1, 1, 0));
}

std::string refusal(const Labels& labels, Index samples) {
    try {
        require_classes(labels, samples, "fisher");
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Labels, RequireClassesSaysWhatIsWrong) {
    EXPECT_EQ(refusal({}, 2),
              "fisher needs class labels and the data have none: give them with label or label-file");
    EXPECT_EQ(refusal(make_labels(std::vector<int>{0, 1}), 3), "fisher got 2 labels for 3 samples");
    EXPECT_EQ(refusal(make_labels(std::vector<int>{0, -1, 1}), 3),
              "fisher needs a label for every sample, and sample 1 (counted from 0) has none");
    EXPECT_EQ(refusal(make_labels(Texts{"a", "a"}), 2),
              "fisher needs at least two classes: every sample has the label 'a'");
    EXPECT_EQ(refusal(make_labels(Texts{"a", "b"}), 2), "");
}

}  // namespace
}  // namespace tamis
