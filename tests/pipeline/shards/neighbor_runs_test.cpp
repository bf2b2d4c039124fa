// The search for neighbors on runs of shards: the bits of the search in memory, however the rows are cut and
// whoever holds them.
#include <gtest/gtest.h>

#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/graph/shards/meetings.hpp"
#include "tamis/graph/shards/neighbor_round.hpp"
#include "tamis/graph/shards/shard_neighbors.hpp"
#include "tamis/pipeline/shards/table.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

// Every shard by itself, all of them together, pairs of neighbors, the first apart from the rest, and dealt
// to two and three workers in turn.
std::vector<testing::Holding> runs_of(Index shards) {
    std::vector<Index> pairs;
    for (Index shard = 0; shard < shards; shard += 2) pairs.push_back(shard);
    pairs.push_back(shards);
    std::vector<testing::Holding> all = {{}, testing::neighboring({0, shards}), testing::neighboring(pairs)};
    if (shards > 1) all.push_back(testing::neighboring({0, 1, shards}));
    if (shards > 2) all.push_back(testing::dealt(shards, 2));
    if (shards > 3) all.push_back(testing::dealt(shards, 3));
    return all;
}

void expect_same(const ClassNeighbors& found, const ClassNeighbors& wanted, const std::string& what) {
    ASSERT_EQ(found.found, wanted.found) << what;
    for (Index i = 0; i < wanted.samples; ++i)
        for (Index c = 0; c < wanted.classes; ++c) {
            const auto index = wanted.of(i, c), other = found.of(i, c);
            ASSERT_TRUE(std::equal(index.begin(), index.end(), other.begin(), other.end()))
                << what << ", " << i;
            const auto distances = wanted.distances_of(i, c), others = found.distances_of(i, c);
            ASSERT_TRUE(std::equal(distances.begin(), distances.end(), others.begin(), others.end())) << what;
        }
}

// Room for so few rows that they travel, and are looked at, in several pieces.
constexpr SearchRoom plenty{}, tight{.traveling = 1, .probes = 1, .piece = 1};

void expect_same_for_all_runs(const Matrix& x, const Labels& labels, ClassMetric metric,
                              const std::vector<double>& factors, std::span<const Index> probes = {}) {
    constexpr Index k = 4;
    const ClassNeighbors local = find_class_neighbors(x, labels, k, metric, factors, {}, {}, {Search::exact});
    Nearness nearness{metric == ClassMetric::manhattan ? Nearness::manhattan : Nearness::euclidean, factors};
    if (metric == ClassMetric::manhattan && factors.empty()) nearness.factors.assign(at(x.cols()), 1.0);
    for (const testing::Cutting& cutting : testing::cuttings(x.rows())) {
        const auto shards = static_cast<Index>(cutting.size()) - 1;
        for (const testing::Holding& runs : runs_of(shards)) {
            const testing::Sharded sharded(x, cutting, runs);
            for (const SearchRoom& room : {plenty, tight}) {
                const std::string what = std::to_string(shards) + " shards in " + std::to_string(runs.size());
                const ClassNeighbors shared = shard_neighbors(sharded.rows(), nearness, labels.of,
                                                              labels.classes(), k, probes, {}, room);
                if (probes.empty()) {
                    expect_same(shared, local, what);
                    continue;
                }
                ASSERT_EQ(shared.samples, static_cast<Index>(probes.size()));
                for (std::size_t p = 0; p < probes.size(); ++p)
                    for (Index c = 0; c < labels.classes(); ++c) {
                        const auto wanted = local.of(probes[p], c),
                                   found = shared.of(static_cast<Index>(p), c);
                        ASSERT_TRUE(std::equal(wanted.begin(), wanted.end(), found.begin(), found.end()))
                            << what;
                    }
            }
        }
    }
}

constexpr Index rows = 150, cols = 5;
const Labels& three_classes() {
    static const Labels labels = testing::random_labels(rows, 3, 7);
    return labels;
}

TEST(NeighborRuns, ClassesOfDenseRows) {
    const Matrix x = testing::random_matrix(rows, cols, 1);
    expect_same_for_all_runs(x, three_classes(), ClassMetric::euclidean, {});
    expect_same_for_all_runs(x, three_classes(), ClassMetric::euclidean, {1.5, 0.0, 2.0, 0.25, 3.0});
    expect_same_for_all_runs(x, three_classes(), ClassMetric::manhattan, {1.5, 0.0, 2.0, 0.25, 3.0});
}

TEST(NeighborRuns, TiesGoToTheLowerNumberWhereverItIs) {
    const DenseMatrix counts = testing::random_counts(rows, cols, 0.5, 3);
    for (const ClassMetric metric : {ClassMetric::euclidean, ClassMetric::manhattan}) {
        expect_same_for_all_runs(counts, three_classes(), metric, {});
        expect_same_for_all_runs(to_sparse(counts), three_classes(), metric, {});
    }
}

// A run may have no row of a class, or nothing but rows of one.
TEST(NeighborRuns, ClassesThatAreSortedByShard) {
    Labels labels = three_classes();
    std::sort(labels.of.begin(), labels.of.end());
    expect_same_for_all_runs(testing::random_matrix(rows, cols, 2), labels, ClassMetric::euclidean, {});
}

TEST(NeighborRuns, ProbesInAnyOrder) {
    const std::vector<Index> probes = {17, 3, 145, 149, 0, 120, 121, 44};
    expect_same_for_all_runs(testing::random_counts(rows, cols, 0.5, 3), three_classes(),
                             ClassMetric::euclidean, {}, probes);
}

// Large means, where single precision tells nothing apart, and rows that are all the same.
TEST(NeighborRuns, RowsThatAreHardToTellApart) {
    DenseMatrix far = testing::random_matrix(rows, cols, 3);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j) far(i, j) += 1e7;
    expect_same_for_all_runs(far, three_classes(), ClassMetric::euclidean, {});
    expect_same_for_all_runs(DenseMatrix(rows, cols), three_classes(), ClassMetric::euclidean, {});
}

// More rows than one tile has, on both sides.
TEST(NeighborRuns, ManyRowsOnSeveralThreads) {
    const Matrix x = testing::random_matrix(2500, 20, 4);
    const Neighbors local = find_neighbors(x, 6, Metric::euclidean, Search::exact);
    for (const testing::Cutting& cutting :
         {testing::Cutting{0, 1300, 2500}, testing::Cutting{0, 40, 1900, 2500}, testing::Cutting{0, 1, 2500},
          testing::Cutting{0, 2017, 2500}, testing::Cutting{0, 2499, 2500}})
        for (const int threads : {1, 2, 7}) {
            const testing::Sharded sharded(x, cutting);
            const ClassNeighbors shared = shard_neighbors(
                sharded.rows(), {}, {}, 1, 6, {}, {.threads = threads}, {.traveling = 20000, .piece = 15000});
            EXPECT_EQ(shared.index, local.index);
            EXPECT_EQ(shared.distances, local.squared_distances);
        }
}

TEST(NeighborRuns, MoveHalfOfTheRowsOfOneSideAndAllOfTheOther) {
    const Matrix x = testing::random_matrix(1000, 50, 5);
    const testing::Sharded sharded(x, testing::equal_shards(1000, 64), testing::neighboring({0, 32, 64}));
    find_neighbors(sharded.rows(), 5, Metric::euclidean, Search::exact);
    const RoundCosts costs = sharded.shards().costs();
    EXPECT_EQ(costs.rounds, 3);  // within, the rows, across
    const Index moved = 750 * 50 * 8;
    EXPECT_GE(costs.bytes_out, moved);
    EXPECT_LE(costs.bytes_out, moved + 1000 * 20 + 2000);  // and what is known and asked of every row
    EXPECT_LE(costs.bytes_in, moved + 3 * 1000 * 5 * 10);
}

TEST(NeighborRuns, RefuseDamagedRequests) {
    const Matrix x = testing::random_matrix(20, 3, 6);
    const testing::Sharded sharded(x, {0, 10, 20});
    // Factors for columns that are not there.
    EXPECT_THROW(shard_neighbors(sharded.rows(), {Nearness::manhattan, {1.0}}, {}, 1, 2, {}, {}), Error);
    // A row of no group.
    const std::vector<int> groups(20, -1);
    EXPECT_THROW(shard_neighbors(sharded.rows(), {}, groups, 2, 2, {}, {}), Error);
}

// A worker is told which rows it has.
TEST(NeighborRuns, RefuseRowsThatARunCannotHave) {
    const Matrix x = testing::random_matrix(4, 3, 6);
    const Bytes shared =
        to_bytes(RoundRequest{.views = {}, .request = to_bytes(NeighborRound::Request{{}, 1, 1, 4, {}})});
    const auto ask = [&](std::vector<RowStretch> held) {
        NeighborRound::Mine mine;
        mine.rows = std::move(held);
        mine.within = true;
        const Bytes own = to_bytes(mine);
        return partial_of(NeighborRound::name, shared, Delivery{own, {{}}}, x);
    };
    EXPECT_NO_THROW(ask({{0, 0, 2}, {5, 2, 2}}));
    constexpr Index most = std::numeric_limits<Small>::max();
    for (const std::vector<RowStretch>& held : {std::vector<RowStretch>{},
                                                {{0, 0, 3}},
                                                {{0, 0, 5}},
                                                {{0, 1, 4}},
                                                {{-1, 0, 4}},
                                                {{5, 0, 2}, {0, 2, 2}},
                                                {{0, 0, 2}, {1, 2, 2}},
                                                {{most, 0, 4}},
                                                {{0, 0, 4}, {9, 4, 0}}})
        EXPECT_THROW(ask(held), Error);
    // A request of another round.
    EXPECT_THROW(partial_of("parcels", shared, Delivery{{}, {{}}}, x), Error);
}

// Every pair of rows of different runs meets once, and the work is shared.
TEST(Meetings, BringAllPairsTogetherOnce) {
    for (Index runs = 1; runs <= 9; ++runs)
        for (const Index parts : {1, 2, 3}) {
            std::vector<Index> sizes, begins = {0};
            for (Index run = 0; run < runs; ++run) {
                sizes.push_back(runs == 6 ? run % 4 : 5);  // some have no rows
                begins.push_back(begins.back() + sizes.back());
            }
            const Meetings meetings(sizes);
            const Index all = begins.back();
            std::vector<int> met(at(all * all));
            std::vector<Index> work(at(runs));
            for (Index part = 0; part < parts; ++part)
                for (Index from = 0; from < runs; ++from)
                    for (const Meetings::Range& piece : meetings.part(from, part, parts))
                        for (Index to = 0; to < runs; ++to) {
                            const auto [begin, end] = meetings.met(from, piece, to);
                            work[at(to)] += (end - begin) * (piece.second - piece.first);
                            for (Index i = piece.first; i < piece.second; ++i)
                                for (Index j = begin; j < end; ++j) {
                                    const Index a = begins[at(from)] + i, b = begins[at(to)] + j;
                                    ++met[at(std::min(a, b) * all + std::max(a, b))];
                                }
                        }
            for (Index a = 0; a < all; ++a)
                for (Index b = a; b < all; ++b) {
                    const auto run_of = [&](Index row) {
                        return std::upper_bound(begins.begin(), begins.end(), row) - begins.begin();
                    };
                    ASSERT_EQ(met[at(a * all + b)], run_of(a) == run_of(b) ? 0 : 1)
                        << runs << ": " << a << ", " << b;
                }
            if (runs != 6) {
                const auto [least, most] = std::minmax_element(work.begin(), work.end());
                EXPECT_LE(*most - *least, 5) << runs;
            }
        }
}

}  // namespace

}  // namespace tamis
