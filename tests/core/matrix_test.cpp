#include "tamis/core/matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tamis/core/dataset.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tests/support/cells.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::cells;
using ::testing::ElementsAre;

TEST(Matrix, AppendedRowsKeepWhatWasThere) {
    DenseMatrix x;
    for (Index round = 0; round < 1000; ++round) {
        double* rows = x.append_rows(3, 2);
        for (Index p = 0; p < 6; ++p) rows[p] = static_cast<double>(round * 6 + p);
    }
    ASSERT_EQ(x.rows(), 3000);
    for (Index p = 0; p < 6000; ++p) ASSERT_EQ(x.data()[p], static_cast<double>(p));
    x.truncate(2);
    EXPECT_THAT(cells(x), ElementsAre(0, 1, 2, 3));
}

TEST(Matrix, CopiesAreDeepAndMovedFromIsEmpty) {
    DenseMatrix a(2, 2);
    DenseMatrix b = a;
    b(0, 0) = 7;
    EXPECT_EQ(a(0, 0), 0);
    const DenseMatrix c = std::move(b);
    EXPECT_EQ(c(0, 0), 7);
    EXPECT_EQ(b.rows(), 0);  // NOLINT(bugprone-use-after-move): that is what is tested
}

TEST(Matrix, DenseAndSparseAgreeOnEveryOperation) {
    const DenseMatrix dense = testing::random_counts(13, 9, 0.3, 1);
    const SparseMatrix sparse = to_sparse(dense);
    EXPECT_EQ(cells(sparse), cells(dense));
    const std::vector<Index> columns{8, 0, 0, 3};
    EXPECT_EQ(cells(take_columns(sparse, columns)), cells(take_columns(dense, columns)));
    EXPECT_TRUE(take_columns(sparse, columns).is_sparse());
    const std::vector<Index> rows{12, 5, 5};
    EXPECT_EQ(cells(take_rows(sparse, rows)), cells(take_rows(dense, rows)));
    EXPECT_EQ(cells(transposed(sparse)), cells(transposed(dense)));
    EXPECT_EQ(cells(transposed(transposed(dense))), cells(dense));
}

TEST(Matrix, HashIgnoresStorageButNotContent) {
    DenseMatrix dense = testing::random_counts(40, 7, 0.4, 2);
    const Labels labels = testing::random_labels(40, 3, 2);
    const std::string hash = data_hash(dense, labels);
    EXPECT_EQ(data_hash(to_sparse(dense), labels), hash);
    EXPECT_NE(data_hash(dense, {}), hash);
    EXPECT_NE(data_hash(transposed(dense), {}), data_hash(dense, {}));
    dense(39, 6) += 1;
    EXPECT_NE(data_hash(dense, labels), hash);
}

TEST(Matrix, FirstUnusableCellInRowOrder) {
    DenseMatrix x = testing::random_matrix(2000, 5, 3);
    EXPECT_FALSE(first_unusable(x));
    x(1999, 0) = std::numeric_limits<double>::infinity();
    x(700, 3) = std::numeric_limits<double>::quiet_NaN();
    x(700, 4) = 1e200;
    EXPECT_EQ(describe(*first_unusable(x)), "row 700, column 3 (counted from 0) is NaN");
    x(700, 3) = 0;
    EXPECT_EQ(describe(*first_unusable(to_sparse(x))),
              "row 700, column 4 (counted from 0) is 1e+200, too large to be squared (the limit is 1e150)");
}

}  // namespace
}  // namespace tamis
