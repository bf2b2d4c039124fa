// Lists of the nearest samples known so far: what comes in, what it pushes out, and what is counted of it.
#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

#include "tamis/graph/approximate/lists.hpp"

namespace tamis {

using namespace detail;
using testing::ElementsAre;

TEST(NearestLists, KeepTheNearestInAnyOrderOfWhatIsOffered) {
    std::vector<std::pair<Small, double>> offered = {{7, 2.0}, {3, 2.0}, {9, 1.0}, {4, 5.0}, {9, 1.0}};
    std::ranges::sort(offered);
    do {
        NearestLists lists(2, 3);
        EXPECT_EQ(lists.limit(1), std::numeric_limits<double>::infinity());
        for (const auto& [sample, distance] : offered) lists.insert(1, sample, distance);
        EXPECT_THAT(lists.of(1), ElementsAre(9, 3, 7));
        EXPECT_THAT(lists.distances_of(1), ElementsAre(1.0, 2.0, 2.0));
        EXPECT_EQ(lists.limit(1), 2.0);
        EXPECT_EQ(lists.count(0), 0);
    } while (std::ranges::next_permutation(offered).found);
}

TEST(NearestLists, CountWhatCameInAndIsStillThere) {
    NearestLists lists(1, 2);
    EXPECT_TRUE(lists.insert(0, 5, 5.0));
    EXPECT_TRUE(lists.insert(0, 4, 4.0));
    EXPECT_EQ(lists.came_in(), 2);
    lists.begin_round();
    EXPECT_EQ(lists.came_in(), 0);
    EXPECT_FALSE(lists.insert(0, 4, 4.0));
    EXPECT_FALSE(lists.insert(0, 6, 6.0));
    EXPECT_EQ(lists.came_in(), 0);
    EXPECT_TRUE(lists.insert(0, 3, 3.0));
    EXPECT_EQ(lists.came_in(), 1);
    EXPECT_TRUE(lists.insert(0, 2, 2.0));  // pushes 4 out
    EXPECT_TRUE(lists.insert(0, 1, 1.0));  // pushes 3 out, which came in in this round
    EXPECT_EQ(lists.came_in(), 2);
    EXPECT_TRUE(lists.fresh(0, 0));
    lists.begin_round();
    EXPECT_EQ(lists.came_in(), 0);
    EXPECT_TRUE(lists.fresh(0, 0));  // still to be compared
    lists.set_compared(0, 0);
    EXPECT_FALSE(lists.fresh(0, 0));
    EXPECT_TRUE(lists.fresh(0, 1));
    lists.begin_round();
    EXPECT_FALSE(lists.fresh(0, 0));
}

}  // namespace tamis
