// Data that are read block by block are cleaned as data in memory are.
#include <gtest/gtest.h>

#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/shape_only.hpp"
#include "tamis/preprocess/cleaned.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/vanishing_rows.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::VanishingRows;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// Numbers with a column of texts among them and some missing cells, one of them a text.
Dataset example(bool sparse) {
    constexpr Index rows = 60, cols = 6, text = 2;
    Dataset data;
    DenseMatrix x = testing::random_counts(rows, cols, 0.5, 3);
    std::vector<int> classes;
    for (Index i = 0; i < rows; ++i) {
        x(i, text) = static_cast<double>(i % 3);
        classes.push_back(static_cast<int>(i % 2));
        data.lines.push_back(i + 2);
        data.sample_names.push_back("s" + std::to_string(i));
    }
    x(4, 1) = x(4, 3) = x(17, 1) = x(20, text) = missing;
    data.name = "example";
    data.x = sparse ? Matrix(to_sparse(x)) : Matrix(x);
    data.labels = make_labels(classes);
    data.feature_names = {"a", "b", "kind", "c", "d", "e"};
    data.categories = {{text, {"high", "low", "mid"}}};
    return data;
}

Dataset without_cells(Dataset data) {
    data.x = shape_only(data.samples(), data.features());
    return data;
}

std::string error_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

void expect_same(const Cleaned& found, const Dataset& wanted) {
    const Matrix x = to_matrix(*found.rows);
    EXPECT_EQ(data_hash(x, found.data.labels), data_hash(wanted.x, wanted.labels));
    EXPECT_EQ(found.data.samples(), wanted.samples());
    EXPECT_EQ(found.data.features(), wanted.features());
    EXPECT_EQ(found.data.feature_names, wanted.feature_names);
    EXPECT_EQ(found.data.sample_names, wanted.sample_names);
    EXPECT_EQ(found.data.lines, wanted.lines);
    EXPECT_EQ(found.data.labels.of, wanted.labels.of);
    EXPECT_EQ(found.data.remarks, wanted.remarks);
    const std::vector<Index> some{wanted.samples() - 1, 0, 0};
    EXPECT_EQ(data_hash(found.rows->gather(some), {}), data_hash(take_rows(wanted.x, some), {}));
}

TEST(CleanRows, GiveWhatCleaningInMemoryGives) {
    for (const bool sparse : {false, true})
        for (const bool seekable : {false, true})
            for (const Index size : {1, 7, 60})
                for (const Missing policy : {Missing::mean, Missing::drop_rows, Missing::drop_features})
                    for (const Categories texts : {Categories::rank, Categories::onehot, Categories::drop}) {
                        const Dataset data = example(sparse);
                        const CleanOptions options{policy, texts};
                        const Dataset wanted = clean(data, options);
                        Cleaned found = clean_rows(
                            without_cells(data),
                            std::make_unique<VanishingRows>(data.x, std::vector<Index>{size, 2}, seekable),
                            survey(data.x), std::nullopt, options);
                        EXPECT_EQ(found.rows->seekable(), seekable);
                        EXPECT_FALSE(found.survey.has_value());
                        expect_same(found, wanted);
                    }
}

TEST(CleanRows, CellsFoundWhileReadingNeedNotBeLookedForAgain) {
    const Dataset data = example(false);
    const CleanOptions options{Missing::drop_rows, Categories::rank};
    UnusableCells cells;
    for (const Index first : {0, 10, 20, 30, 40, 50})
        cells.add({first, data.x.dense().view().row_range(first, 10)});
    Cleaned found =
        clean_rows(without_cells(data), std::make_unique<VanishingRows>(data.x, std::vector<Index>{7}),
                   survey(data.x), cells, options);
    expect_same(found, clean(data, options));
}

TEST(CleanRows, CleanDataKeepTheirSurvey) {
    const Matrix x = testing::random_matrix(30, 4, 5);
    Dataset about;
    about.x = shape_only(30, 4);
    const Cleaned found = clean_rows(about, std::make_unique<VanishingRows>(x, std::vector<Index>{7}),
                                     survey(x), std::nullopt, {});
    ASSERT_TRUE(found.survey.has_value());
    EXPECT_EQ(found.survey->rows(), 30);
}

TEST(CleanRows, GiveTheErrorsOfCleaningInMemory) {
    for (const Missing policy : {Missing::error, Missing::mean, Missing::drop_rows, Missing::drop_features})
        for (const Categories texts : {Categories::error, Categories::rank})
            for (const double bad : {missing, HUGE_VAL}) {
                Dataset data = example(false);
                for (Index i = 0; i < data.samples(); ++i)
                    for (Index j = 0; j < data.features(); ++j)
                        if (j != 2) data.x.dense()(i, j) = bad;
                const CleanOptions options{policy, texts};
                const std::string wanted = error_of([&] { clean(data, options); });
                EXPECT_NE(wanted, "");
                EXPECT_EQ(error_of([&] {
                              clean_rows(without_cells(data),
                                         std::make_unique<VanishingRows>(data.x, std::vector<Index>{7}),
                                         survey(data.x), std::nullopt, options);
                          }),
                          wanted);
            }
}

TEST(SurveyOfWideningRows, IsThatOfAllColumns) {
    const SparseMatrix x = to_sparse(testing::random_counts(40, 9, 0.4, 8));
    Survey parts(Survey::Hash::yes);
    Index width = 0;
    for (Index i = 0; i < x.rows(); ++i) {
        const SparseRow row = x.view().row(i);
        if (!row.columns.empty()) width = std::max<Index>(width, row.columns.back() + 1);
        CsrArrays cells;
        for (std::size_t p = 0; p < row.columns.size(); ++p) cells.add(row.columns[p], row.values[p]);
        cells.end_row();
        if (width > 0) parts.merge(survey(SparseMatrix(1, width, std::move(cells)), Survey::Hash::yes));
    }
    const Survey whole = survey(x, Survey::Hash::yes);
    EXPECT_EQ(parts.hash({}), whole.hash({}));
    EXPECT_EQ(parts.constant(), whole.constant());
    EXPECT_EQ(parts.signatures(), whole.signatures());
}

}  // namespace
}  // namespace tamis
