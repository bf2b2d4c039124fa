#include "tamis/preprocess/clean.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/passes/constant_columns.hpp"
#include "tamis/preprocess/cleaned.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const double nan = std::numeric_limits<double>::quiet_NaN();

DenseMatrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
    DenseMatrix x(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
    Index i = 0;
    for (const auto& row : rows) {
        std::copy(row.begin(), row.end(), x.row(i));
        ++i;
    }
    return x;
}

// NaN cells must be stored, so to_sparse serves for them too (NaN != 0).
Dataset dataset(const DenseMatrix& x, bool sparse) {
    Dataset data;
    data.name = "small.csv";
    data.x = sparse ? Matrix(to_sparse(x)) : Matrix(x);
    data.feature_names = {"a", "b", "c"};
    data.labels = make_labels(std::vector<std::string>{"x", "y", "y", "z"});
    return data;
}

std::string error_of(const Dataset& data, const CleanOptions& options) {
    try {
        clean(data, options);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

class CleanBoth : public ::testing::TestWithParam<bool> {
  protected:
    Dataset holes() const {
        return dataset(matrix({{1, nan, 3}, {2, 0, nan}, {4, 5, 6}, {0, nan, 9}}), GetParam());
    }
    static DenseMatrix cells(const Dataset& data) { return to_dense(data.x); }
};

INSTANTIATE_TEST_SUITE_P(Storage, CleanBoth, ::testing::Bool(),
                         [](const auto& storage) { return storage.param ? "sparse" : "dense"; });

TEST_P(CleanBoth, ErrorNamesCellsAndOptions) {
    EXPECT_EQ(
        error_of(holes(), {}),
        "small.csv: 3 missing cells in 3 rows, first at row 0, column 'b'; row 1, column 'c'; row 3, "
        "column 'b' (rows counted from 0): use missing=mean, missing=drop-rows or missing=drop-features");
}

TEST_P(CleanBoth, UnnamedColumnsAreCountedFromZero) {
    Dataset data = holes();
    data.feature_names.clear();
    EXPECT_THAT(
        error_of(data, {}),
        HasSubstr("first at row 0, column 1; row 1, column 2; row 3, column 1 (rows and columns counted "
                  "from 0): use"));
}

TEST_P(CleanBoth, DropRowsKeepsLabelsInStepAndForgetsEmptyClasses) {
    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    const Dataset data = clean(holes(), {.missing = Missing::drop_rows}, context);
    EXPECT_EQ(data.samples(), 1);
    EXPECT_EQ(cells(data)(0, 1), 5.0);
    EXPECT_THAT(data.labels.names, ElementsAre("y"));
    EXPECT_THAT(data.labels.of, ElementsAre(0));
    EXPECT_THAT(warnings, ElementsAre("small.csv: dropped 3 rows with missing cells, 1 row left"));
}

TEST_P(CleanBoth, DropFeaturesKeepsNamesInStep) {
    const Dataset data = clean(holes(), {.missing = Missing::drop_features});
    EXPECT_THAT(data.feature_names, ElementsAre("a"));
    EXPECT_EQ(cells(data)(2, 0), 4.0);
}

TEST_P(CleanBoth, MeanFillsWithTheMeanOfWhatIsThere) {
    const Dataset data = clean(holes(), {.missing = Missing::mean});
    EXPECT_EQ(data.x.is_sparse(), GetParam());
    const DenseMatrix x = cells(data);
    EXPECT_DOUBLE_EQ(x(0, 1), 2.5);  // of 0 and 5: zeros that sparse data do not store count
    EXPECT_DOUBLE_EQ(x(3, 1), 2.5);
    EXPECT_DOUBLE_EQ(x(1, 2), 6.0);
    EXPECT_DOUBLE_EQ(x(2, 2), 6.0);
}

TEST_P(CleanBoth, MeanOfNothingIsAnError) {
    const Dataset data = dataset(matrix({{1, nan, 3}, {2, nan, 1}, {4, nan, 6}, {0, nan, 9}}), GetParam());
    EXPECT_EQ(error_of(data, {.missing = Missing::mean}),
              "small.csv: column 'b' has no value at all, so there is no mean to fill in: use "
              "missing=drop-features");
    EXPECT_THAT(error_of(data, {.missing = Missing::drop_rows}), HasSubstr("every row has a missing cell"));
}

TEST_P(CleanBoth, AllFeaturesDroppedIsAnError) {
    const Dataset data = dataset(matrix({{nan, 1, 2}, {1, nan, 3}, {1, 2, nan}, {1, 1, 1}}), GetParam());
    EXPECT_THAT(error_of(data, {.missing = Missing::drop_features}),
                HasSubstr("every column has a missing cell"));
}

TEST_P(CleanBoth, InfiniteAndHugeCellsAreNeverImputed) {
    const double infinite = std::numeric_limits<double>::infinity();
    const Dataset data =
        dataset(matrix({{1, 2, 3}, {infinite, 5, nan}, {7, -1e151, 1}, {0, 0, 0}}), GetParam());
    for (const Missing policy : {Missing::error, Missing::mean, Missing::drop_rows, Missing::drop_features})
        EXPECT_EQ(
            error_of(data, {.missing = policy}),
            "small.csv: 2 cells infinite or beyond 1e150: row 1, column 'a' is inf; row 2, column 'b' is "
            "-1e+151 (rows counted from 0): correct these values, or leave them empty and use missing");
}

TEST_P(CleanBoth, RequireFiniteFindsEveryKind) {
    EXPECT_NO_THROW(require_finite(dataset(matrix({{1, 0, 1e150}}), GetParam()).x, "d"));
    EXPECT_THROW(require_finite(dataset(matrix({{1, 0, nan}}), GetParam()).x, "d"), Error);
    EXPECT_THROW(require_finite(dataset(matrix({{1, 0, 1.1e150}}), GetParam()).x, "d"), Error);
}

TEST_P(CleanBoth, ConstantColumns) {
    const Dataset data = dataset(matrix({{7, 0, 0}, {7, 0, 0}, {7, 0, 2}, {7, 0, 0}}), GetParam());
    EXPECT_THAT(constant_columns(data.x), ElementsAre(1, 1, 0));
    const Dataset late_zero = dataset(matrix({{7, 1, 1}, {7, 1, 1}, {7, 0, 1}, {7, 1, 1}}), GetParam());
    EXPECT_THAT(constant_columns(late_zero.x), ElementsAre(1, 0, 1));
}

TEST_P(CleanBoth, ConstantColumnsThatVaryLate) {
    DenseMatrix x(3000, 4);  // several blocks of rows
    for (Index i = 0; i < 3000; ++i) {
        x(i, 0) = 7.0;
        x(i, 1) = i == 2999 ? 1.0 : 0.0;
        x(i, 2) = i == 1500 ? 0.0 : 3.0;
    }
    EXPECT_THAT(constant_columns(dataset(x, GetParam()).x), ElementsAre(1, 0, 0, 1));
}

TEST_P(CleanBoth, OnehotExpandsInPlace) {
    Dataset data = dataset(matrix({{1, 0, 5}, {2, 2, 6}, {3, 1, 7}, {4, 0, 0}}), GetParam());
    data.categories = {{1, {"blue", "green", "red"}}};
    const Dataset wide = clean(data, {.categories = Categories::onehot});
    EXPECT_THAT(wide.feature_names, ElementsAre("a", "b=blue", "b=green", "b=red", "c"));
    EXPECT_TRUE(wide.categories.empty());
    EXPECT_EQ(wide.x.is_sparse(), GetParam());
    const DenseMatrix x = cells(wide);
    const DenseMatrix expected = matrix({{1, 1, 0, 0, 5}, {2, 0, 0, 1, 6}, {3, 0, 1, 0, 7}, {4, 1, 0, 0, 0}});
    for (Index i = 0; i < 4; ++i)
        for (Index j = 0; j < 5; ++j) EXPECT_EQ(x(i, j), expected(i, j)) << i << "," << j;
}

TEST_P(CleanBoth, MissingCategoryBecomesTheShareOfEachValue) {
    Dataset data = dataset(matrix({{1, 0, 5}, {2, 1, 6}, {3, nan, 7}, {4, 0, 8}}), GetParam());
    data.categories = {{1, {"no", "yes"}}};
    const Dataset wide = clean(data, {.missing = Missing::mean, .categories = Categories::onehot});
    EXPECT_DOUBLE_EQ(cells(wide)(2, 1), 2.0 / 3.0);
    EXPECT_DOUBLE_EQ(cells(wide)(2, 2), 1.0 / 3.0);
}

TEST_P(CleanBoth, CategoriesErrorNamesTheColumn) {
    Dataset data = dataset(matrix({{1, 0, 0}, {2, 1, 1}, {3, 0, 0}, {4, 0, 0}}), GetParam());
    data.categories = {{1, {"no", "yes"}}, {2, {"f", "m"}}};
    EXPECT_EQ(
        error_of(data, {}),
        "small.csv: 2 columns hold text, 'b' (2 values), 'c' (2 values): use categories=drop to leave them "
        "out, categories=rank or categories=onehot to read them as numbers, or drop=b for single columns");
    EXPECT_EQ(clean(data, {.categories = Categories::rank}).features(), 3);
    const Dataset numbers = clean(data, {.categories = Categories::drop});
    EXPECT_THAT(numbers.feature_names, ElementsAre("a"));
    EXPECT_THAT(numbers.remarks,
                ElementsAre("small.csv: 2 columns hold text, 'b' (2 values), 'c' (2 values): left out"));
}

TEST(CleanOptions, NamesAreThoseOfTheCommandLine) {
    CleanOptions options;
    CleanOptions::fields().assign(options, {{"missing", "drop-rows"}, {"categories", "onehot"}});
    EXPECT_EQ(options.missing, Missing::drop_rows);
    EXPECT_EQ(options.categories, Categories::onehot);
    EXPECT_THROW(CleanOptions::fields().assign(options, {{"missing", "drop"}}), UsageError);
}

TEST_P(CleanBoth, AShardMayLoseAllRowsAndSaysNothing) {
    std::vector<std::string> heard;
    Context context;
    context.warn = [&](const std::string& text) { heard.push_back(text); };
    const CleanOptions options{.missing = Missing::drop_rows};
    const Dataset lost = dataset(matrix({{nan, 1, 2}, {3, nan, 4}, {5, 6, nan}, {nan, nan, 1}}), GetParam());
    const Cleaned none = clean_surveyed(lost, options, Survey::Hash::no, context, Extent::shard);
    EXPECT_EQ(none.data.samples(), 0);
    EXPECT_EQ(none.data.features(), 3);
    EXPECT_EQ(none.dropped_rows, 4);
    const Cleaned some = clean_surveyed(holes(), options, Survey::Hash::no, context, Extent::shard);
    EXPECT_GT(some.dropped_rows, 0);
    EXPECT_EQ(some.dropped_rows + some.data.samples(), holes().samples());
    EXPECT_TRUE(some.data.remarks.empty());
    EXPECT_TRUE(heard.empty());
}

}  // namespace
}  // namespace tamis
