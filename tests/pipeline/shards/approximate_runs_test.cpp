// The approximate search on runs of shards: the bits of the search in memory, however the rows are cut and
// whoever holds them.
#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/graph/approximate/descent.hpp"
#include "tamis/graph/shards/comparison_round.hpp"
#include "tamis/graph/shards/descent_round.hpp"
#include "tamis/graph/shards/forest_rounds.hpp"
#include "tamis/graph/shards/shard_steps.hpp"
#include "tamis/graph/shards/shard_trees.hpp"
#include "tamis/pipeline/shards/table.hpp"
#include "tests/graph/approximate/support.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

struct Held {
    testing::Cutting cutting;
    testing::Holding runs;
};

// Two workers, three of different sizes, more than that, some without rows, one, and two with shards in turn.
std::vector<Held> ways_to_hold(Index rows) {
    return {{{0, rows / 2, rows}, {}},
            {{0, 5, rows / 4, rows / 3, rows}, testing::neighboring({0, 1, 3, 4})},
            {testing::equal_shards(rows, 7), {}},
            {{0, 0, 1, 1, rows / 2, rows, rows}, {}},
            {{0, rows / 2, rows}, {{0, 1}}},
            {testing::equal_shards(rows, 7), testing::dealt(7, 2)}};
}

constexpr TravelRoom plenty{Index{1} << 23, 0}, tight{1, 0}, copies{1, Index{1} << 23};

const Context context{.threads = 2, .seed = 3};

void expect_same(const Matrix& x, Index k, Metric metric, const Neighbors& local, const Held& held,
                 const TravelRoom& room, double recall = 0.95) {
    const testing::Sharded sharded(x, held.cutting, held.runs);
    const Index cells = x.is_sparse() ? x.sparse().view().nonzeros() : x.rows() * x.cols();
    const Neighbors shared = search_on_shards(sharded.rows(), k, metric, cells, recall, context, room);
    const auto what = std::to_string(sharded.shards().runs().count()) + " runs, room " +
                      std::to_string(room.parcel) + ", copies " + std::to_string(room.copy);
    EXPECT_EQ(shared.index, local.index) << what;
    EXPECT_EQ(shared.squared_distances, local.squared_distances) << what;
    EXPECT_EQ(shared.found_by, local.found_by) << what;
}

void expect_same_for_all(const Matrix& x, Index k, Metric metric, Index least_rounds = 0) {
    const Neighbors local = testing::approximate(x, k, metric, context);
    EXPECT_GE(local.found_by.rounds, least_rounds);
    for (const Held& held : ways_to_hold(x.rows()))
        for (const TravelRoom& room : {plenty, tight, copies}) expect_same(x, k, metric, local, held, room);
}

TEST(ApproximateRuns, DenseRows) {
    expect_same_for_all(testing::random_matrix(3000, 20, 1), 5, Metric::euclidean, 1);
}

TEST(ApproximateRuns, RowsOfUnitLength) {
    expect_same_for_all(testing::random_matrix(5000, 20, 2), 5, Metric::cosine, 1);
}

TEST(ApproximateRuns, SparseRows) {
    const Matrix x = to_sparse(testing::random_counts(2500, 60, 0.2, 3));
    expect_same_for_all(x, 4, Metric::euclidean);
    expect_same_for_all(x, 4, Metric::cosine);
}

// Their columns are hashed.
TEST(ApproximateRuns, SparseRowsOfManyColumns) {
    expect_same_for_all(to_sparse(testing::random_counts(1500, 5000, 0.01, 4)), 3, Metric::cosine);
}

// Splits and lists are decided by ties, and some directions have no length.
TEST(ApproximateRuns, RepeatedRows) {
    expect_same_for_all(testing::random_counts(2000, 3, 0.3, 5), 6, Metric::euclidean);
    expect_same_for_all(DenseMatrix(1000, 2), 3, Metric::euclidean);
}

// All trees have the same leaves, which are smaller than k.
TEST(ApproximateRuns, ListsThatAreLongerThanLeaves) {
    const Matrix x = testing::random_matrix(2500, 1, 6);
    const Index k = 300;
    const Neighbors local = testing::approximate(x, k, Metric::euclidean, context, 0.3);
    EXPECT_LT(x.rows() >> levels_of_tree(x.rows(), small_leaves.leaf), k);
    for (const Held& held : {ways_to_hold(x.rows()).at(1), ways_to_hold(x.rows()).at(3)})
        for (const TravelRoom& room : {plenty, copies})
            expect_same(x, k, Metric::euclidean, local, held, room, 0.3);
}

// More than one batch of a descent.
TEST(ApproximateRuns, ManyRows) {
    const Index rows = descent_batch + 9000;
    const Matrix x = testing::random_matrix(rows, 12, 7);
    const Neighbors local = testing::approximate(x, 3, Metric::euclidean, context);
    EXPECT_GE(local.found_by.rounds, 1);
    for (const TravelRoom& room : {plenty, copies})
        expect_same(x, 3, Metric::euclidean, local, {testing::equal_shards(rows, 3), {}}, room);
}

// The errors of estimates do not average out as those of other numbers do.
TEST(ApproximateRuns, ManyRowsOfWholeNumbers) {
    const Index rows = descent_batch + 3000;
    const Matrix x = testing::random_counts(rows, 20, 0.7, 7);
    const Neighbors local = testing::approximate(x, 3, Metric::euclidean, context);
    EXPECT_GE(local.found_by.rounds, 1);
    for (const TravelRoom& room : {plenty, copies})
        expect_same(x, 3, Metric::euclidean, local, {testing::equal_shards(rows, 2), {}}, room);
}

// The last trees of a long search may be fewer than the workers.
TEST(ApproximateRuns, FewerTreesThanWorkers) {
    const Index rows = 2000;
    const Matrix x = testing::random_matrix(rows, 10, 8);
    std::vector<std::vector<Small>> found;
    for (const TravelRoom& room : {plenty, copies}) {
        const testing::Sharded sharded(x, testing::equal_shards(rows, 6));
        ShardSteps steps(sharded.rows(), Metric::euclidean, rows * 10, context, room);
        NearestLists lists(rows, 15);
        found.push_back(steps.search_trees(36, 4, lists, [](double) {}));
        for (Index i = 0; i < rows; ++i)
            found.back().insert(found.back().end(), lists.of(i).begin(), lists.of(i).end());
    }
    EXPECT_EQ(found[0], found[1]);
}

// Only rows that are elsewhere travel, as often as they are needed.
TEST(ApproximateRuns, MoveNoRowToItsOwnRun) {
    const Index rows = 2000, cols = 400;
    const Matrix x = testing::random_matrix(rows, cols, 8);
    const testing::Sharded sharded(x, {0, rows / 2, rows});
    ShardSteps steps(sharded.rows(), Metric::euclidean, rows * cols, context);
    NearestLists lists(rows, 15);
    steps.search_trees(0, 1, lists, [](double) {});
    const RoundCosts costs = sharded.shards().costs();
    const Index half = rows / 2 * cols * 8;  // on average half of the rows of a leaf are elsewhere
    EXPECT_GE(costs.bytes_in, half * 9 / 10);
    EXPECT_LE(costs.bytes_in, half * 12 / 10);
}

// Every round of trees and of descent asks for every row once; engines keep them from one to the next, which
// this one does not.
TEST(ApproximateRuns, CopyRowsOncePerRound) {
    const Index rows = 2000, cols = 400;
    const Matrix x = testing::random_matrix(rows, cols, 8);
    const testing::Sharded sharded(x, {0, rows / 2, rows});
    ShardSteps steps(sharded.rows(), Metric::euclidean, rows * cols, context, copies);
    NearestLists lists(rows, 15);
    const Index rounds = 3;  // growth, leaves of the first tree, leaves of the others
    const Index all = rows * cols * 8, answers = rows * 15 * 12;
    const std::vector<Small> order = steps.search_trees(0, 6, lists, [](double) {});
    const RoundCosts trees = sharded.shards().costs();
    EXPECT_GE(trees.bytes_in, rounds * all);
    EXPECT_LE(trees.bytes_in, rounds * all + 3 * answers + all / 10);
    lists.begin_round();
    steps.descend(0, order, lists, [](double) {});
    EXPECT_GT(lists.came_in(), 0);
    const RoundCosts descent = sharded.shards().costs();
    EXPECT_GE(descent.bytes_in - trees.bytes_in, all);
    // The samples that estimates are made of come along once.
    EXPECT_LE(descent.bytes_in - trees.bytes_in, 2 * all + 2 * answers + all / 10);
}

// Every leaf goes to one worker, and samples that are near meet on the same one again and again.
TEST(ApproximateRuns, DealLeavesWithTheSameSamples) {
    const Index samples = 1000, levels = 4;
    const Matrix x = testing::random_matrix(samples, 2, 3);
    const SampleRows rows(x, Metric::euclidean, context);
    std::vector<std::vector<Small>> orders;
    for (Leaves& tree : grow_trees(TreePoints(*make_points(rows, 1), context), 0, 5, levels, context))
        orders.push_back(std::move(tree.order));
    const std::vector<Index> start = leaf_starts(samples, levels);
    for (const Index workers : {1, 2, 3, 16, 20}) {
        const std::vector<LeafShare> shares = deal_leaves(orders, levels, workers);
        ASSERT_EQ(static_cast<Index>(shares.size()), workers);
        std::vector<Index> worker_of(at(samples));  // of the leaf of every sample in the first tree
        Index again = 0;
        for (std::size_t tree = 0; tree < orders.size(); ++tree) {
            std::vector<Index> all;
            for (Index worker = 0; worker < workers; ++worker) {
                const std::vector<Index>& leaves = shares[at(worker)][tree];
                EXPECT_TRUE(std::ranges::is_sorted(leaves));
                EXPECT_LE(std::abs(static_cast<Index>(leaves.size()) * workers - (1 << levels)), workers);
                all.insert(all.end(), leaves.begin(), leaves.end());
                for (const Index leaf : leaves)
                    for (Index p = start[at(leaf)]; p < start[at(leaf) + 1]; ++p) {
                        const auto sample = at(orders[tree][at(p)]);
                        if (tree == 0)
                            worker_of[sample] = worker;
                        else if (worker_of[sample] == worker)
                            ++again;
                    }
            }
            std::ranges::sort(all);
            for (std::size_t leaf = 0; leaf < all.size(); ++leaf)
                EXPECT_EQ(all[leaf], static_cast<Index>(leaf));
            EXPECT_EQ(all.size(), std::size_t{1} << levels);
        }
        // Leaves that were dealt without a look at their samples would give one in so many workers.
        EXPECT_GE(again * workers, workers == 1 ? 4 * samples : 4 * samples * 3 / 2) << workers;
    }
    EXPECT_EQ(deal_leaves({}, levels, 2), std::vector<LeafShare>(2));
}

// Beyond so many workers, or cells with those of the lists, rows meet as they are needed.
TEST(ApproximateRuns, CopyNothingThatIsTooLarge) {
    const Index rows = 2000, cols = 400;
    const Matrix x = testing::random_matrix(rows, cols, 8);
    for (const auto& [workers, room] :
         {std::pair{Index{7}, copies}, {Index{2}, TravelRoom{Index{1} << 23, rows * (cols + 2 * 15) - 1}}}) {
        const testing::Sharded sharded(x, testing::equal_shards(rows, workers));
        ShardSteps steps(sharded.rows(), Metric::euclidean, rows * cols, context, room);
        NearestLists lists(rows, 15);
        steps.search_trees(0, 2, lists, [](double) {});
        // Rows that are elsewhere travel once per tree; copies would take three rounds of all rows.
        EXPECT_LT(sharded.shards().costs().bytes_in, 3 * rows * cols * 8) << workers;
    }
}

template <class Round>
void expect_refused(const typename Round::Request& request, const typename Round::Mine& mine,
                    const Matrix& run) {
    const Bytes shared = to_bytes(RoundRequest{.views = {}, .request = to_bytes(request)});
    const Bytes own = to_bytes(Delivery{to_bytes(mine), {Bytes(), Bytes()}});
    EXPECT_THROW(partial_of(Round::name, shared, own, run), Error);
}

TEST(ApproximateRuns, RefuseDamagedAnswers) {
    const std::vector<Index> numbers = {2, 3, 5};
    NearestLists lists(6, 2);
    take_near({{1, 0, 2}, {1, 0, 1}, {1.0, 2.0, 3.0}}, numbers, lists);
    EXPECT_EQ(lists.count(2), 1);
    EXPECT_EQ(lists.of(5).front(), 2);
    for (const NearLists& wrong : {NearLists{{1, 0}, {1}, {1.0}}, NearLists{{1, 0, 0}, {1}, {}},
                                   NearLists{{1, 0, 0}, {3}, {1.0}}, NearLists{{1, 0, 0}, {-1}, {1.0}},
                                   NearLists{{1, 0, 0}, {0}, {1.0}}, NearLists{{2, 0, 0}, {1}, {1.0}},
                                   NearLists{{0, 0, 0}, {1}, {1.0}}, NearLists{{-1, 0, 1}, {1}, {1.0}}})
        EXPECT_THROW(take_near(wrong, numbers, lists), Error);
}

TEST(ApproximateRuns, RefuseDamagedRequests) {
    const Matrix x = testing::random_matrix(3, 2, 9);
    const OwnRows all{.run = 0, .rows = {0, 1, 2}, .order = {{0, 3}}};
    const std::vector<double> caps(3, 1.0);
    expect_refused<LeavesRound>({{}, 0, 1}, {.rows = all, .node = {}, .order = {0, 1, 1}, .caps = caps}, x);
    expect_refused<LeavesRound>({{}, 0, 1}, {.rows = all, .node = {}, .order = {0, 1, 2}, .caps = {1.0}}, x);
    expect_refused<LeavesRound>({{}, 9, 1}, {.rows = all, .node = {}, .order = {0, 1, 2}, .caps = caps}, x);
    expect_refused<LeavesRound>(
        {{}, 0, 1}, {.rows = {.run = 2, .rows = {}, .order = {}}, .node = {}, .order = {}, .caps = {}}, x);
    expect_refused<LeavesRound>(
        {{}, 0, 1},
        {.rows = {.run = 0, .rows = {3}, .order = {{0, 1}}}, .node = {}, .order = {0}, .caps = {1.0}}, x);
    expect_refused<LeavesRound>({{}, 0, Index{1} << 62},
                                {.rows = all, .node = {}, .order = {0, 1, 2}, .caps = caps}, x);
    const OwnRows none{.run = 0, .rows = {}, .order = {}};
    expect_refused<LeavesRound>({{}, 0, 1}, {.rows = none, .node = {}, .order = {}, .caps = {}}, x);
    // The third has leaves without samples.
    for (const Index levels : {-1, 9, 2}) {
        expect_refused<GrowthRound>({{}, levels}, {.rows = all, .trees = {0}}, x);
        expect_refused<LeavesRound>({{}, levels, 1},
                                    {.rows = all, .node = {}, .order = {0, 1, 2}, .caps = caps}, x);
    }
    expect_refused<GrowthRound>({{}, 0}, {.rows = none, .trees = {0}}, x);
    expect_refused<ForestRound>({{}, 0, 1, {{}}, {}}, {.rows = none, .leaves = {{0}}}, x);
    const ForestRound::Request forest{{}, 1, 1, {{2, 0, 1}}, caps};
    const auto forest_bytes = [&](const ForestRound::Mine& mine) {
        return partial_of(ForestRound::name, to_bytes(RoundRequest{.views = {}, .request = to_bytes(forest)}),
                          to_bytes(Delivery{to_bytes(mine), {Bytes(), Bytes()}}), x);
    };
    EXPECT_NO_THROW(forest_bytes({.rows = all, .leaves = {{0, 1}}}));
    for (const LeafShare& leaves : {LeafShare{}, LeafShare{{0}, {1}}, LeafShare{{-1}}, LeafShare{{2}},
                                    LeafShare{{1, 0}}, LeafShare{{0, 0}}})
        expect_refused<ForestRound>(forest, {.rows = all, .leaves = leaves}, x);
    for (const ForestRound::Request& wrong :
         {ForestRound::Request{{}, 3, 1, {{2, 0, 1}}, caps},
          ForestRound::Request{{}, 2, 1, {{2, 0, 1}}, caps},
          ForestRound::Request{{}, 1, 0, {{2, 0, 1}}, caps},
          ForestRound::Request{{}, 1, Index{1} << 62, {{2, 0, 1}}, caps},
          ForestRound::Request{{}, 1, 1, {{2, 0, 0}}, caps}, ForestRound::Request{{}, 1, 1, {{0, 1}}, caps},
          ForestRound::Request{{}, 1, 1, {{2, 0, 1}}, {1.0}}})
        expect_refused<ForestRound>(wrong, {.rows = all, .leaves = {{0, 1}}}, x);
    ComparisonRound::Mine mine{
        .rows = all, .limits = caps, .fresh_counts = {2}, .old_counts = {0}, .fresh = {0, 1}, .old = {}};
    const Bytes shared = to_bytes(RoundRequest{.views = {}, .request = to_bytes(ComparisonRound::Request{})});
    EXPECT_NO_THROW(
        partial_of(ComparisonRound::name, shared, to_bytes(Delivery{to_bytes(mine), {Bytes(), Bytes()}}), x));
    for (const std::vector<Small>& members :
         {std::vector<Small>{0, 3}, std::vector<Small>{0, -1}, std::vector<Small>{0}}) {
        ComparisonRound::Mine wrong = mine;
        wrong.fresh = members;
        expect_refused<ComparisonRound>({}, wrong, x);
    }
    mine.limits.pop_back();
    expect_refused<ComparisonRound>({}, mine, x);
    ProjectionsRound::Request request{{}, {{1.0, 0.0}}};
    const Bytes projections = to_bytes(RoundRequest{.views = {}, .request = to_bytes(request)});
    EXPECT_NO_THROW(
        partial_of(ProjectionsRound::name, projections, to_bytes(ProjectionsRound::Own{{{0, 0, 0}}}), x));
    for (const std::vector<Small>& nodes : {std::vector<Small>{0, 0}, std::vector<Small>{0, 1, 0}})
        EXPECT_THROW(
            partial_of(ProjectionsRound::name, projections, to_bytes(ProjectionsRound::Own{{nodes}}), x),
            Error);
}

TEST(ApproximateRuns, RefuseDamagedDescents) {
    const Matrix x = testing::random_matrix(3, 2, 9);
    const DescentRound::Mine mine{.rows = {.run = 0, .rows = {0, 1, 2}, .order = {{0, 3}}},
                                  .samples = {0, 2}};
    NearestLists lists(3, 2);
    lists.insert(0, 1, 0.5);
    DescentRound::Request request{
        .points = {}, .quick = {}, .number = 0, .lists = lists.known(), .limits = {1.0, 1.0, 1.0}};
    const Bytes own = to_bytes(Delivery{to_bytes(mine), {Bytes(), Bytes()}});
    EXPECT_NO_THROW(partial_of(DescentRound::name,
                               to_bytes(RoundRequest{.views = {}, .request = to_bytes(request)}), own, x));
    for (const std::vector<Small>& samples : {std::vector<Small>{0, 3}, {-1}, {1, 1}})
        expect_refused<DescentRound>(request, {.rows = mine.rows, .samples = samples}, x);
    for (const KnownNeighbors& other : {KnownNeighbors(2, 2), KnownNeighbors(3, 0), KnownNeighbors()}) {
        DescentRound::Request wrong = request;
        wrong.lists = other;
        expect_refused<DescentRound>(wrong, mine, x);
    }
    expect_refused<DescentRound>(
        {.points = {}, .quick = {}, .number = 0, .lists = KnownNeighbors(0, 2), .limits = {}},
        {.rows = {.run = 0, .rows = {}, .order = {}}, .samples = {}}, x);
    for (const Small neighbor : {3, -1}) {
        NearestLists unknown(3, 2);
        unknown.insert(0, neighbor, 0.5);
        DescentRound::Request wrong = request;
        wrong.lists = unknown.known();
        expect_refused<DescentRound>(wrong, mine, x);
    }
    request.quick = PackingScale{.centers = {0.0}, .unit = 1.0};
    expect_refused<DescentRound>(request, mine, x);
    request.quick.reset();
    request.limits.pop_back();
    expect_refused<DescentRound>(request, mine, x);
}

}  // namespace

}  // namespace tamis
