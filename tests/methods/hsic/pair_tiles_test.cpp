#include "tamis/methods/hsic/pair_tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tamis/methods/hsic/exponential.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

double squared(const DenseMatrix& x, Index i, Index l) {
    double sum = 0.0;
    for (Index j = 0; j < x.cols(); ++j) sum += (x(i, j) - x(l, j)) * (x(i, j) - x(l, j));
    return sum;
}

std::vector<double> sorted_distances(const DenseMatrix& x) {
    std::vector<double> all;
    for (Index i = 0; i < x.rows(); ++i)
        for (Index l = i + 1; l < x.rows(); ++l) all.push_back(squared(x, i, l));
    std::sort(all.begin(), all.end());
    return all;
}

TEST(PairTiles, ComeOncePerPairWithItsDistance) {
    for (const Index samples : {2, 64, 65, 200}) {
        const DenseMatrix x = testing::random_matrix(samples, 5, 1);
        const SparseMatrix sparse = to_sparse(x);
        for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)}) {
            DenseMatrix seen(samples, samples);
            for_each_pair_tile(view, {.threads = 1}, [&](Index group, const PairTile& tile) {
                EXPECT_LT(group, pair_group_count(samples));
                for (Index a = 0; a < tile.height(); ++a)
                    for (Index b = tile.first_column(a); b < tile.width(); ++b) {
                        const Index i = tile.rows.begin + a, l = tile.columns.begin + b;
                        ++seen(i, l);
                        EXPECT_NEAR(tile.row(a)[b], squared(x, i, l), 1e-12);
                    }
            });
            for (Index i = 0; i < samples; ++i)
                for (Index l = 0; l < samples; ++l) EXPECT_EQ(seen(i, l), l > i ? 1.0 : 0.0);
        }
    }
}

// An odd and an even number of pairs; with room for all of them, for some, and for next to none.
TEST(PairTiles, MedianIsExactHoweverLittleIsKept) {
    for (const Index samples : {2, 3, 4, 90, 91, 150})
        for (const Index kept : {Index{1}, Index{100}, Index{1} << 22}) {
            const DenseMatrix x = testing::random_counts(samples, 8, 0.6, 2);  // whole numbers: exact sums
            const std::vector<double> all = sorted_distances(x);
            const double wanted = (all[(all.size() - 1) / 2] + all[all.size() / 2]) / 2.0;
            const DistanceSummary summary = summarize_distances(x, {}, kept);
            EXPECT_EQ(summary.median, wanted) << samples << " samples, " << kept << " kept";
            double mean = 0.0;
            for (const double distance : all) mean += distance / static_cast<double>(all.size());
            EXPECT_NEAR(summary.mean, mean, 1e-12 * mean);
        }
}

TEST(PairTiles, MedianBetweenTwoFarValues) {
    // Four samples on a line: distances 0, 0, 0 | 1e6, 1e6, 1e6.
    DenseMatrix x(4, 1);
    x(3, 0) = 1e3;
    for (const Index kept : {1, 2, 100}) EXPECT_EQ(summarize_distances(x, {}, kept).median, 5e5);
}

TEST(Exponential, IsAccurateFromOneDownToNothing) {
    for (double x = 0.0; x < 708.0; x += 0.0137) {
        const long double exact = std::exp(-static_cast<long double>(x));
        EXPECT_LE(std::abs(static_cast<double>((exp_minus(x) - exact) / exact)), 3e-16) << x;
    }
    for (const double x : {708.5, 1e10, 1e300, HUGE_VAL}) {
        EXPECT_GE(exp_minus(x), 0.0);
        EXPECT_LT(exp_minus(x), 1e-300);
    }
}

}  // namespace
}  // namespace tamis
