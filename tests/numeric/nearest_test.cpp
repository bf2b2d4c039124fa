#include "tamis/numeric/nearest.hpp"

#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/numeric/sums.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {
namespace {

std::vector<Index> one_by_one(const DenseMatrix& known, const DenseMatrix& asked) {
    std::vector<Index> result;
    for (Index i = 0; i < asked.rows(); ++i) {
        Index best = 0;
        for (Index j = 1; j < known.rows(); ++j)
            if (squared_distance(asked.row(i), known.row(j), known.cols()) <
                squared_distance(asked.row(i), known.row(best), known.cols()))
                best = j;
        result.push_back(best);
    }
    return result;
}

TEST(NearestSamples, EqualsTheDirectSearch) {
    for (const Index columns : {1, 3, 40}) {
        const DenseMatrix known = testing::random_matrix(600, columns, 1);
        const DenseMatrix asked = testing::random_matrix(300, columns, 2);
        const std::vector<Index> wanted = one_by_one(known, asked);
        for (const int threads : {1, 2, 5}) {
            Context context;
            context.threads = threads;
            EXPECT_EQ(nearest_samples(known, asked, context), wanted);
        }
    }
}

TEST(NearestSamples, TakesTheLowerIndexOnTies) {
    const DenseMatrix known = testing::random_counts(700, 4, 0.5, 3);  // many equal rows
    const DenseMatrix asked = testing::random_counts(200, 4, 0.5, 4);
    EXPECT_EQ(nearest_samples(known, asked), one_by_one(known, asked));
    EXPECT_EQ(nearest_samples(to_sparse(known), to_sparse(asked)), one_by_one(known, asked));
}

// The Gram form loses all digits here; the exact distances do not.
TEST(NearestSamples, SurvivesALargeMean) {
    DenseMatrix known = testing::random_matrix(300, 5, 5), asked = testing::random_matrix(100, 5, 6);
    for (Index e = 0; e < 300 * 5; ++e) known.data()[e] += 1e9;
    for (Index e = 0; e < 100 * 5; ++e) asked.data()[e] += 1e9;
    EXPECT_EQ(nearest_samples(known, asked), one_by_one(known, asked));
    DenseMatrix tiny_known = testing::random_matrix(50, 3, 7), tiny_asked = testing::random_matrix(50, 3, 8);
    for (Index e = 0; e < 150; ++e) tiny_known.data()[e] *= 1e-162, tiny_asked.data()[e] *= 1e-162;
    EXPECT_EQ(nearest_samples(tiny_known, tiny_asked), one_by_one(tiny_known, tiny_asked));
}

TEST(NearestSamples, RefusesWhatDoesNotFit) {
    const DenseMatrix known = testing::random_matrix(5, 3, 9);
    EXPECT_THROW(nearest_samples(known, testing::random_matrix(5, 4, 9)), Error);
    EXPECT_THROW(nearest_samples(known, to_sparse(known)), Error);
    EXPECT_THROW(nearest_samples(DenseMatrix(0, 3), known), Error);
    EXPECT_TRUE(nearest_samples(known, DenseMatrix(0, 3)).empty());
}

}  // namespace
}  // namespace tamis
