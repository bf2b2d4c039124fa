// Kinds of rows that are not one matrix of doubles in memory.
#include "tamis/core/rows.hpp"

#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/core/rows/float_rows.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/vanishing_rows.hpp"

namespace tamis {

using namespace detail;

namespace {

void expect_cells(const Matrix& found, const Matrix& wanted) {
    ASSERT_EQ(found.is_sparse(), wanted.is_sparse());
    ASSERT_EQ(found.rows(), wanted.rows());
    ASSERT_EQ(found.cols(), wanted.cols());
    const DenseMatrix a = to_dense(found), b = to_dense(wanted);
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < a.cols(); ++j) ASSERT_EQ(a(i, j), b(i, j)) << i << " " << j;
}

// Reads by itself what it is not told how to gather.
class WithoutGather final : public RowSource {
  public:
    explicit WithoutGather(const MatrixView& x) : rows_(x, {3, 1, 5}) {}
    Index rows() const override { return rows_.rows(); }
    Index cols() const override { return rows_.cols(); }
    bool sparse() const override { return rows_.sparse(); }
    void for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const override {
        rows_.for_each_block(context, [&](const RowBlock& block) {
            last_read = block.end();
            visit(block);
        });
    }

    mutable Index last_read = 0;

  private:
    testing::VanishingRows rows_;
};

TEST(Rows, AreGatheredByReadingAsFarAsNeeded) {
    const Matrix dense = testing::random_matrix(30, 4, 1),
                 sparse = to_sparse(testing::random_counts(30, 4, 0.4, 2));
    for (const Matrix* x : {&dense, &sparse}) {
        const WithoutGather source(*x);
        const std::vector<Index> wanted{7, 2, 7, 11};
        expect_cells(Rows(source).gather(wanted), take_rows(*x, wanted));
        EXPECT_LT(source.last_read, 16);
        expect_cells(to_matrix(source), *x);
    }
}

TEST(Rows, SourcesInOrderCannotBeSought) {
    const Matrix x = testing::random_matrix(6, 2, 1);
    const WithoutGather source(x);
    EXPECT_FALSE(source.seekable());
    EXPECT_THROW(source.for_each_block_between(1, 3, [](const RowBlock&) {}), Error);
}

TEST(FloatRows, AreTheSameNumbersAsDoubles) {
    const Index rows = 700, cols = 90, stride = 93;
    std::vector<float> numbers(at(rows * stride));
    for (std::size_t p = 0; p < numbers.size(); ++p) numbers[p] = static_cast<float>(p % 1013) / 7.0F;
    const FloatRows floats(numbers.data(), rows, cols, stride);
    Matrix wanted = to_dense(MatrixView::of(numbers.data(), rows, cols, stride));
    expect_cells(to_matrix(floats), wanted);
    const std::vector<Index> some{699, 0, 44, 44};
    expect_cells(Rows(floats).gather(some), take_rows(wanted, some));
    EXPECT_THROW(floats.gather(std::vector<Index>{700}), Error);
    EXPECT_THROW(FloatRows(numbers.data(), rows, cols, 5), Error);
    EXPECT_THROW(FloatRows(nullptr, rows, cols, stride), Error);
}

TEST(FloatRows, MayBeSparse) {
    const SparseMatrix doubles = to_sparse(testing::random_counts(900, 120, 0.3, 3));
    const std::vector<float> values(doubles.values().begin(), doubles.values().end());
    const FloatRows floats(900, 120, doubles.row_start(), doubles.columns(), values);
    expect_cells(to_matrix(floats), doubles);
    const std::vector<Index> some{899, 0, 44, 44};
    expect_cells(Rows(floats).gather(some), take_rows(doubles, some));
    EXPECT_EQ(Rows(floats).gather({}).cols(), doubles.cols());
    std::vector<Index> falling = doubles.row_start();
    std::swap(falling[3], falling[200]);
    EXPECT_THROW(FloatRows(900, 120, falling, doubles.columns(), values), Error);
}

TEST(ChangedRows, AreChangedAsTheyAreRead) {
    const Matrix x = testing::random_matrix(70, 5, 4);
    Matrix wanted = x;
    const auto negate = [](Matrix& block) {
        for (Index i = 0; i < block.rows(); ++i)
            for (Index j = 0; j < block.cols(); ++j) block.dense()(i, j) = -block.dense()(i, j);
    };
    negate(wanted);
    for (const bool seekable : {false, true}) {
        const testing::VanishingRows source(x, {7, 2}, seekable);
        const ChangedRows changed(source, false, negate);
        EXPECT_EQ(changed.seekable(), seekable);
        expect_cells(to_matrix(changed), wanted);
        const std::vector<Index> some{69, 1};
        expect_cells(Rows(changed).gather(some), take_rows(wanted, some));
    }
}

}  // namespace
}  // namespace tamis
