// Estimates in 8 bits rule out what is farther, and nothing that is nearer.
#include "tamis/graph/approximate/quick_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tamis/passes/sums.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

// How many of some pairs are ruled out at a limit of `factor` times their squared distance.
Index ruled_out(const DenseMatrix& x, double factor) {
    const QuickSquares quick(x.view(), {});
    Index count = 0;
    for (Index i = 0; i < x.rows(); ++i) {
        const Index j = (7 * i + 1) % x.rows();
        const double distance = squared_distance(x.row(i), x.row(j), x.cols());
        count += quick.may_be_within(i, j, factor * distance) ? 0 : 1;
    }
    return count;
}

TEST(QuickSquares, KeepWhatIsNearerAndRuleOutWhatIsFarther) {
    for (const Index cols : {1, 31, 100, 784}) {
        const DenseMatrix x = testing::random_matrix(2000, cols, 8);
        EXPECT_EQ(ruled_out(x, 1.0), 0) << cols;
        EXPECT_EQ(ruled_out(x, std::numeric_limits<double>::infinity()), 0) << cols;
        if (cols < 100) continue;  // few cells leave a wide margin
        EXPECT_GE(ruled_out(x, 1.0 / 1.1), 1990) << cols;
    }
}

TEST(QuickSquares, RuleOutNothingByCellsThatDoNotFit) {
    DenseMatrix tails = testing::random_matrix(2000, 40, 9);
    for (Index i = 0; i < tails.rows(); ++i)
        for (Index j = 0; j < tails.cols(); ++j) tails(i, j) = std::sinh(4.0 * tails(i, j));
    EXPECT_EQ(ruled_out(tails, 1.0), 0);
    DenseMatrix huge = testing::random_matrix(2000, 40, 9);
    for (Index i = 0; i < huge.rows(); i += 5) huge(i, 3) = 1e30 * huge(i, 3);
    EXPECT_EQ(ruled_out(huge, 1.0), 0);
    EXPECT_EQ(ruled_out(DenseMatrix(10, 3), 1.0), 0);  // all equal
    EXPECT_EQ(ruled_out(testing::random_counts(2000, 64, 0.2, 3), 1.0), 0);
}

}  // namespace
}  // namespace tamis
