#include "tamis/passes/identical_columns.hpp"

#include <gmock/gmock.h>

#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;

DenseMatrix with_copies() {
    DenseMatrix x = testing::random_counts(20, 6, 0.5, 1);
    for (Index i = 0; i < 20; ++i) {
        x(i, 3) = x(i, 5) = x(i, 1);
        x(i, 4) = x(i, 0);
    }
    return x;
}

TEST(IdenticalColumns, NamesTheFirstOfEachKind) {
    const DenseMatrix x = with_copies();
    EXPECT_THAT(first_equal_columns(x), ElementsAre(0, 1, 2, 1, 0, 1));
    EXPECT_THAT(first_equal_columns(to_sparse(x)), ElementsAre(0, 1, 2, 1, 0, 1));
    EXPECT_THAT(repeated_columns(x), ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST(IdenticalColumns, TheLowerIndexGetsTheLargerScoreAndComesFirst) {
    const std::vector<Index> first{0, 1, 2, 1, 0, 1};
    std::vector<double> scores{0.1, 0.2, 0.9, 0.8, 0.7, 0.3};
    std::vector<Index> selected{2, 3, 4, 5};
    settle_equal_columns(first, scores, selected);
    EXPECT_THAT(scores, ElementsAre(0.7, 0.8, 0.9, 0.3, 0.1, 0.2));
    EXPECT_THAT(selected, ElementsAre(2, 1, 0, 3));
}

TEST(IdenticalColumns, WithoutCopiesNothingChanges) {
    const std::vector<Index> first{0, 1, 2};
    std::vector<double> scores{0.1, 0.3, 0.2};
    std::vector<Index> selected{1, 0};
    settle_equal_columns(first, scores, selected);
    EXPECT_THAT(scores, ElementsAre(0.1, 0.3, 0.2));
    EXPECT_THAT(selected, ElementsAre(1, 0));
}

}  // namespace
}  // namespace tamis
