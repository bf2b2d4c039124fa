#include "tamis/methods/lapofs/nonzero_pattern.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tamis/passes/products.hpp"
#include "tests/passes/expect_products.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::expect_left_products;
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

// Values that single precision holds, or not, or not in some columns: they are kept in different ways.
DenseMatrix with_values(DenseMatrix x, Index single_columns) {
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < single_columns; ++j) x(i, j) = std::round(100.0 * x(i, j));
    return x;
}

TEST(NonzeroPattern, ProductsAreThoseOfTheFullMatrix) {
    // More rows than a block, more columns than a strip, and every remainder of four vectors.
    for (const Index single_columns : {0, 500, 700}) {
        const DenseMatrix x = with_values(mostly_zeros(300, 700), single_columns);
        const auto pattern = NonzeroPattern::find(x.view());
        ASSERT_TRUE(pattern.has_value());
        for (const Index count : {1, 3, 4, 8, 11, 16, 18, 37}) {
            const DenseMatrix vectors = random_matrix(x.rows(), count, 2);
            std::vector<double> out(at(count * x.cols()), -1.0);
            pattern->left_products(x.view(), vectors.data(), count, out.data());
            expect_left_products(x, vectors, out);
        }
    }
}

TEST(NonzeroPattern, ColumnsAndTheirSquaresAreThoseOfTheFullMatrix) {
    for (const Index single_columns : {0, 500, 700}) {
        DenseMatrix x = with_values(mostly_zeros(300, 700), single_columns);
        x(299, 699) = -0.0;
        const auto pattern = NonzeroPattern::find(x.view());
        ASSERT_TRUE(pattern.has_value());
        const std::vector<Index> wanted{699, 0, 255, 0, 300};
        std::vector<double> block(300 * wanted.size(), -1.0), expected(block.size());
        pattern->gather_columns(x.view(), wanted, block.data());
        gather_columns(x, wanted, expected.data());
        EXPECT_EQ(block, expected);
        EXPECT_THAT(pattern->squared_columns(x.view()),
                    ::testing::Pointwise(::testing::DoubleNear(1e-9), squared_columns(x)));
    }
}

TEST(NonzeroPattern, TellsOfCellsThatAreNotNumbers) {
    for (const Index single_columns : {0, 700}) {
        DenseMatrix x = with_values(mostly_zeros(300, 700), single_columns);
        x(200, 13) = std::numeric_limits<double>::quiet_NaN();
        x(7, 650) = std::numeric_limits<double>::infinity();
        const auto pattern = NonzeroPattern::find(x.view());
        ASSERT_TRUE(pattern.has_value());
        const std::vector<double> squares = pattern->squared_columns(x.view());
        EXPECT_TRUE(std::isnan(squares[13]));
        EXPECT_TRUE(std::isinf(squares[650]));
    }
}

TEST(NonzeroPattern, GivesTheSameBitsOnAnyNumberOfThreads) {
    const DenseMatrix x = mostly_zeros(500, 300), vectors = random_matrix(500, 16, 2);
    std::vector<double> first(at(16 * x.cols())), again(first.size());
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
