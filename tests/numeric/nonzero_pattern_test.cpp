#include "tamis/numeric/nonzero_pattern.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "tests/support/random_data.hpp"

namespace tamis {
namespace {

using testing::random_matrix;

// Zeros but for about one cell in eight.
DenseMatrix mostly_zeros(Index rows, Index cols) {
    DenseMatrix x = random_matrix(rows, cols, 4);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j)
            if ((i * 31 + j * 17) % 8 != 0) x(i, j) = 0.0;
    return x;
}

TEST(NonzeroPattern, IsThereOnlyWhereMostCellsAreZero) {
    EXPECT_TRUE(NonzeroPattern::find(mostly_zeros(50, 40).view()).has_value());
    EXPECT_FALSE(NonzeroPattern::find(random_matrix(50, 40, 1).view()).has_value());
}

TEST(NonzeroPattern, ProductsAreThoseOfTheFullMatrix) {
    // More rows than a block, more columns than a strip, and every remainder of four vectors.
    const DenseMatrix x = mostly_zeros(300, 700);
    const auto pattern = NonzeroPattern::find(x.view());
    ASSERT_TRUE(pattern.has_value());
    for (const Index count : {1, 3, 4, 8, 11, 16, 18, 37}) {
        const DenseMatrix vectors = random_matrix(x.rows(), count, 2);
        std::vector<double> out(static_cast<std::size_t>(count * x.cols()), -1.0);
        pattern->left_products(x.view(), vectors.data(), count, out.data());
        for (Index c = 0; c < count; ++c)
            for (Index j = 0; j < x.cols(); ++j) {
                double expected = 0.0;
                for (Index i = 0; i < x.rows(); ++i) expected += vectors(i, c) * x(i, j);
                ASSERT_NEAR(out[static_cast<std::size_t>(c * x.cols() + j)], expected, 1e-12)
                    << "vector " << c << " of " << count << ", column " << j;
            }
    }
}

TEST(NonzeroPattern, GivesTheSameBitsOnAnyNumberOfThreads) {
    const DenseMatrix x = mostly_zeros(500, 300), vectors = random_matrix(500, 16, 2);
    std::vector<double> first(static_cast<std::size_t>(16 * x.cols())), again(first.size());
    Context context;
    context.threads = 1;
    NonzeroPattern::find(x.view(), context)
        ->left_products(x.view(), vectors.data(), 16, first.data(), context);
    for (const int threads : {2, 7}) {
        context.threads = threads;
        NonzeroPattern::find(x.view(), context)
            ->left_products(x.view(), vectors.data(), 16, again.data(), context);
        EXPECT_EQ(first, again);
    }
}

}  // namespace
}  // namespace tamis
