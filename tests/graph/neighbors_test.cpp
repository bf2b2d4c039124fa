#include "tamis/graph/neighbors.hpp"

#include <gmock/gmock.h>

#include <atomic>

#include "tests/graph/support.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::brute_force;
using ::testing::HasSubstr;
using testing::random_counts;
using testing::random_matrix;
using ::testing::ThrowsMessage;

void expect_same(const Neighbors& found, const Neighbors& expected, double tolerance = 1e-13) {
    ASSERT_EQ(found.samples, expected.samples);
    ASSERT_EQ(found.count, expected.count);
    EXPECT_EQ(found.index, expected.index);
    for (std::size_t p = 0; p < expected.squared_distances.size(); ++p)
        ASSERT_NEAR(found.squared_distances[p], expected.squared_distances[p],
                    tolerance * expected.squared_distances[p]);
}

TEST(Neighbors, AgreeWithTheReference) {
    const auto& golden = testing::golden("selection");
    const DenseMatrix x = testing::golden_matrix(golden.at("X"));
    const DenseMatrix distances = testing::golden_matrix(golden.at("sqdist"));
    const Neighbors found = find_neighbors(x, 2);
    for (Index i = 0; i < x.rows(); ++i)
        for (std::size_t p = 0; p < 2; ++p) {
            EXPECT_EQ(found.of(i)[p], golden.at("knn k=2").at(at(i)).at(p).get<Small>());
            EXPECT_EQ(found.distances_of(i)[p], distances(i, found.of(i)[p]));
        }
}

TEST(Neighbors, AreExactOnRandomData) {
    for (const Index cols : {1, 3, 8, 37}) {
        const DenseMatrix x = random_matrix(1100, cols, static_cast<std::uint64_t>(cols));
        expect_same(find_neighbors(x, 6), brute_force(x, 6));
    }
}

TEST(Neighbors, AreExactOnWideDataWithAMean) {
    DenseMatrix x = random_matrix(530, 600, 2);
    for (Index i = 0; i < 530 * 600; ++i) x.data()[i] += 50.0;
    expect_same(find_neighbors(x, 6), brute_force(x, 6));
}

TEST(Neighbors, BreakTheManyTiesOfIntegersByIndex) {
    for (const Index cols : {1, 2, 5}) {
        DenseMatrix x(1300, cols);
        Random random(5);
        for (Index i = 0; i < x.rows() * cols; ++i) x.data()[i] = static_cast<double>(random.below(4));
        expect_same(find_neighbors(x, 7), brute_force(x, 7), 0.0);
    }
}

// Not integers, so the rounding bound lets every tie through and the exact distances have to decide. All sums
// are exact in double, hence the order is too.
TEST(Neighbors, BreakManyTiesThatAreNotIntegers) {
    DenseMatrix x(1300, 3);
    Random random(6);
    for (Index i = 0; i < x.rows() * 3; ++i)
        x.data()[i] = 0.375 + 0.25 * static_cast<double>(random.below(3));
    expect_same(find_neighbors(x, 5), brute_force(x, 5), 0.0);
}

TEST(Neighbors, CountDuplicatesAsNeighborsAtZero) {
    const DenseMatrix distinct = random_matrix(4, 20, 3);
    DenseMatrix x(1200, 20);
    for (Index i = 0; i < x.rows(); ++i) std::copy_n(distinct.row(i * i % 4), 20, x.row(i));
    const Neighbors found = find_neighbors(x, 3);
    expect_same(found, brute_force(x, 3), 0.0);
    EXPECT_EQ(found.distances_of(0)[0], 0.0);
}

TEST(Neighbors, AllSamplesTheSame) {
    DenseMatrix x(1030, 9);
    std::fill_n(x.data(), 1030 * 9, 0.1);
    const Neighbors found = find_neighbors(x, 2);
    EXPECT_EQ(found.of(0)[0], 1);
    EXPECT_EQ(found.of(0)[1], 2);
    EXPECT_EQ(found.of(1029)[0], 0);
    EXPECT_EQ(found.of(1029)[1], 1);
}

TEST(Neighbors, SurviveHugeMeansAndScales) {
    DenseMatrix far = random_matrix(700, 12, 8);
    for (Index i = 0; i < 700 * 12; ++i) far.data()[i] += 1e9;
    expect_same(find_neighbors(far, 4), brute_force(far, 4));
    // Two distant clouds: the mean does not help, the bound must.
    DenseMatrix clouds = random_matrix(700, 12, 9);
    for (Index i = 0; i < 700 * 12; ++i) clouds.data()[i] += (i / 12) % 2 == 0 ? 1e7 : -1e7;
    expect_same(find_neighbors(clouds, 4), brute_force(clouds, 4));
    for (const double scale : {1e-140, 1e140}) {
        DenseMatrix x = random_matrix(600, 5, 10);
        for (Index i = 0; i < 600 * 5; ++i) x.data()[i] *= scale;
        expect_same(find_neighbors(x, 3), brute_force(x, 3));
    }
}

TEST(Neighbors, ReadSparseRowsAsDenseOnes) {
    for (const double density : {0.02, 0.3}) {
        DenseMatrix x = random_counts(1100, 60, density, 4);
        expect_same(find_neighbors(to_sparse(x), 5), brute_force(x, 5), 0.0);
        for (Index i = 0; i < 1100 * 60; ++i) x.data()[i] *= 0.3;
        const Neighbors sparse = find_neighbors(to_sparse(x), 5), dense = find_neighbors(x, 5);
        EXPECT_EQ(sparse.index, dense.index);
        EXPECT_EQ(sparse.squared_distances, dense.squared_distances);
    }
}

TEST(Neighbors, CosineIsEuclideanOnUnitRows) {
    DenseMatrix x = random_matrix(900, 30, 12);
    for (Index i = 0; i < 900; ++i)
        for (Index j = 0; j < 30; ++j) x(i, j) = (x(i, j) + 3.0) * static_cast<double>(i + 1);
    expect_same(find_neighbors(x, 5, Metric::cosine), brute_force(testing::unit_rows(x), 5), 1e-9);
    const Neighbors sparse = find_neighbors(to_sparse(x), 5, Metric::cosine);
    EXPECT_EQ(sparse.index, find_neighbors(x, 5, Metric::cosine).index);
}

TEST(Neighbors, CosineKeepsAZeroRow) {
    DenseMatrix x(3, 2);
    x(1, 0) = 5.0;
    x(2, 1) = 1e-200;
    const Neighbors found = find_neighbors(x, 2, Metric::cosine);
    EXPECT_THAT(found.of(0), ::testing::ElementsAre(1, 2));
    EXPECT_THAT(found.distances_of(0), ::testing::ElementsAre(1.0, 1.0));
    EXPECT_THAT(found.distances_of(1), ::testing::ElementsAre(1.0, 2.0));
}

TEST(Neighbors, HaveTheSameBitsOnAnyNumberOfThreads) {
    DenseMatrix x = random_matrix(2100, 40, 13);
    for (Index i = 0; i < 600; ++i) std::copy_n(x.row(i), 40, x.row(2000 - i));
    for (const Metric metric : {Metric::euclidean, Metric::cosine})
        for (const bool sparse : {false, true}) {
            const Matrix data = sparse ? Matrix(to_sparse(x)) : Matrix(x);
            const Neighbors one = find_neighbors(data, 5, metric, Search::exact, {.threads = 1});
            for (const int threads : {2, 7}) {
                const Neighbors more = find_neighbors(data, 5, metric, Search::exact, {.threads = threads});
                EXPECT_EQ(more.index, one.index);
                EXPECT_EQ(more.squared_distances, one.squared_distances);
            }
        }
}

TEST(Neighbors, CapTheirNumber) {
    const DenseMatrix two = random_matrix(2, 4, 1);
    const Neighbors pair = find_neighbors(two, 5);
    EXPECT_EQ(pair.count, 1);
    EXPECT_EQ(pair.of(0)[0], 1);
    EXPECT_EQ(pair.of(1)[0], 0);
    const DenseMatrix x = random_matrix(40, 4, 2);
    expect_same(find_neighbors(x, 100), brute_force(x, 39));
    EXPECT_EQ(find_neighbors(x, 100, Metric::euclidean, Search::approximate).index, brute_force(x, 39).index);
}

TEST(Neighbors, RefuseWhatHasNone) {
    const auto finding = [](DenseMatrix x, Index k, Search search = Search::exact) {
        return [x, k, search] { find_neighbors(x, k, Metric::euclidean, search); };
    };
    EXPECT_THAT(finding(DenseMatrix(1, 3), 2), ThrowsMessage<Error>(HasSubstr("at least two samples")));
    EXPECT_THROW(finding(DenseMatrix(0, 3), 2)(), Error);
    EXPECT_THROW(finding(DenseMatrix(5, 3), 0)(), UsageError);
    DenseMatrix broken = random_matrix(5, 3, 1);
    broken(3, 1) = std::nan("");
    for (const Search search : {Search::exact, Search::approximate})
        EXPECT_THAT(finding(broken, 2, search), ThrowsMessage<Error>(HasSubstr("sample 3 (counted from 0)")));
    for (const double recall : {0.0, -0.5, 1.5, std::nan("")})
        EXPECT_THAT(
            [&] { find_neighbors(random_matrix(5, 3, 1), 2, Metric::euclidean, Search::exact, {}, recall); },
            ThrowsMessage<UsageError>(HasSubstr("the recall must be above 0 and at most 1, not ")));
}

TEST(Neighbors, WithoutFeaturesAllAreTheSame) {
    EXPECT_THAT(find_neighbors(DenseMatrix(4, 0), 2).of(3), ::testing::ElementsAre(0, 1));
    EXPECT_THAT(find_neighbors(to_sparse(DenseMatrix(4, 0)), 2).of(3), ::testing::ElementsAre(0, 1));
}

TEST(Neighbors, ReportProgressAndStopWhenAsked) {
    const DenseMatrix x = random_matrix(1500, 6, 3);
    double last = 0.0;
    Context context{.threads = 2};
    context.progress = [&](std::string_view, double done) {
        EXPECT_GT(done, last);
        last = done;
    };
    find_neighbors(x, 3, Metric::euclidean, Search::exact, context);
    EXPECT_EQ(last, 1.0);
    const std::atomic<bool> stop{true};
    for (const Search search : {Search::exact, Search::approximate})
        EXPECT_THROW(find_neighbors(x, 3, Metric::euclidean, search, {.cancel = &stop}), Cancelled);
}

}  // namespace
}  // namespace tamis
