#include "tamis/passes/survey.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "tamis/core/dataset.hpp"
#include "tamis/passes/repeated/row_signature.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;

// Columns: constant, varies late, zero, one late zero.
DenseMatrix example() {
    DenseMatrix x(3000, 4);
    for (Index i = 0; i < 3000; ++i) {
        x(i, 0) = 7.0;
        x(i, 1) = i == 2999 ? 1.0 : 0.0;
        x(i, 3) = i == 1500 ? 0.0 : 3.0;
    }
    return x;
}

MatrixView part(const DenseMatrix& x, Index begin, Index end) {
    return DenseView{x.row(begin), end - begin, x.cols(), x.cols()};
}

TEST(Survey, FindsWhatIsConstantAndTheHash) {
    const DenseMatrix x = example();
    const Labels labels = testing::random_labels(3000, 3, 1);
    for (const int threads : {1, 3}) {
        Context context;
        context.threads = threads;
        const Survey dense = survey(x, Survey::Hash::yes, context);
        const Survey sparse = survey(to_sparse(x), Survey::Hash::yes, context);
        for (const Survey* found : {&dense, &sparse}) {
            EXPECT_THAT(found->constant(), ElementsAre(1, 0, 1, 0));
            EXPECT_EQ(found->hash(labels), data_hash(x, labels));
            EXPECT_FALSE(found->unusable());
            EXPECT_EQ(found->rows(), 3000);
        }
    }
}

// Stored zeros are cells like those that are not stored: in what is constant and in the signatures.
TEST(Survey, StoredZerosOfSparseRows) {
    constexpr double zero = 0.0;
    const std::vector<Index> starts = {0, 3, 6, 8, 8};
    const std::vector<Small> columns = {0, 1, 3, 0, 2, 3, 0, 3};
    const std::vector<double> values = {5.0, zero, -zero, 5.0, 2.0, zero, 5.0, zero};
    const SparseView with_zeros(3, 4, std::span(starts).first(4), columns, values);
    const Survey found = survey(MatrixView(with_zeros));
    EXPECT_THAT(found.constant(), ElementsAre(1, 1, 0, 1));
    EXPECT_FALSE(found.unusable());
    EXPECT_EQ(found.signatures()[0], found.signatures()[2]);
    EXPECT_NE(found.signatures()[0], found.signatures()[1]);
    for (Index i = 0; i < 3; ++i)
        EXPECT_EQ(found.signatures()[at(i)], row_signature(MatrixView(with_zeros), i)) << i;
    // A row of its own, without a cell, makes the first column vary.
    EXPECT_THAT(survey(MatrixView(SparseView(4, 4, starts, columns, values))).constant(),
                ElementsAre(0, 1, 0, 1));
}

// Wherever the bad cell stands in a row, and whether or not a zero is stored with it.
TEST(Survey, UnusableCellsOfSparseRows) {
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity(), 1e151})
        for (Index place = 0; place < 19; ++place)
            for (const double other : {0.0, 1.0}) {
                DenseMatrix x(7, 19);
                for (Index i = 0; i < 7; ++i)
                    for (Index j = 0; j < 19; ++j) x(i, j) = static_cast<double>(1 + i + j);
                SparseMatrix sparse = to_sparse(x);
                sparse.values()[at(4 * 19 + (place + 1) % 19)] = other;
                sparse.values()[at(4 * 19 + place)] = bad;
                const Survey found = survey(sparse);
                ASSERT_TRUE(found.unusable());
                EXPECT_EQ(found.unusable()->row, 4);
                EXPECT_EQ(found.unusable()->column, place);
            }
}

// The blocks in which the rows come make no difference.
TEST(Survey, BlocksAndMergesOfAnySize) {
    DenseMatrix x = example();
    x(2000, 1) = std::numeric_limits<double>::quiet_NaN();
    x(2500, 0) = 1e200;
    const Survey whole = survey(x, Survey::Hash::yes);
    for (const Index size : {1, 7, 1499, 1501, 2998}) {
        Survey added(Survey::Hash::yes), merged(Survey::Hash::yes);
        for (Index begin = 0; begin < 3000; begin += size) {
            const RowBlock block{begin, part(x, begin, std::min<Index>(begin + size, 3000))};
            added.add(block);
            Survey alone(Survey::Hash::yes);
            alone.add(block);
            merged.merge(alone);
        }
        for (const Survey* found : {&added, &merged}) {
            EXPECT_EQ(found->constant(), whole.constant()) << size;
            EXPECT_EQ(found->hash({}), whole.hash({})) << size;
            ASSERT_TRUE(found->unusable());
            EXPECT_EQ(found->unusable()->row, 2000) << size;
            EXPECT_EQ(found->unusable()->column, 1) << size;
        }
    }
}

}  // namespace
}  // namespace tamis
