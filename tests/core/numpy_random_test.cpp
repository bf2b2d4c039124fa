#include "tamis/core/numpy_random.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <vector>

namespace tamis {
namespace {

using ::testing::ElementsAre;

std::vector<Index> permutation(std::uint64_t seed, Index count) {
    std::vector<Index> elements(static_cast<std::size_t>(count));
    std::iota(elements.begin(), elements.end(), Index{0});
    NumpyRandom(seed).shuffle(elements);
    return elements;
}

// What numpy.random.default_rng(seed).permutation(count) gives.
TEST(NumpyRandom, GivesThePermutationsOfNumpy) {
    EXPECT_THAT(permutation(0U, 10), ElementsAre(4, 6, 2, 7, 3, 5, 9, 0, 8, 1));
    EXPECT_THAT(permutation(1U, 10), ElementsAre(8, 4, 7, 0, 1, 2, 5, 9, 6, 3));
    EXPECT_THAT(permutation(7U, 9), ElementsAre(8, 0, 7, 1, 3, 6, 2, 4, 5));
    EXPECT_THAT(permutation(2018U, 8), ElementsAre(2, 6, 5, 0, 7, 3, 1, 4));
    EXPECT_THAT(permutation(4294967301ULL, 6), ElementsAre(2, 0, 5, 4, 3, 1));
    EXPECT_THAT(permutation(18446744073709551615ULL, 6), ElementsAre(0, 3, 5, 4, 1, 2));
    const std::vector<Index> many = permutation(3, 100000);
    EXPECT_EQ(many[0], 99532);
    EXPECT_EQ(many[50000], 50246);
    EXPECT_EQ(many[99999], 49912);
}

TEST(NumpyRandom, GoesOnWhereItStopped) {
    NumpyRandom random(4);
    std::vector<Index> first{0, 1, 2, 3, 4}, second = first;
    random.shuffle(first);
    random.shuffle(second);
    EXPECT_THAT(first, ElementsAre(2, 4, 0, 1, 3));
    EXPECT_THAT(second, ElementsAre(0, 1, 3, 2, 4));
}

// numpy.random.default_rng(seed).choice(all, count, replace=False), twice.
TEST(NumpyRandom, ChoosesLikeNumpy) {
    {
        NumpyRandom random(1003);
        EXPECT_THAT(random.choose(10, 3), ElementsAre(1, 5, 2));
        EXPECT_THAT(random.choose(10, 3), ElementsAre(3, 7, 6));
    }
    {
        NumpyRandom random(5);
        EXPECT_THAT(random.choose(20, 15), ElementsAre(7, 17, 9, 13, 0, 3, 14, 11, 10, 6, 15, 5, 18, 2, 4));
        EXPECT_THAT(random.choose(20, 15), ElementsAre(16, 19, 0, 1, 8, 9, 18, 14, 6, 11, 3, 5, 7, 17, 10));
    }
    {
        NumpyRandom random(6);
        EXPECT_THAT(random.choose(7, 7), ElementsAre(6, 1, 0, 3, 5, 2, 4));
        EXPECT_THAT(random.choose(7, 7), ElementsAre(4, 1, 2, 5, 6, 0, 3));
    }
    {
        NumpyRandom random(2);
        EXPECT_THAT(random.choose(1, 1), ElementsAre(0));
        EXPECT_THAT(random.choose(1, 1), ElementsAre(0));
    }
}

TEST(NumpyRandom, LeavesNothingAndOneAlone) {
    EXPECT_TRUE(permutation(1, 0).empty());
    EXPECT_THAT(permutation(1, 1), ElementsAre(0));
}

}  // namespace
}  // namespace tamis
