// The approximate search on data sets of papers, where their files are there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tamis/graph/build.hpp"
#include "tamis/methods/laplacian.hpp"
#include "tests/graph/approximate/support.hpp"
#include "tests/support/paper_set.hpp"

namespace tamis {

using namespace detail;

namespace {

struct RealSet {
    const char* file;
    const char* label = "auto";
    bool sparse = false;
    Metric metric = Metric::euclidean;
};

class ApproximateOnRealData : public ::testing::TestWithParam<RealSet> {};

TEST_P(ApproximateOnRealData, FindsNearlyAllNeighbors) {
    const std::optional<Dataset> set = testing::paper_file(GetParam().file, {.label = GetParam().label});
    if (!set) GTEST_SKIP() << GetParam().file << " is not there";
    const Matrix x = GetParam().sparse ? Matrix(to_sparse(set->x)) : Matrix(to_dense(set->x));
    const Neighbors exact = find_neighbors(x, 5, GetParam().metric, Search::exact);
    const Neighbors found = testing::approximate(x, 5, GetParam().metric);
    const double recall = testing::true_recall(found, exact);
    EXPECT_GE(recall, 0.94);
    EXPECT_LE(found.found_by.recall_low - 0.01, recall);
    EXPECT_GE(found.found_by.recall_high + 0.01, recall);
}

INSTANTIATE_TEST_SUITE_P(Sets, ApproximateOnRealData,
                         ::testing::Values(RealSet{"mnist2000.mat"}, RealSet{"usps2007.txt.gz", "first"},
                                           RealSet{"coil20.mat"}, RealSet{"basehock.mat", "auto", true},
                                           RealSet{"relathe.mat", "auto", true, Metric::cosine},
                                           RealSet{"sc_human_kidney_top2000.h5"}));

// What a missed neighbor does to the scores.
TEST(ApproximateGraph, GivesNearlyTheSameLaplacianScores) {
    const std::optional<Dataset> set = testing::paper_file("mnist2000.mat");
    if (!set) GTEST_SKIP() << "mnist2000.mat is not there";
    const Graph exact = build_graph(set->x, {.search = Search::exact});
    const Graph found = weigh_graph(testing::approximate(set->x, 5), set->x, {});
    EXPECT_LT(found.found_by.recall, 1.0);
    const Selection one = laplacian(set->x, exact, {.k = 100}), other = laplacian(set->x, found, {.k = 100});
    std::vector<double> changes;
    for (std::size_t j = 0; j < one.raw_scores.size(); ++j)
        if (std::isfinite(one.raw_scores[j]) && one.raw_scores[j] > 0.0)
            changes.push_back(std::abs(other.raw_scores[j] / one.raw_scores[j] - 1.0));
    std::nth_element(changes.begin(), changes.begin() + static_cast<std::ptrdiff_t>(changes.size() / 2),
                     changes.end());
    EXPECT_LE(changes[changes.size() / 2], 0.01);
    Index common = 0;
    for (const Index j : one.selected) common += std::ranges::count(other.selected, j);
    EXPECT_GE(common, 95);
}

}  // namespace
}  // namespace tamis
