#include "tamis/eval/protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "tamis/core/error.hpp"
#include "tamis/core/random/numpy_random.hpp"
#include "tamis/eval/splits.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::HasSubstr;

std::string trouble(const std::string& text) {
    try {
        parse_protocol(text);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

TEST(Protocol, IsReadAndWritten) {
    for (const std::string text :
         {"holdout:0.5x20", "random:0.8x3", "per-class:5x20", "cv:5x5", "loo", "cluster:3,5,7x20"})
        EXPECT_EQ(to_text(parse_protocol(text)), text);
    EXPECT_EQ(parse_protocol("cluster:3,5x2").cluster_counts, (std::vector<Index>{3, 5}));
    EXPECT_TRUE(parse_protocol("loo").whole_set());
    EXPECT_FALSE(parse_protocol("cv:2x1").whole_set());
}

TEST(Protocol, WithoutANumberOfRepeatsThereIsOne) {
    for (const std::string text : {"holdout:0.5", "random:0.8", "per-class:5", "cv:10", "cluster:3,5"})
        EXPECT_EQ(to_text(parse_protocol(text)), text + "x1");
}

TEST(Protocol, ErrorsSayWhyAndShowTheGrammar) {
    for (const std::string text : {"holdot:0.5x3", "holdout", "holdout:0.5x", "holdout:1.5x3", "holdout:ax3",
                                   "cv:1x3", "cv:5x0", "per-class:0x3", "loo:3", "loo:3x3", "cluster:x3",
                                   "cluster:1x3", "cluster:3,x3", "cluster:2,3,2x3", "cv:5x3y", ""})
        EXPECT_THAT(trouble(text), HasSubstr("holdout:FRACTIONxREPEATS")) << text;
    EXPECT_THAT(trouble("holdot:0.5x3"), HasSubstr("there is no protocol 'holdot'"));
    EXPECT_THAT(trouble("holdot:3"), HasSubstr("there is no protocol 'holdot'"));
    EXPECT_THAT(trouble("loo:3"), HasSubstr("loo takes no numbers"));
    EXPECT_THAT(trouble("holdout:0.5x"), HasSubstr("'' is not a number of repeats"));
    EXPECT_THAT(trouble("cv:"), HasSubstr("cv needs its numbers"));
    EXPECT_THAT(trouble("cv:1x3"), HasSubstr("two folds or more"));
    EXPECT_THAT(trouble("cluster:2,3,2x3"), HasSubstr("the number of classes 2 is given twice"));
}

void expect_partition(const Split& split, Index samples) {
    std::vector<Index> all = split.train;
    all.insert(all.end(), split.test.begin(), split.test.end());
    std::sort(all.begin(), all.end());
    ASSERT_EQ(static_cast<Index>(all.size()), samples);
    for (Index i = 0; i < samples; ++i) ASSERT_EQ(all[at(i)], i);
    EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
}

Index of_class(const std::vector<Index>& samples, const Labels& labels, int wanted) {
    return std::count_if(samples.begin(), samples.end(), [&](Index i) { return labels.of[at(i)] == wanted; });
}

TEST(Splits, HoldoutKeepsTheClassesAndTheTotal) {
    const Labels labels = testing::random_labels(101, 4, 1);
    for (const double fraction : {0.1, 0.5, 0.8}) {
        const Protocol protocol{.fraction = fraction, .repeats = 7};
        const auto splits = make_splits(protocol, labels, 3, "data");
        ASSERT_EQ(splits.size(), 7u);
        std::set<std::vector<Index>> different;
        for (const Split& split : splits) {
            expect_partition(split, 101);
            EXPECT_EQ(static_cast<Index>(split.train.size()), std::llround(fraction * 101));
            for (int c = 0; c < 4; ++c)
                EXPECT_NEAR(static_cast<double>(of_class(split.train, labels, c)),
                            fraction * static_cast<double>(labels.counts[at(c)]), 1.0);
            different.insert(split.train);
        }
        EXPECT_EQ(different.size(), 7u);
    }
}

TEST(Splits, RepeatsDoNotDependOnTheirNumber) {
    const Labels labels = testing::random_labels(60, 3, 2);
    for (const std::string text : {"holdout:0.5x", "random:0.5x", "per-class:4x", "cv:3x"}) {
        const auto few = make_splits(parse_protocol(text + "2"), labels, 5, "data");
        const auto many = make_splits(parse_protocol(text + "6"), labels, 5, "data");
        for (std::size_t s = 0; s < few.size(); ++s) {
            EXPECT_EQ(few[s].train, many[s].train);
            EXPECT_EQ(few[s].seed, many[s].seed);
        }
        EXPECT_NE(make_splits(parse_protocol(text + "2"), labels, 6, "data")[0].train, few[0].train);
    }
}

// Who works in Python can draw them again.
TEST(Splits, AreThoseOfNumpy) {
    const Labels labels = testing::random_labels(31, 3, 6);
    const auto permuted = [](std::vector<Index> elements, NumpyRandom& random) {
        random.shuffle(elements);
        return elements;
    };
    std::vector<Index> all(31);
    std::iota(all.begin(), all.end(), Index{0});
    std::vector<std::vector<Index>> members(3);
    for (const Index i : all) members[at(labels.of[at(i)])].push_back(i);

    for (const Split& split : make_splits(parse_protocol("random:0.5x3"), labels, 8, "data")) {
        NumpyRandom random(8000 + static_cast<std::uint64_t>(split.repeat));
        std::vector<Index> train = permuted(all, random);
        train.resize(16);
        EXPECT_THAT(split.train, ::testing::UnorderedElementsAreArray(train));
        NumpyRandom features = split.features;  // of the baseline: goes on
        EXPECT_EQ(permuted(all, features), permuted(all, random));
    }
    for (const Split& split : make_splits(parse_protocol("per-class:4x3"), labels, 8, "data")) {
        NumpyRandom random(8000 + static_cast<std::uint64_t>(split.repeat));
        std::vector<Index> train;
        for (const std::vector<Index>& group : members) {
            const std::vector<Index> order = permuted(group, random);
            train.insert(train.end(), order.begin(), order.begin() + 4);
        }
        EXPECT_THAT(split.train, ::testing::UnorderedElementsAreArray(train));
    }
    // Two thirds of 6 and of 9 come out even: the order of the classes is drawn all the same.
    const Labels even = make_labels(std::vector<int>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    for (const Split& split : make_splits(parse_protocol("holdout:0.6666666666666666x3"), even, 8, "data")) {
        NumpyRandom random(8000 + static_cast<std::uint64_t>(split.repeat));
        permuted({0, 1}, random);
        std::vector<Index> train = permuted({0, 1, 2, 3, 4, 5}, random);
        train.resize(4);
        const std::vector<Index> second = permuted({6, 7, 8, 9, 10, 11, 12, 13, 14}, random);
        train.insert(train.end(), second.begin(), second.begin() + 6);
        EXPECT_THAT(split.train, ::testing::UnorderedElementsAreArray(train));
    }
    const Labels many = testing::random_labels(90, 7, 6);
    NumpyRandom sets(8003);
    for (const Split& split : make_splits(parse_protocol("cluster:3x4"), many, 8, "data")) {
        std::set<Index> classes;
        for (const Index i : split.train) classes.insert(many.of[at(i)]);
        EXPECT_THAT(sets.choose(7, 3), ::testing::UnorderedElementsAreArray(classes));
    }
    NumpyRandom random(8);
    std::vector<std::vector<Index>> folds;
    for (int repeat = 0; repeat < 2; ++repeat) {
        folds.resize(folds.size() + 4);
        std::size_t dealt = 0;
        for (const std::vector<Index>& group : members)
            for (const Index i : permuted(group, random)) folds[folds.size() - 4 + dealt++ % 4].push_back(i);
    }
    const auto splits = make_splits(parse_protocol("cv:4x2"), labels, 8, "data");
    for (std::size_t s = 0; s < splits.size(); ++s)
        EXPECT_THAT(splits[s].test, ::testing::UnorderedElementsAreArray(folds[s]));
}

TEST(Splits, PerClassTakesTheSameNumberOfEach) {
    const Labels labels = testing::random_labels(50, 3, 3);
    for (const Split& split : make_splits(parse_protocol("per-class:4x5"), labels, 0, "data")) {
        expect_partition(split, 50);
        for (int c = 0; c < 3; ++c) EXPECT_EQ(of_class(split.train, labels, c), 4);
    }
}

TEST(Splits, FoldsPartTheSetOncePerRepeat) {
    const Labels labels = testing::random_labels(53, 3, 4);
    const auto splits = make_splits(parse_protocol("cv:4x2"), labels, 0, "data");
    ASSERT_EQ(splits.size(), 8u);
    for (Index repeat = 0; repeat < 2; ++repeat) {
        std::vector<Index> tested;
        for (const Split& split : splits) {
            if (split.repeat != repeat) continue;
            expect_partition(split, 53);
            tested.insert(tested.end(), split.test.begin(), split.test.end());
            for (int c = 0; c < 3; ++c) EXPECT_GT(of_class(split.test, labels, c), 0);
        }
        std::sort(tested.begin(), tested.end());
        EXPECT_EQ(std::unique(tested.begin(), tested.end()) - tested.begin(), 53);
    }
}

TEST(Splits, ClusterDrawsSetsOfClassesOrTakesAllOfThem) {
    const Labels labels = testing::random_labels(200, 6, 5);
    const auto splits = make_splits(parse_protocol("cluster:3,5x8"), labels, 0, "data");
    std::set<std::vector<Index>> three, five;
    for (const Split& split : splits) {
        EXPECT_TRUE(split.test.empty());
        std::set<int> classes;
        for (const Index i : split.train) classes.insert(labels.of[at(i)]);
        EXPECT_EQ(static_cast<Index>(classes.size()), split.clusters);
        for (const int c : classes) EXPECT_EQ(of_class(split.train, labels, c), labels.counts[at(c)]);
        (split.clusters == 3 ? three : five).insert(split.train);
    }
    EXPECT_GE(three.size(), 5u);  // of eight draws
    EXPECT_EQ(five.size(), 6u);   // there are only six subsets of five
    EXPECT_EQ(splits.size(), 14u);
}

TEST(Splits, RefuseWhatTheClassesDoNotAllow) {
    const Labels labels = make_labels(std::vector<int>{0, 0, 0, 0, 0, 0, 1, 1, 1});
    const auto why = [&](const std::string& text) -> std::string {
        try {
            make_splits(parse_protocol(text), labels, 0, "small.csv");
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(why("cv:4x1"),
              "cv:4x1 needs 4 samples of every class, one for each fold: class '1' has 3 in small.csv; use "
              "fewer folds "
              "or holdout");
    EXPECT_EQ(why("per-class:4x1"),
              "per-class:4x1 trains on 4 samples of every class: class '1' has 3 in small.csv");
    EXPECT_EQ(why("cluster:3x1"), "cluster:3x1 draws 3 classes and small.csv has 2");
    EXPECT_EQ(why("cv:3x1"), "");
    EXPECT_EQ(why("per-class:3x1"), "");
    EXPECT_THROW(make_splits(parse_protocol("per-class:1x1"), make_labels(std::vector<int>{0, 1}), 0, "d"),
                 Error);
    EXPECT_THROW(make_splits(parse_protocol("holdout:0.5x1"), make_labels(std::vector<int>{0, 1}), 0, "d"),
                 Error);
    EXPECT_THROW(make_splits(parse_protocol("cv:2x1"), make_labels(std::vector<int>{0, 0}), 0, "d"), Error);
}

}  // namespace
}  // namespace tamis
