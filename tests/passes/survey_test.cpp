#include "tamis/passes/survey.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "tamis/core/dataset.hpp"
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
