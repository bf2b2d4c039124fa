// The approximate search: recall on easy, hard and real data, the same bits on any number of threads, errors.
#include <gmock/gmock.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <functional>

#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/class_neighbors.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tests/graph/approximate/support.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::approximate;
using testing::random_matrix;
using testing::true_recall;

DenseMatrix changed(DenseMatrix x, const std::function<double(Index i, Index j, double value)>& change) {
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < x.cols(); ++j) x(i, j) = change(i, j, x(i, j));
    return x;
}

DenseMatrix clusters(Index samples, Index cols, std::uint64_t seed) {
    const DenseMatrix centers = random_matrix(10, cols, seed);
    return changed(random_matrix(samples, cols, seed + 1),
                   [&](Index i, Index j, double v) { return 1e6 + 4.0 * centers(i % 10, j) + v; });
}

void expect_sound(const Neighbors& found, const MatrixView& x) {
    for (Index i = 0; i < found.samples; ++i) {
        const auto list = found.of(i);
        const auto distances = found.distances_of(i);
        for (std::size_t p = 0; p < list.size(); ++p) {
            ASSERT_NE(list[p], i);
            ASSERT_GE(list[p], 0);
            ASSERT_LT(list[p], x.rows());
            if (p == 0) continue;
            ASSERT_TRUE(distances[p - 1] < distances[p] ||
                        (distances[p - 1] == distances[p] && list[p - 1] < list[p]));
        }
    }
}

void expect_recall(const char* name, const MatrixView& x, Index k, Metric metric = Metric::euclidean) {
    const Neighbors found = approximate(x, k, metric), exact = find_neighbors(x, k, metric, Search::exact);
    expect_sound(found, x);
    const double recall = true_recall(found, exact);
    EXPECT_GE(recall, 0.94) << name;
    EXPECT_EQ(found.found_by.search, Search::approximate) << name;
    EXPECT_GE(found.found_by.recall_low, 0.95) << name;
    EXPECT_LE(found.found_by.recall_low, found.found_by.recall);
    EXPECT_LE(found.found_by.recall, found.found_by.recall_high);
    EXPECT_NEAR(found.found_by.recall, recall, 0.02) << name;
    // A distance is the exact one of its pair.
    for (Index i = 0; i < found.samples; i += 97)
        for (Index p = 0; p < k; ++p)
            for (Index q = 0; q < k; ++q) {
                if (exact.of(i)[at(q)] != found.of(i)[at(p)]) continue;
                EXPECT_EQ(found.distances_of(i)[at(p)], exact.distances_of(i)[at(q)]) << name;
            }
}

TEST(ApproximateNeighbors, FindNearlyAllOnHardData) {
    expect_recall("clusters", clusters(5000, 30, 1), 10);
    expect_recall("one dimension", random_matrix(6000, 1, 2), 5);
    expect_recall("no structure", random_matrix(4000, 20, 3), 5);
    expect_recall(
        "heavy tails",
        changed(random_matrix(5000, 10, 4), [](Index, Index, double v) { return std::pow(v, 7.0); }), 5);
    expect_recall("duplicates",
                  changed(random_matrix(4000, 10, 5),
                          [](Index i, Index j, double v) {
                              return i % 2 == 0 ? std::sin(static_cast<double>((i % 500) * 10 + j)) : v;
                          }),
                  5);
    expect_recall("near duplicates far from each other",
                  changed(random_matrix(4000, 10, 6),
                          [](Index i, Index j, double v) {
                              return 1e5 * std::sin(static_cast<double>((i % 400) * 10 + j)) + 1e-5 * v;
                          }),
                  5);
    expect_recall(
        "integers with many ties",
        changed(random_matrix(5000, 6, 7), [](Index, Index, double v) { return std::round(2.0 * v); }), 5);
    expect_recall("one huge cell",
                  changed(random_matrix(4000, 10, 8),
                          [](Index i, Index j, double v) { return i == 17 && j == 3 ? 1e30 : v; }),
                  5);
    expect_recall(
        "a column of 1e30",
        changed(random_matrix(4000, 10, 9), [](Index, Index j, double v) { return j == 3 ? 1e30 : v; }), 5);
}

TEST(ApproximateNeighbors, FindNearlyAllBySparseAndCosine) {
    const DenseMatrix counts = testing::random_counts(3000, 400, 0.03, 4);
    expect_recall("sparse counts", to_sparse(counts), 5);
    expect_recall("sparse counts, cosine", to_sparse(counts), 5, Metric::cosine);
    expect_recall("dense, cosine", clusters(3000, 20, 11), 5, Metric::cosine);
    // More columns than the trees look at.
    expect_recall("very wide", to_sparse(testing::random_counts(2500, 6000, 0.005, 5)), 5);
}

TEST(ApproximateNeighbors, GiveEqualSamplesDistanceZero) {
    DenseMatrix x(10500, 3);
    for (Index i = 0; i < 500; ++i)
        for (Index j = 0; j < 3; ++j) x(i, j) = static_cast<double>(i * 3 + j + 1);
    const Neighbors found = approximate(x, 5);  // and a cluster of 10,000 equal ones at 0
    expect_sound(found, x);
    for (Index i = 500; i < x.rows(); ++i)
        for (const double distance : found.distances_of(i)) ASSERT_EQ(distance, 0.0);
    EXPECT_GE(found.found_by.recall, 0.99);  // of the 500 others some neighbors may be missed
    const DenseMatrix same(3000, 4);
    for (const double distance : approximate(same, 5).squared_distances) ASSERT_EQ(distance, 0.0);
}

TEST(ApproximateNeighbors, AreExactOnFewSamplesAndIfAllAreAskedFor) {
    const auto asked = [](const DenseMatrix& x, Index k, double recall) {
        return find_neighbors(x, k, Metric::euclidean, Search::approximate, {}, recall);
    };
    const DenseMatrix few = random_matrix(900, 5, 1), more = random_matrix(8500, 2, 1);
    EXPECT_EQ(asked(few, 5, 0.95).index, find_neighbors(few, 5).index);
    EXPECT_EQ(asked(few, 5, 0.95).found_by, FoundBy{});
    EXPECT_EQ(asked(more, 5, 1.0).found_by, FoundBy{});
    EXPECT_EQ(asked(more, 5, 0.95).found_by.search, Search::approximate);
    EXPECT_EQ(asked(more, 2000, 0.95).found_by, FoundBy{});  // lists of a large part of the samples
    EXPECT_EQ(asked(few, 5000, 0.95).count, 899);
}

TEST(ApproximateNeighbors, OfLessThanALeafAreAllPairs) {
    const DenseMatrix x = random_matrix(300, 4, 2);
    EXPECT_EQ(approximate(x, 5).index, find_neighbors(x, 5).index);
    EXPECT_EQ(approximate(x, 5).found_by.recall, 1.0);
}

TEST(ApproximateNeighbors, HaveTheSameBitsOnAnyNumberOfThreads) {
    const DenseMatrix x = clusters(4000, 12, 3);
    const SparseMatrix sparse = to_sparse(testing::random_counts(2500, 100, 0.05, 6));
    for (const MatrixView& data : {MatrixView(x), MatrixView(sparse)})
        for (const Metric metric : {Metric::euclidean, Metric::cosine}) {
            const Neighbors one = approximate(data, 6, metric, {.threads = 1, .seed = 7});
            for (const int threads : {2, 7}) {
                const Neighbors more = approximate(data, 6, metric, {.threads = threads, .seed = 7});
                EXPECT_EQ(more.index, one.index);
                EXPECT_EQ(more.squared_distances, one.squared_distances);
                EXPECT_EQ(more.found_by, one.found_by);
            }
        }
}

TEST(ApproximateNeighbors, HaveTheSameRecallOnPermutedRows) {
    const DenseMatrix x = random_matrix(4000, 25, 8);
    DenseMatrix permuted(4000, 25);
    for (Index i = 0; i < 4000; ++i) std::copy_n(x.row(i), 25, permuted.row((i * 1237) % 4000));
    const Neighbors one = approximate(x, 5), other = approximate(permuted, 5);
    EXPECT_LE(one.found_by.recall_low, true_recall(other, find_neighbors(permuted, 5)) + 0.01);
    EXPECT_LE(other.found_by.recall_low, true_recall(one, find_neighbors(x, 5)) + 0.01);
}

TEST(ApproximateNeighbors, SayIfTheRecallIsOutOfReach) {
    // Nothing is near anything in 200 dimensions, so that trees and neighbors of neighbors lead nowhere.
    const DenseMatrix x = random_matrix(4000, 200, 9);
    std::vector<std::string> warnings;
    Context context{.threads = 2};
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    const Neighbors found = approximate(x, 2, Metric::euclidean, context, 0.9999);
    if (found.found_by.recall_low >= 0.9999) {
        EXPECT_TRUE(warnings.empty());
        return;
    }
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_THAT(warnings[0],
                ::testing::MatchesRegex("the approximate search found neighbors with a recall of "
                                        "0\\.[0-9]+ \\(0\\.[0-9]+ to [01]\\.[0-9]+\\), not surely the "
                                        "0\\.9999 asked for, with [0-9]+ trees and [0-9]+ rounds: an "
                                        "exact search finds all"));
}

TEST(ApproximateNeighbors, ReportProgressAndStopHalfWay) {
    const DenseMatrix x = clusters(6000, 20, 5);
    double last = 0.0;
    std::atomic<bool> stop{false};
    Context context{.threads = 2};
    context.progress = [&](std::string_view stage, double done) {
        EXPECT_EQ(stage, "neighbors");
        EXPECT_GE(done, last);
        last = done;
    };
    approximate(x, 5, Metric::euclidean, context);
    EXPECT_EQ(last, 1.0);
    context.progress = [&](std::string_view, double done) {
        if (done > 0.3) stop = true;
    };
    context.cancel = &stop;
    EXPECT_THROW(approximate(x, 5, Metric::euclidean, context), Cancelled);
}

TEST(ApproximateNeighbors, AreChosenByTheSizeAlone) {
    const auto dense = [](Index samples, Index columns) {
        return SearchSize{samples, columns, samples * columns};
    };
    constexpr Index million = 1000000;
    EXPECT_TRUE(searches_exactly(Search::automatic, 0.95, dense(60000, 784)));
    EXPECT_FALSE(searches_exactly(Search::automatic, 0.95, dense(million, 100)));
    EXPECT_TRUE(searches_exactly(Search::automatic, 1.0, dense(million, 100)));
    EXPECT_TRUE(searches_exactly(Search::exact, 0.5, dense(million, 100)));
    EXPECT_FALSE(searches_exactly(Search::approximate, 0.95, dense(9000, 2)));
    EXPECT_TRUE(searches_exactly(Search::approximate, 0.95, dense(8000, 2)));
    // Sparse: samples times cells, and cells per column.
    EXPECT_TRUE(searches_exactly(Search::automatic, 0.95, {million, 100, 5000000}));
    EXPECT_FALSE(searches_exactly(Search::automatic, 0.95, {million, 100, 5000001}));
    EXPECT_TRUE(searches_exactly(Search::approximate, 0.95, {20000, 20000, 2000000}));
    EXPECT_TRUE(searches_exactly(Search::approximate, 0.95, {200000, 1000, 4000000}));
    EXPECT_FALSE(searches_exactly(Search::approximate, 0.95, {200000, 1000, 4000001}));
    EXPECT_FALSE(searches_exactly(Search::approximate, 0.95, {200001, 1000, 4000000}));
}

TEST(ApproximateClassNeighbors, FindNearlyAllHitsAndMisses) {
    const DenseMatrix x = clusters(2000, 10, 21);
    Labels labels;
    labels.names = {"large", "small", "tiny"};
    labels.counts = {0, 0, 0};
    for (Index i = 0; i < x.rows(); ++i) {
        const int own = i % 400 == 0 ? 2 : i % 10 == 0 ? 1 : 0;
        labels.of.push_back(own);
        ++labels.counts[at(own)];
    }
    const std::vector<double> factors(10, 1.0);
    for (const ClassMetric metric : {ClassMetric::euclidean, ClassMetric::manhattan})
        for (const bool sparse : {false, true}) {
            const Matrix data = sparse ? Matrix(to_sparse(x)) : Matrix(x);
            const ClassNeighbors exact =
                find_class_neighbors(data, labels, 8, metric, factors, {}, {}, {Search::exact});
            const auto search = [&](const Context& context) {
                const SampleRows rows(data, Metric::euclidean, context);
                const std::unique_ptr<Points> points = metric == ClassMetric::euclidean
                                                           ? make_points(rows, 0)
                                                           : make_manhattan_points(data, factors, 0);
                ApproximateNeighbors lists = approximate_search(*points, labels.of, 3, 8, {}, context);
                lists.lists.found_by = lists.found_by;
                return std::move(lists.lists);
            };
            const ClassNeighbors found = search({.threads = 2});
            EXPECT_EQ(found.found_by.search, Search::approximate);
            EXPECT_GE(found.found_by.recall_low, 0.95);
            for (Index c = 0; c < 3; ++c) {
                Index hits = 0, all = 0;
                for (Index i = 0; i < x.rows(); ++i) {
                    ASSERT_EQ(found.of(i, c).size(), exact.of(i, c).size());
                    for (const double distance : found.distances_of(i, c))
                        hits += distance <= exact.distances_of(i, c).back() ? 1 : 0;
                    all += static_cast<Index>(exact.of(i, c).size());
                    for (const Small j : found.of(i, c)) ASSERT_EQ(labels.of[at(j)], c);
                }
                EXPECT_GE(static_cast<double>(hits), 0.9 * static_cast<double>(all)) << c;
            }
            const ClassNeighbors again = search({.threads = 7});
            EXPECT_EQ(again.index, found.index);
            EXPECT_EQ(again.distances, found.distances);
        }
}

}  // namespace
}  // namespace tamis
