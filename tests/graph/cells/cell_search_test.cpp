// The search by cells: what cells are, what packed rows say, recall on easy and hard data, the same bits on
// any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "tamis/core/error.hpp"
#include "tamis/graph/cells/cell_search.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index samples = 3000, k = 6;

DenseMatrix changed(DenseMatrix x, const std::function<double(Index i, Index j, double value)>& change) {
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < x.cols(); ++j) x(i, j) = change(i, j, x(i, j));
    return x;
}

DenseMatrix clusters(Index cols) {
    const DenseMatrix centers = testing::random_matrix(10, cols, 5);
    return changed(testing::random_matrix(samples, cols, 6),
                   [&](Index i, Index j, double v) { return 2.0 * centers(i % 10, j) + v; });
}

// A large class, a small one, one with fewer samples than neighbors are asked for, and none of the last.
Labels uneven_labels() {
    Labels labels;
    labels.names = {"large", "small", "tiny", "none"};
    labels.counts = {0, 0, 0, 0};
    for (Index i = 0; i < samples; ++i) {
        labels.of.push_back(i % 700 == 3 ? 2 : i % 10 == 0 ? 1 : 0);
        ++labels.counts[at(labels.of.back())];
    }
    return labels;
}

std::vector<double> factors_of(Index cols) {
    std::vector<double> factors;
    for (Index j = 0; j < cols; ++j) factors.push_back(1.0 / static_cast<double>(2 + j % 3));
    return factors;
}

ClassNeighbors search(const DenseMatrix& x, const Labels& labels, ClassMetric metric,
                      const Context& context = {}, std::span<const Index> probes = {}) {
    const std::vector<double> factors = factors_of(x.cols());
    const DenseView view = x.view();
    const SampleRows rows(x, Metric::euclidean, context);
    const bool squared = metric == ClassMetric::euclidean;
    const std::unique_ptr<Points> points =
        squared ? make_points(rows, context.seed) : make_manhattan_points(x, factors, context.seed);
    CellSearch cells{*points, labels.of, labels.classes(), {}};
    if (squared) {
        cells.packings = {[&](const Cells& c) { return pack_squares(view, c, context); }};
    } else {
        cells.packings = {[&](const Cells& c) { return pack_gaps_in_bytes(view, factors, c, context); },
                          [&](const Cells& c) { return pack_gaps(view, factors, c, context); }};
    }
    return cells.run(k, 0.95, probes, context);
}

ClassNeighbors exact_lists(const DenseMatrix& x, const Labels& labels, ClassMetric metric) {
    const std::vector<double> factors =
        metric == ClassMetric::manhattan ? factors_of(x.cols()) : std::vector<double>();
    return find_class_neighbors(x, labels, k, metric, factors, {}, {}, {Search::exact});
}

void expect_recall(const char* name, const DenseMatrix& x) {
    const Labels labels = uneven_labels();
    for (const ClassMetric metric : {ClassMetric::euclidean, ClassMetric::manhattan}) {
        const ClassNeighbors found = search(x, labels, metric), exact = exact_lists(x, labels, metric);
        EXPECT_EQ(found.found_by.search, Search::approximate) << name;
        EXPECT_GE(found.found_by.recall_low, 0.95) << name;
        EXPECT_LE(found.found_by.recall_low, found.found_by.recall) << name;
        double hits = 0.0, all = 0.0;
        for (Index i = 0; i < samples; ++i)
            for (Index c = 0; c < labels.classes(); ++c) {
                const auto list = found.of(i, c);
                const auto distances = found.distances_of(i, c);
                ASSERT_EQ(list.size(), exact.of(i, c).size()) << name;
                for (std::size_t p = 0; p < list.size(); ++p) {
                    ASSERT_NE(list[p], i);
                    ASSERT_EQ(labels.of[at(list[p])], c);
                    hits += distances[p] <= exact.distances_of(i, c).back() ? 1.0 : 0.0;
                    all += 1.0;
                    if (p == 0) continue;
                    ASSERT_TRUE(distances[p - 1] < distances[p] ||
                                (distances[p - 1] == distances[p] && list[p - 1] < list[p]));
                }
                // A distance is the exact one of its pair.
                for (std::size_t p = 0; p < list.size() && i % 97 == 0; ++p)
                    for (std::size_t q = 0; q < list.size(); ++q) {
                        if (exact.of(i, c)[q] != list[p]) continue;
                        ASSERT_EQ(distances[p], exact.distances_of(i, c)[q]) << name;
                    }
            }
        EXPECT_GE(hits, 0.94 * all) << name;
    }
}

TEST(CellSearch, FindsNearlyAllHitsAndMisses) {
    expect_recall("clusters", clusters(40));
    expect_recall("noise", testing::random_matrix(samples, 20, 1));
    expect_recall("one dimension", testing::random_matrix(samples, 1, 2));  // 8 bits do not tell much apart
    expect_recall("equal samples", DenseMatrix(samples, 5));
    const auto cubes = [](Index, Index, double v) { return v * v * v * std::abs(v * v); };
    expect_recall("heavy tails", changed(testing::random_matrix(samples, 30, 3), cubes));
    const auto huge = [](Index i, Index j, double v) { return j == 3 && i % 5 == 0 ? 1e30 * v : v; };
    expect_recall("a column of 1e30", changed(testing::random_matrix(samples, 12, 4), huge));
    const auto repeated = [](Index i, Index, double v) { return i % 2 == 0 ? 1.0 : v; };
    expect_recall("half of them equal", changed(testing::random_matrix(samples, 12, 4), repeated));
    expect_recall("counts", testing::random_counts(samples, 50, 0.1, 7));
}

TEST(CellSearch, HasTheSameBitsOnAnyNumberOfThreads) {
    const DenseMatrix x = clusters(33);
    const Labels labels = uneven_labels();
    for (const ClassMetric metric : {ClassMetric::euclidean, ClassMetric::manhattan}) {
        const ClassNeighbors one = search(x, labels, metric, {.threads = 1});
        for (const int threads : {2, 7}) {
            const ClassNeighbors more = search(x, labels, metric, {.threads = threads});
            EXPECT_EQ(one.index, more.index);
            EXPECT_EQ(one.distances, more.distances);
            EXPECT_EQ(one.found_by, more.found_by);
        }
    }
}

TEST(CellSearch, GivesSomeProbesWhatItGivesThemAmongAll) {
    const DenseMatrix x = clusters(33);
    const Labels labels = uneven_labels();
    const std::vector<Index> probes = {0, 3, 10, 1499, 1500, 2999};
    const ClassNeighbors all = search(x, labels, ClassMetric::manhattan);
    const ClassNeighbors some = search(x, labels, ClassMetric::manhattan, {}, probes);
    EXPECT_EQ(all.found_by, some.found_by);
    for (const Index i : probes)
        for (Index c = 0; c < labels.classes(); ++c)
            EXPECT_TRUE(std::ranges::equal(all.of(i, c), some.of(i, c)));
    EXPECT_TRUE(some.of(1, 0).empty());
}

TEST(CellSearch, StopsHalfWay) {
    const DenseMatrix x = clusters(10);
    const Labels labels = uneven_labels();
    std::atomic<bool> stop = false;
    Context context;
    context.progress = [&](std::string_view, double part) {
        if (part > 0.3) stop = true;
    };
    context.cancel = &stop;
    EXPECT_THROW(search(x, labels, ClassMetric::manhattan, context), Cancelled);
}

TEST(Cells, HoldEverySampleOfTheirGroupOnce) {
    const DenseMatrix x = clusters(8);
    const Labels labels = uneven_labels();
    const SampleRows rows(x, Metric::euclidean, {});
    const Cells cells = make_cells(*make_points(rows, 0), labels.of, labels.classes(), {});
    ASSERT_EQ(cells.first.size(), 5U);
    EXPECT_EQ(cells.first.back(), cells.count());
    std::vector<Small> all = cells.order;
    std::sort(all.begin(), all.end());
    for (Index i = 0; i < samples; ++i) ASSERT_EQ(all[at(i)], i);
    for (Index g = 0; g < 4; ++g) {
        EXPECT_EQ(cells.group_size(g), labels.counts[at(g)]);
        for (Index c = cells.first[at(g)]; c < cells.first[at(g) + 1]; ++c) {
            EXPECT_GE(cells.size(c), 1);
            EXPECT_LE(cells.size(c), largest_cell);
            for (Index p = cells.start[at(c)]; p < cells.start[at(c) + 1]; ++p)
                ASSERT_EQ(labels.of[at(cells.order[at(p)])], g);
        }
    }
    EXPECT_GT(cells.first[1], 30);  // of 2,696 samples
}

// Up to the unit and, for squares, a number per query, scores are distances.
TEST(PackedRows, ScoreDistances) {
    const DenseMatrix x = clusters(21);
    const std::vector<int> one_group(at(samples), 0);
    const std::vector<double> factors = factors_of(21);
    const DenseView view = x.view();
    const SampleRows rows(x, Metric::euclidean, {});
    const std::unique_ptr<Points> euclidean = make_points(rows, 0);
    const std::unique_ptr<Points> manhattan = make_manhattan_points(x, factors, 0);
    const Cells cells = make_cells(*euclidean, one_group, 1, {});
    struct Case {
        std::unique_ptr<PackedRows> rows;
        const Points& points;
        double tolerance;
    };
    const Case cases[] = {{pack_squares(view, cells, {}), *euclidean, 1e-4},
                          {pack_gaps(view, factors, cells, {}), *manhattan, 1e-4},
                          {pack_gaps_in_bytes(view, factors, cells, {}), *manhattan, 0.05}};
    const std::vector<Index> queries = {0, 17, 2999};
    for (const Case& one : cases) {
        std::vector<float> tile(3 * 11), space;
        one.rows->compare(queries, 100, 111, tile.data(), space);
        double unit = 0.0;
        for (std::size_t q = 0; q < 3; ++q) {
            const auto distance = [&](Index r) {
                return one.points.distance(cells.order[at(queries[q])], cells.order[at(100 + r)]);
            };
            const auto score = [&](Index r) { return static_cast<double>(tile[q * 11 + at(r)]); };
            double farthest = 0.0;
            for (Index r = 0; r < 11; ++r) farthest = std::max(farthest, distance(r));
            if (unit == 0.0) {  // from the pair of rows whose distances differ most
                Index low = 0, high = 0;
                for (Index r = 0; r < 11; ++r) {
                    if (distance(r) < distance(low)) low = r;
                    if (distance(r) > distance(high)) high = r;
                }
                unit = (distance(high) - distance(low)) / (score(high) - score(low));
            }
            for (Index r = 1; r < 11; ++r)
                EXPECT_NEAR((score(r) - score(0)) * unit, distance(r) - distance(0),
                            one.tolerance * farthest);
        }
    }
}

}  // namespace
}  // namespace tamis
