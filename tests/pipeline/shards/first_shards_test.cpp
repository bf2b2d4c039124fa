// Rows in shards: fetched one by one, never as a whole, and a method that knows nothing of them.
#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/pipeline/shards/table.hpp"
#include "tests/support/cells.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(ShardedRows, AreGatheredInAnyOrder) {
    const Matrix dense = testing::random_matrix(30, 4, 1),
                 sparse = to_sparse(testing::random_counts(30, 4, 0.4, 2));
    const std::vector<Index> wanted{7, 29, 2, 7, 11, 0};
    for (const Matrix* x : {&dense, &sparse})
        for (const testing::Cutting& cutting : testing::cuttings(30)) {
            const testing::Sharded sharded(*x, cutting);
            const Rows rows(sharded.rows());
            EXPECT_EQ(rows.rows(), 30);
            EXPECT_EQ(rows.sparse(), x->is_sparse());
            EXPECT_EQ(testing::cells(rows.gather(wanted)), testing::cells(take_rows(*x, wanted)));
            EXPECT_EQ(rows.gather({}).rows(), 0);
            EXPECT_THROW(rows.gather(std::vector<Index>{30}), Error);
        }
}

TEST(ShardedRows, AreNeverReadAsAWhole) {
    const DenseMatrix x = testing::random_matrix(6, 2, 1);
    const testing::Sharded sharded(x, {0, 3, 6});
    try {
        to_matrix(sharded.rows());
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("not shared"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("2 shards"), std::string::npos) << error.what();
    }
}

TEST(Rounds, UnknownOnesAreRefused) {
    const DenseMatrix x = testing::random_matrix(6, 2, 1);
    const Bytes shared = to_bytes(RoundRequest{});
    EXPECT_THROW(partial_of("no such round", shared, "", x), Error);
    const RoundRequest unknown_view{.views = {{"no such view", ""}}, .request = to_bytes(Nothing())};
    EXPECT_THROW(partial_of("survey", to_bytes(unknown_view), "", x), Error);
    EXPECT_THROW(partial_of("survey", "nonsense", "", x), Error);
    EXPECT_THROW(merge_of("survey", "nonsense", "nonsense"), Error);
    EXPECT_THROW(merge_of("no such round", "", ""), Error);
}

TEST(ShardedRows, GiveTheFisherScoreOfAllRows) {
    const DenseMatrix x = testing::random_matrix(40, 9, 3);
    const Labels labels = testing::random_labels(40, 3, 4);
    const SelectRequest request{.method = configure("fisher"), .k = FeatureCount(4)};
    const SelectRun local = run_select({.name = "x", .x = x, .labels = &labels}, request);
    for (const testing::Cutting& cutting : testing::cuttings(40)) {
        const testing::Sharded sharded(x, cutting);
        const SelectRun shared = run_select({.name = "x", .x = sharded.rows(), .labels = &labels}, request);
        EXPECT_EQ(shared.selection.selected, local.selection.selected);
        for (std::size_t j = 0; j < 9; ++j)
            EXPECT_NEAR(shared.selection.scores[j], local.selection.scores[j],
                        1e-12 * local.selection.scores[j]);
        EXPECT_GT(sharded.shards().costs().rounds, 1);
        EXPECT_GT(sharded.shards().costs().bytes_in, 0);
    }
}

}  // namespace

}  // namespace tamis
