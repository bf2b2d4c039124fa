#include "tamis/eval/assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

double best_by_trying_all(const DenseMatrix& weights) {
    const Index side = std::max(weights.rows(), weights.cols());
    std::vector<Index> order(at(side));
    std::iota(order.begin(), order.end(), Index{0});
    double best = -1e300;
    do {
        double sum = 0.0;
        for (Index i = 0; i < weights.rows(); ++i)
            if (const Index j = order[at(i)]; j < weights.cols()) sum += weights(i, j);
        best = std::max(best, sum);
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
}

TEST(BestAssignment, EqualsTryingAll) {
    for (const auto& [rows, cols] : {std::pair{1, 1}, {4, 4}, {6, 6}, {3, 6}, {6, 3}})
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            DenseMatrix weights = testing::random_matrix(rows, cols, seed);
            for (Index e = 0; e < rows * cols; ++e) weights.data()[e] = std::abs(weights.data()[e]);
            const std::vector<Index> paired = best_assignment(weights.view());
            std::vector<char> used(at(cols));
            double sum = 0.0;
            Index pairs = 0;
            for (Index i = 0; i < rows; ++i) {
                const Index j = paired[at(i)];
                if (j < 0) continue;
                EXPECT_FALSE(used[at(j)]++);
                sum += weights(i, j);
                ++pairs;
            }
            EXPECT_EQ(pairs, std::min(rows, cols));
            EXPECT_NEAR(sum, best_by_trying_all(weights), 1e-12) << rows << " x " << cols;
        }
}

TEST(BestAssignment, LikesCountsWithTies) {
    DenseMatrix weights(3, 3);
    weights(0, 0) = weights(0, 1) = weights(1, 0) = 5.0;
    weights(2, 2) = 1.0;
    const std::vector<Index> paired = best_assignment(weights.view());
    EXPECT_EQ(paired, (std::vector<Index>{1, 0, 2}));
}

}  // namespace
}  // namespace tamis
