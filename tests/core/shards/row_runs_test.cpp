#include "tamis/core/shards/row_runs.hpp"

#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/core/shards/shards.hpp"

namespace tamis::detail {

namespace {

// Shards of 2, 3, 0, 4 and 1 rows.
const ShardsShape shape{.offsets = {0, 2, 5, 5, 9, 10}, .cols = 1, .sparse = false};

TEST(RowRuns, KnowWhereEveryRowIs) {
    for (const std::vector<std::vector<Index>>& shards : {std::vector<std::vector<Index>>{{0, 1, 2, 3, 4}},
                                                          {{0}, {1}, {2}, {3}, {4}},
                                                          {{0, 3}, {1, 2, 4}},
                                                          {{1, 3}, {0, 2, 4}}}) {
        const RowRuns runs(shape, shards);
        Index rows = 0;
        for (Index run = 0; run < runs.count(); ++run) {
            Index place = 0;
            for (const Index shard : runs.shards(run))
                for (Index row = shape.begin(shard); row < shape.end(shard); ++row) {
                    EXPECT_EQ(runs.place(run, row), place);
                    EXPECT_EQ(numbers_of(runs.of(run))[at(place)], row);
                    for (Index other = 0; other < runs.count(); ++other)
                        EXPECT_EQ(runs.place(other, row).has_value(), other == run);
                    ++place;
                }
            EXPECT_EQ(runs.rows(run), place);
            EXPECT_FALSE(runs.place(run, -1));
            EXPECT_FALSE(runs.place(run, 10));
            rows += place;
        }
        EXPECT_EQ(rows, 10);
        Index next = 0;
        for (const auto& [run, held] : runs.all()) {
            EXPECT_EQ(held.number, next);
            EXPECT_EQ(runs.place(run, held.number), held.place);
            next = held.number_end();
        }
        EXPECT_EQ(next, 10);
    }
}

TEST(RowRuns, JoinShardsThatAreNeighbors) {
    EXPECT_EQ(RowRuns(shape, {{0, 1, 2, 3}, {4}}).of(0).size(), 1U);
    EXPECT_EQ(RowRuns(shape, {{1, 3}, {0, 2, 4}}).of(0).size(), 1U);  // the one between has no rows
    EXPECT_EQ(RowRuns(shape, {{0, 3}, {1, 2, 4}}).of(0).size(), 2U);
}

TEST(RowRuns, CutStretches) {
    const RowRuns runs(shape, {{0, 3}, {1, 2, 4}});  // rows 0, 1, 5 … 8; and 2, 3, 4, 9
    EXPECT_EQ(numbers_of(stretches_between(runs.of(0), 1, 4)), (std::vector<Index>{1, 5, 6}));
    EXPECT_EQ(numbers_of(stretches_between(runs.of(1), 0, 3)), (std::vector<Index>{2, 3, 4}));
    EXPECT_TRUE(stretches_between(runs.of(1), 2, 2).empty());
    const std::vector<int> entries = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9};
    EXPECT_EQ(entries_of(std::span(entries), runs.of(1), 2), (std::vector<int>{2, 2, 3, 3, 4, 4, 9, 9}));
    EXPECT_TRUE(entries_of(std::span<const int>(), runs.of(1)).empty());
}

TEST(RowRuns, DealRowsToTheRunsThatHaveThem) {
    const RowRuns runs(shape, {{0, 3}, {1, 2, 4}});
    const RowRuns::Dealt dealt = runs.deal(std::vector<Index>{1, 2, 4, 5, 5, 9});
    EXPECT_EQ(dealt.places, (std::vector<std::vector<Index>>{{1, 2, 2}, {0, 2, 3}}));
    EXPECT_EQ(dealt.order, (std::vector<Index>{0, 3, 4, 1, 2, 5}));
    EXPECT_TRUE(runs.deal({}).order.empty());
}

TEST(RowRuns, RefuseWhatIsNotEachShardOnce) {
    for (const std::vector<std::vector<Index>>& shards : {std::vector<std::vector<Index>>{{0, 1, 2, 3}},
                                                          {{0, 1, 2, 3, 4, 4}},
                                                          {{0, 1, 2}, {2, 3, 4}},
                                                          {{0, 1, 2, 3, 5}},
                                                          {{-1, 0, 1, 2, 3, 4}}})
        EXPECT_THROW(RowRuns(shape, shards), Error);
    EXPECT_THROW(RowRuns(shape, {{1, 0, 2, 3, 4}}), Error);  // not in their order
    EXPECT_THROW(RowRuns(shape, {{0, 1, 2, 3, 4}, {}}), Error);
}

}  // namespace

}  // namespace tamis::detail
