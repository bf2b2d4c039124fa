// Rows in shards: fetched one by one, never as a whole, and a method that knows nothing of them.
#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/passes/survey/first_rows.hpp"
#include "tamis/passes/survey/survey_round.hpp"
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

// Merged in pieces or at once, and finished by whoever merges last or by the driver.
TEST(Rounds, AreMergedInAnyPieces) {
    const DenseMatrix x = testing::random_matrix(40, 3, 1);
    const SurveyRound::Request request{.hash = true, .bucket_bits = 3, .groups = 2};
    const Bytes shared = to_bytes(RoundRequest{.views = {}, .request = to_bytes(request)});
    std::vector<Bytes> partials;
    for (Index s = 0; s < 7; ++s) {
        const MatrixView rows = DenseView{x.row(5 * s), 5, x.cols(), x.cols()};
        partials.push_back(
            partial_of("survey", shared, to_bytes(SurveyRound::Own{{s % 2}, {0, 1, 0, -1, 1}}), rows));
    }
    const std::vector<std::string_view> all(partials.begin(), partials.end());
    const Bytes at_once = merge_of("survey", all);
    const Bytes first = merge_of("survey", std::span(all).first(4)),
                second = merge_of("survey", std::span(all).subspan(4));
    EXPECT_EQ(merge_of("survey", first, second), at_once);
    EXPECT_EQ(merge_of("survey", std::span(all).first(1)), partials.front());
    EXPECT_THROW(merge_of("survey", std::span<const std::string_view>()), Error);
    const Bytes finished = merge_of("survey", all, Merge::all);
    EXPECT_LT(finished.size(), at_once.size());
    auto by_driver = from_bytes<SurveyRound::Partial>(at_once),
         again = from_bytes<SurveyRound::Partial>(finished);
    SurveyRound::finish(by_driver);
    SurveyRound::finish(again);
    EXPECT_EQ(to_bytes(by_driver), finished);
    EXPECT_EQ(to_bytes(again), finished);
}

// What methods begin with comes with the survey; any other row is asked for.
TEST(ShardedRows, TheFirstOnesComeWithTheSurvey) {
    const Matrix dense = testing::random_matrix(90, 4, 1),
                 sparse = to_sparse(testing::random_counts(90, 4, 0.4, 2));
    Labels labels = testing::random_labels(90, 3, 4);
    labels.of[0] = Labels::unlabeled;
    for (const Matrix* x : {&dense, &sparse})
        for (const testing::Cutting& cutting : testing::cuttings(90)) {
            const testing::Sharded sharded(*x, cutting);
            const Rows rows(sharded.rows());
            survey(rows, Survey::Hash::no, {}, labels);
            const std::vector<Index> first = first_rows(rows, labels);
            EXPECT_EQ(testing::cells(rows.gather(first)), testing::cells(take_rows(*x, first)));
            const std::vector<Index> some{first.back(), 0, 3, 0};
            EXPECT_EQ(testing::cells(rows.gather(some)), testing::cells(take_rows(*x, some)));
            EXPECT_EQ(sharded.shards().costs().rounds, 1);
            const std::vector<Index> other{0, 89};
            EXPECT_EQ(testing::cells(rows.gather(other)), testing::cells(take_rows(*x, other)));
            EXPECT_EQ(sharded.shards().costs().rounds, 2);
        }
}

TEST(ShardedRows, TheFirstOnesOfAllAndOfEachClass) {
    const Matrix dense = DenseMatrix(20, 2), sparse = to_sparse(DenseMatrix(20, 2));
    std::vector<int> classes(20, 0);
    classes[9] = classes[12] = 1;
    classes[15] = 2;
    const Labels labels = make_labels(classes);
    EXPECT_EQ(first_rows(dense, labels), (std::vector<Index>{0, 1, 2, 3, 9, 15}));
    EXPECT_EQ(first_rows(sparse, labels), (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 15}));
    EXPECT_EQ(first_rows(dense, {}), (std::vector<Index>{0, 1, 2, 3}));
    EXPECT_EQ(first_rows(Matrix(DenseMatrix(2, 2)), {}), (std::vector<Index>{0, 1}));
}

TEST(ShardedRows, GiveTheFisherScoreOfAllRowsInOneRound) {
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
        EXPECT_EQ(sharded.shards().costs().rounds, 1);
        EXPECT_GT(sharded.shards().costs().bytes_in, 0);
    }
}

}  // namespace

}  // namespace tamis
