#include "tamis/core/random/numpy_random.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <vector>

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;

std::vector<Index> permutation(std::uint64_t seed, Index count) {
    std::vector<Index> elements(at(count));
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

// numpy.random.default_rng(seed).standard_normal(count)
TEST(NumpyRandom, DrawsTheNormalNumbersOfNumpy) {
    NumpyRandom zero(0), other(2018);
    for (const double expected : {0.1257302210933933, -0.1321048632913019, 0.6404226504432821,
                                  0.10490011715303971, -0.535669373161111, 0.36159505490948474})
        EXPECT_NEAR(zero.normal(), expected, 1e-14);
    for (const double expected : {0.6184590050797812, 0.3094957170946356, -0.3685633713322117,
                                  -1.0802862855239288, -0.2822254122561017, -0.4228815563584846})
        EXPECT_NEAR(other.normal(), expected, 1e-14);
}

TEST(NumpyRandom, DrawsTheTailsOfNumpyAsWell) {
    NumpyRandom random(3);
    std::vector<double> drawn(1000000);
    for (double& value : drawn) value = random.normal();
    EXPECT_NEAR(drawn[1966], 3.8864552710410796, 1e-14);
    EXPECT_NEAR(drawn[16548], -3.7411627382527723, 1e-14);
    EXPECT_NEAR(drawn.back(), -1.3613982585308668, 1e-14);
    EXPECT_NEAR(std::accumulate(drawn.begin(), drawn.end(), 0.0), 566.6718818452359, 1e-8);
    EXPECT_NEAR(std::inner_product(drawn.begin(), drawn.end(), drawn.begin(), 0.0), 1000014.7659345204, 1e-5);
    std::vector<Index> after{0, 1, 2, 3, 4};
    random.shuffle(after);
    EXPECT_THAT(after, ElementsAre(1, 3, 0, 2, 4));
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
