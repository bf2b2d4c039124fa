// Coarse tiles are a filter: whatever the data, the neighbors are those of double precision, to the bit.
#include "tamis/graph/coarse/coarse_tiles.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "tests/graph/fine_tiles.hpp"
#include "tests/graph/support.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::fine_search;
using testing::random_matrix;

struct Case {
    const char* name;
    DenseMatrix x;
};

DenseMatrix changed(DenseMatrix x, const std::function<double(Index i, Index j, double value)>& change) {
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < x.cols(); ++j) x(i, j) = change(i, j, x(i, j));
    return x;
}

std::vector<Case> hard_cases() {
    std::vector<Case> cases;
    cases.push_back({"plain", random_matrix(1300, 40, 1)});
    cases.push_back({"one column", random_matrix(1300, 1, 2)});
    cases.push_back({"wide, several strips", random_matrix(300, 1100, 3)});
    cases.push_back({"wider than is packed at once", random_matrix(150, 2500, 4)});
    cases.push_back({"small integers", changed(random_matrix(900, 6, 5),
                                               [](Index, Index, double v) { return std::round(3.0 * v); })});
    cases.push_back({"pixels", changed(random_matrix(900, 33, 17), [](Index, Index, double v) {
                         return std::round(127.5 + 127.5 * std::tanh(v));
                     })});
    cases.push_back({"many integers", changed(random_matrix(160, 9000, 18),
                                              [](Index, Index, double v) { return std::round(100.0 * v); })});
    cases.push_back({"wider than is multiplied at once", random_matrix(160, 9001, 19)});
    cases.push_back({"a few long rows", changed(random_matrix(900, 30, 20), [](Index i, Index, double v) {
                         return i % 100 == 0 ? 1e4 * v : v;
                     })});
    cases.push_back({"large integers", changed(random_matrix(900, 6, 6),
                                               [](Index, Index, double v) { return std::round(1e5 * v); })});
    cases.push_back(
        {"large mean", changed(random_matrix(900, 20, 7), [](Index, Index, double v) { return 1e6 + v; })});
    cases.push_back({"two clouds far apart", changed(random_matrix(900, 20, 8), [](Index i, Index, double v) {
                         return (i % 2 == 0 ? 1e7 : -1e7) + v;
                     })});
    cases.push_back({"heavy tails", changed(random_matrix(900, 20, 9), [](Index, Index, double v) {
                         return v * v * v * v * v * v * v;
                     })});
    cases.push_back({"one huge cell", changed(random_matrix(900, 20, 10), [](Index i, Index j, double v) {
                         return i == 17 && j == 3 ? 1e30 : v;
                     })});
    cases.push_back({"a column of 1e30", changed(random_matrix(900, 20, 11), [](Index, Index j, double v) {
                         return j == 3 ? 1e30 : v;
                     })});
    cases.push_back(
        {"tiny", changed(random_matrix(700, 20, 12), [](Index, Index, double v) { return 1e-140 * v; })});
    cases.push_back(
        {"huge", changed(random_matrix(700, 20, 13), [](Index, Index, double v) { return 1e140 * v; })});
    cases.push_back({"duplicates", changed(random_matrix(1300, 20, 14), [](Index i, Index j, double) {
                         return std::sin(static_cast<double>((i % 7) * 20 + j));
                     })});
    cases.push_back({"near duplicates", changed(random_matrix(1300, 20, 15), [](Index i, Index j, double v) {
                         return std::sin(static_cast<double>((i % 7) * 20 + j)) + 1e-9 * v;
                     })});
    cases.push_back(
        {"cells of very different size", changed(random_matrix(900, 20, 16), [](Index, Index j, double v) {
             return v * std::pow(10.0, static_cast<double>(2 * j - 20));
         })});
    return cases;
}

TEST(CoarseTiles, GiveTheNeighborsOfDoublePrecision) {
    for (const Case& c : hard_cases())
        for (const Metric metric : {Metric::euclidean, Metric::cosine}) {
            if (metric == Metric::cosine && std::string(c.name) == "huge")
                continue;  // lengths are squared in double
            const Neighbors found = find_neighbors(c.x, 6, metric, Search::exact, {.threads = 2});
            const ClassNeighbors expected = fine_search(c.x, metric, {}, 1, 6);
            EXPECT_EQ(found.index, expected.index) << c.name;
            EXPECT_EQ(found.squared_distances, expected.distances) << c.name;
        }
}

// Every kind of coarse tiles by itself; machines differ in which come first.
class OneKind : public testing::FineTiles {
  public:
    OneKind(const SampleRows& rows, std::size_t number)
        : FineTiles(rows, {}), all_(make_dense_tiles(rows, {})), one_{all_->coarse()[number]} {}
    std::span<const CoarseTiles* const> coarse() const override { return one_; }

  private:
    std::unique_ptr<TileSource> all_;
    std::array<const CoarseTiles*, 1> one_;
};

TEST(CoarseTiles, OfEachKindGiveTheNeighborsOfDoublePrecision) {
    for (const Case& c : hard_cases()) {
        const SampleRows rows(c.x, Metric::euclidean, {});
        const ClassNeighbors expected = fine_search(c.x, Metric::euclidean, {}, 1, 6);
        const std::size_t kinds = make_dense_tiles(rows, {})->coarse().size();
        for (std::size_t number = 0; number < kinds; ++number) {
            const ClassNeighbors found = grouped_search(
                OneKind(rows, number), [&](Index i, Index j) { return rows.squared_distance(i, j); }, {}, 1,
                6, c.x.cols(), {.threads = 2});
            EXPECT_EQ(found.index, expected.index) << c.name;
            EXPECT_EQ(found.distances, expected.distances) << c.name;
        }
    }
}

TEST(CoarseTiles, GiveTheNeighborsOfEveryGroup) {
    for (const Case& c : hard_cases()) {
        std::vector<int> group_of;
        for (Index i = 0; i < c.x.rows(); ++i)
            group_of.push_back(static_cast<int>(i % 5 == 0 ? 0 : 1 + i % 2));
        const SampleRows rows(c.x, Metric::euclidean, {});
        const std::unique_ptr<TileSource> tiles = make_tiles(rows, {});
        const auto distance = [&](Index i, Index j) { return rows.squared_distance(i, j); };
        const ClassNeighbors found =
            grouped_search(*tiles, distance, group_of, 3, 4, c.x.cols(), {.threads = 2});
        const ClassNeighbors expected = fine_search(c.x, Metric::euclidean, group_of, 3, 4);
        EXPECT_EQ(found.index, expected.index) << c.name;
        EXPECT_EQ(found.distances, expected.distances) << c.name;
        const std::vector<Index> probes = {0, 5, 17, 63, 64, 100, 149};
        const ClassNeighbors some = grouped_search(*tiles, distance, group_of, 3, 4, c.x.cols(), {}, probes);
        for (const Index probe : probes)
            for (Index g = 0; g < 3; ++g) {
                EXPECT_TRUE(std::ranges::equal(some.of(probe, g), expected.of(probe, g))) << c.name;
                EXPECT_TRUE(std::ranges::equal(some.distances_of(probe, g), expected.distances_of(probe, g)));
            }
    }
}

// Shards of a worker are searched where they lie.
TEST(CoarseTiles, GiveTheSameNeighborsOfRowsInSeveralPlaces) {
    for (const Case& c : hard_cases())
        for (const Metric metric : {Metric::euclidean, Metric::cosine}) {
            if (metric == Metric::cosine && std::string(c.name) == "huge") continue;
            // A copy in parts, with a gap behind every row of the second.
            const Index first = c.x.rows() / 3, last = c.x.rows() - 5, cols = c.x.cols();
            std::vector<double> wide(at((last - first) * (cols + 3)),
                                     std::numeric_limits<double>::quiet_NaN());
            for (Index i = first; i < last; ++i)
                std::copy_n(c.x.row(i), cols, wide.begin() + (i - first) * (cols + 3));
            const DenseMatrix end =
                take_rows(c.x, std::vector<Index>{last, last + 1, last + 2, last + 3, last + 4}).dense();
            const std::vector<DenseView> pieces = {
                c.x.view().row_range(0, first), c.x.view().row_range(first, 0),
                DenseView(wide.data(), last - first, cols, cols + 3), end.view()};
            const SampleRows rows(DensePieces(pieces), metric, {});
            const ClassNeighbors expected = fine_search(c.x, metric, {}, 1, 6);
            const std::unique_ptr<TileSource> tiles = make_tiles(rows, {});
            const testing::FineTiles fine(rows, {});
            for (const TileSource* source : std::initializer_list<const TileSource*>{tiles.get(), &fine}) {
                const ClassNeighbors found =
                    grouped_search(*source, squared_distances_of(rows), {}, 1, 6, cols, {.threads = 2});
                EXPECT_EQ(found.index, expected.index) << c.name;
                EXPECT_EQ(found.distances, expected.distances) << c.name;
            }
        }
}

// lower <= d² <= lower + margins, in extended precision, of some rows and the samples from j_begin on.
void expect_bounds(const CoarseTiles& coarse, const Case& c, const TileRows& rows, Index j_begin) {
    const Index j_end = std::min<Index>(150, c.x.rows());
    std::vector<float> tile(at(tile_rows * tile_rows));
    CoarseTiles::Workspace workspace;
    coarse.fill(rows, j_begin, j_end, tile.data(), workspace);
    for (Index r = 0; r < rows.count; ++r)
        for (Index j = j_begin; j < j_end; ++j) {
            const Index i = rows[r];
            const double lower =
                coarse.real(tile[at(r * tile_rows + j - j_begin)] + (coarse.base(i) + coarse.base(j)));
            const long double exact = testing::direct_distance(c.x, i, j);
            ASSERT_LE(lower, exact) << c.name << " " << i << " " << j;
            ASSERT_GE(lower + coarse.margin(i) + coarse.margin(j), exact) << c.name << " " << i << " " << j;
        }
}

TEST(CoarseTiles, BoundTheDistances) {
    for (const Case& c : hard_cases()) {
        const SampleRows rows(c.x, Metric::euclidean, {});
        const std::unique_ptr<TileSource> tiles = make_tiles(rows, {});
        ASSERT_FALSE(tiles->coarse().empty());
        for (const CoarseTiles* coarse : tiles->coarse()) {
            // Rows that are not packed in the order of a tile, rows that are, and listed ones.
            const std::vector<Index> some = {3, 1, 149, 70, 71, 72, 73, 74, 75};
            expect_bounds(*coarse, c, {0, std::min<Index>(150, c.x.rows())}, 0);
            expect_bounds(*coarse, c, {32, 100}, 5);
            expect_bounds(*coarse, c, {0, static_cast<Index>(some.size()), some.data()}, 48);
        }
    }
}

TEST(CoarseTiles, AreExactOnSmallIntegers) {
    const DenseMatrix x =
        changed(random_matrix(100, 20, 5), [](Index, Index, double v) { return std::round(3.0 * v); });
    const SampleRows rows(x, Metric::euclidean, {});
    const std::unique_ptr<TileSource> tiles = make_tiles(rows, {});
    for (const CoarseTiles* coarse : tiles->coarse())
        for (Index i = 0; i < 100; ++i) EXPECT_EQ(coarse->margin(i), 0.0);
}

TEST(CoarseTiles, RoundLimitsUpward) {
    const DenseMatrix x = random_matrix(50, 3, 1);
    const SampleRows rows(x, Metric::euclidean, {});
    const std::unique_ptr<TileSource> tiles = make_tiles(rows, {});
    const CoarseTiles& coarse = *tiles->coarse().back();  // in a unit that is a power of two
    for (const double value : {1.0 / 3.0, 0.1, 7e-9, 0.0}) EXPECT_GE(coarse.real(coarse.limit(value)), value);
}

}  // namespace
}  // namespace tamis
