#include "tamis/passes/survey/survey.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>

#include "tamis/core/dataset.hpp"
#include "tamis/passes/repeated/row_signature.hpp"
#include "tamis/passes/survey/survey_with_sums.hpp"
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

// Hands out the rows of a matrix a few at a time.
class FewRows : public RowSource {
  public:
    FewRows(const DenseMatrix& x, Index together) : x_(x), together_(together) {}
    Index rows() const override { return x_.rows(); }
    Index cols() const override { return x_.cols(); }
    bool sparse() const override { return false; }
    void for_each_block(const Context&, FunctionRef<void(const RowBlock&)> visit) const override {
        for (Index begin = 0; begin < x_.rows(); begin += together_) {
            const Index end = std::min(begin + together_, x_.rows());
            DenseMatrix own(end - begin, x_.cols());  // gone after the visit
            std::copy_n(x_.row(begin), own.rows() * own.cols(), own.data());
            visit({begin, own});
            std::fill_n(own.data(), own.rows() * own.cols(), 1e300);
        }
    }

  private:
    const DenseMatrix& x_;
    Index together_;
};

void expect_same_sums(const GroupSums& found, const GroupSums& wanted, const std::string& what) {
    EXPECT_EQ(found.weight, wanted.weight) << what;
    for (Index c = 0; c < wanted.groups() * wanted.features(); ++c) {
        ASSERT_EQ(found.shift.data()[c], wanted.shift.data()[c]) << what;
        ASSERT_EQ(found.sum.data()[c], wanted.sum.data()[c]) << what;
        ASSERT_EQ(found.square.data()[c], wanted.square.data()[c]) << what;
    }
}

// One read gives the bits of two, in one strip, in several, and so wide that there are two reads after all.
TEST(SurveyWithSums, AreTheSurveyAndTheMoments) {
    for (const Index columns : {1, 7, 600, 2100})
        for (const int groups : {1, 2, 5}) {
            const Index rows = columns > 1000 ? 60 : 2500;
            DenseMatrix x = testing::random_matrix(rows, columns, 3);
            for (Index i = 0; i < rows; ++i) x(i, 0) = i < 7 ? 1e7 : x(i, 0);  // the first ones are far off
            std::vector<int> group_of;
            for (Index i = 0; i < rows; ++i)
                group_of.push_back(static_cast<int>(i * i % 11) % (groups + 1) - 1);
            const Grouping grouping{group_of, groups};
            const GroupMoments moments = group_moments(x, grouping);
            const Survey alone = survey(x, Survey::Hash::yes);
            for (const int threads : {1, 3})
                for (const Index together : {1, 3, 64, 5000}) {
                    Context context;
                    context.threads = threads;
                    const FewRows few(x, together);
                    const SurveyWithSums both = survey_with_sums(few, Survey::Hash::yes, grouping, context);
                    const std::string what = std::to_string(columns) + " columns, " + std::to_string(groups) +
                                             " groups, blocks of " + std::to_string(together);
                    ASSERT_TRUE(both.sums) << what;
                    expect_same_sums(*both.sums, moments, what);
                    EXPECT_EQ(both.survey.hash({}), alone.hash({})) << what;
                    EXPECT_EQ(both.survey.signatures(), alone.signatures()) << what;
                    EXPECT_EQ(both.survey.constant(), alone.constant()) << what;
                }
        }
}

TEST(SurveyWithSums, NoSumsOfCellsThatCannotBeWorkedWith) {
    for (const Index columns : {3, 2100}) {
        DenseMatrix x = testing::random_matrix(40, columns, 3);
        x(31, 2) = std::numeric_limits<double>::infinity();
        const std::vector<int> group_of(40, 0);
        const SurveyWithSums both = survey_with_sums(x, Survey::Hash::no, {group_of, 1}, {});
        EXPECT_FALSE(both.sums);
        ASSERT_TRUE(both.survey.unusable());
        EXPECT_EQ(both.survey.unusable()->row, 31);
    }
}

}  // namespace
}  // namespace tamis
