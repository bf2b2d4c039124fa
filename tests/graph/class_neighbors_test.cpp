// Hits and misses against a plain search over all pairs.
#include "tamis/graph/class_neighbors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::random_counts;
using testing::random_labels;
using testing::random_matrix;

struct Near {
    long double distance;
    Small index;
};

// All samples of one class by (distance in long double, index).
std::vector<Near> sorted_class(const DenseMatrix& x, const Labels& labels, Index i, int of_class,
                               ClassMetric metric, const std::vector<double>& factors) {
    std::vector<Near> all;
    for (Index j = 0; j < x.rows(); ++j) {
        if (j == i || labels.of[at(j)] != of_class) continue;
        long double sum = 0;
        for (Index c = 0; c < x.cols(); ++c) {
            const long double factor = factors.empty() ? 1.0 : factors[at(c)];
            const long double gap =
                factor * (static_cast<long double>(x(i, c)) - static_cast<long double>(x(j, c)));
            sum += metric == ClassMetric::manhattan ? std::abs(gap) : gap * gap;
        }
        all.push_back({sum, static_cast<Small>(j)});
    }
    std::sort(all.begin(), all.end(), [](const Near& a, const Near& b) {
        return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
    });
    return all;
}

struct Case {
    ClassMetric metric;
    bool sparse;
    bool scaled;
};

class ClassNeighborsSearch : public ::testing::TestWithParam<Case> {
  protected:
    ClassNeighbors find(const DenseMatrix& x, const Labels& labels, Index k, int threads = 2) const {
        Context context;
        context.threads = threads;
        const std::vector<double> none;
        const std::vector<double>& factors = GetParam().scaled ? factors_of(x) : none;
        return GetParam().sparse
                   ? find_class_neighbors(to_sparse(x), labels, k, GetParam().metric, factors, context)
                   : find_class_neighbors(x, labels, k, GetParam().metric, factors, context);
    }

    // Powers of two (and one zero): scaled integers stay exact.
    const std::vector<double>& factors_of(const DenseMatrix& x) const {
        factors_.clear();
        for (Index j = 0; j < x.cols(); ++j)
            factors_.push_back(j == 1 ? 0.0 : std::ldexp(1.0, static_cast<int>(j % 4) - 2));
        return factors_;
    }

    void expect_brute_force(const DenseMatrix& x, const Labels& labels, Index k, double tolerance) const {
        const ClassNeighbors got = find(x, labels, k);
        const std::vector<double> none;
        const std::vector<double>& factors = GetParam().scaled ? factors_of(x) : none;
        ASSERT_EQ(got.samples, x.rows());
        ASSERT_EQ(got.classes, labels.classes());
        const Index step = x.rows() < 100 ? 1 : 5;  // the plain search is slow
        for (Index i = 0; i < x.rows(); i += step)
            for (int c = 0; c < static_cast<int>(labels.classes()); ++c) {
                const std::vector<Near> wanted = sorted_class(x, labels, i, c, GetParam().metric, factors);
                const auto found = got.of(i, c);
                ASSERT_EQ(found.size(), std::min(wanted.size(), at(k)));
                for (std::size_t p = 0; p < found.size(); ++p) {
                    ASSERT_EQ(found[p], wanted[p].index) << "sample " << i << " class " << c;
                    const auto distance = static_cast<double>(wanted[p].distance);
                    ASSERT_NEAR(got.distances_of(i, c)[p], distance, tolerance * (1 + distance));
                }
            }
    }

  private:
    mutable std::vector<double> factors_;
};

TEST_P(ClassNeighborsSearch, EqualsBruteForceOverSeveralTiles) {
    const Labels labels = random_labels(1100, 3, 1);
    expect_brute_force(random_matrix(1100, 11, 1), labels, 4, 1e-13);
}

TEST_P(ClassNeighborsSearch, BreaksTiesByIndex) {
    const Labels labels = random_labels(600, 4, 2);
    expect_brute_force(random_counts(600, 6, 0.3, 2), labels, 5, 0.0);
}

TEST_P(ClassNeighborsSearch, SmallClassesGiveWhatTheyHave) {
    const Labels labels = make_labels(std::vector<int>{0, 1, 1, 2, 2, 2, 1, 2, 2});
    expect_brute_force(random_matrix(9, 5, 3), labels, 3, 1e-13);
    const ClassNeighbors got = find(random_matrix(9, 5, 3), labels, 100);
    EXPECT_TRUE(got.of(0, 0).empty());
    EXPECT_EQ(got.of(0, 1).size(), 3U);
    EXPECT_EQ(got.of(1, 1).size(), 2U);
    EXPECT_EQ(got.of(3, 2).size(), 4U);
}

TEST_P(ClassNeighborsSearch, HasTheSameBitsForAnyNumberOfThreads) {
    const Labels labels = random_labels(1100, 5, 4);
    const DenseMatrix x = random_counts(1100, 9, 0.5, 4);
    const ClassNeighbors alone = find(x, labels, 3, 1);
    for (const int threads : {2, 7}) {
        const ClassNeighbors together = find(x, labels, 3, threads);
        EXPECT_EQ(together.index, alone.index);
        EXPECT_EQ(together.distances, alone.distances);
        EXPECT_EQ(together.found, alone.found);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ClassNeighborsSearch,
    ::testing::Values(Case{ClassMetric::euclidean, false, false}, Case{ClassMetric::euclidean, false, true},
                      Case{ClassMetric::euclidean, true, false}, Case{ClassMetric::euclidean, true, true},
                      Case{ClassMetric::manhattan, false, false}, Case{ClassMetric::manhattan, false, true},
                      Case{ClassMetric::manhattan, true, false}, Case{ClassMetric::manhattan, true, true}),
    [](const auto& entry) {
        return std::string(entry.param.metric == ClassMetric::euclidean ? "euclidean" : "manhattan") +
               (entry.param.sparse ? "_sparse" : "_dense") + (entry.param.scaled ? "_scaled" : "");
    });

TEST(ClassNeighbors, DenseAndSparseManhattanHaveTheSameBits) {
    const Labels labels = random_labels(700, 3, 5);
    const DenseMatrix x = random_counts(700, 21, 0.2, 5);
    const std::vector<double> thirds(21, 1.0 / 3.0);
    const ClassNeighbors dense = find_class_neighbors(x, labels, 4, ClassMetric::manhattan, thirds);
    const ClassNeighbors sparse =
        find_class_neighbors(to_sparse(x), labels, 4, ClassMetric::manhattan, thirds);
    EXPECT_EQ(dense.index, sparse.index);
    EXPECT_EQ(dense.distances, sparse.distances);
}

TEST(ClassNeighbors, RefusesWhatCannotBe) {
    const DenseMatrix x = random_matrix(8, 3, 6);
    const Labels labels = random_labels(8, 2, 6);
    EXPECT_THROW(find_class_neighbors(x, labels, 0), UsageError);
    EXPECT_THROW(find_class_neighbors(x, {}, 2), Error);
    EXPECT_THROW(find_class_neighbors(x, make_labels(std::vector<int>{0, 1, 0, 1, -1, 0, 1, 1}), 2), Error);
    const std::vector<double> few{1.0, 1.0}, negative{1.0, -1.0, 1.0};
    EXPECT_THROW(find_class_neighbors(x, labels, 2, ClassMetric::manhattan, few), Error);
    EXPECT_THROW(find_class_neighbors(x, labels, 2, ClassMetric::manhattan, negative), Error);
    DenseMatrix broken = x;
    broken(2, 1) = std::nan("");
    for (const ClassMetric metric : {ClassMetric::euclidean, ClassMetric::manhattan}) {
        EXPECT_THROW(find_class_neighbors(broken, labels, 2, metric), Error);
        EXPECT_THROW(find_class_neighbors(to_sparse(broken), labels, 2, metric), Error);
    }
}

}  // namespace
}  // namespace tamis
