// Views of arrays that come from outside: what is sound is read as it is meant, what is not is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "tamis/core/dataset.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/matrix.hpp"
#include "tests/support/cells.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::cells;
using ::testing::ElementsAre;

constexpr std::array<double, 6> six = {1, 2, 3, 4, 5, 6};
constexpr std::array<float, 6> six_floats = {1, 2, 3, 4, 5, 6};

TEST(DenseView, WithoutAStrideIsContiguous) {
    EXPECT_EQ(DenseView(six.data(), 3, 2).stride, 2);
    EXPECT_THAT(cells(DenseView(six.data(), 3, 2)), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(cells(DenseView(six.data(), 2, 2, 3)), ElementsAre(1, 2, 4, 5));
}

TEST(DenseView, RefusesWhatCannotBe) {
    constexpr Index huge = std::numeric_limits<Index>::max();
    EXPECT_THROW(DenseView(nullptr, 3, 2), Error);
    EXPECT_THROW(DenseView(six.data(), -3, 2), Error);
    EXPECT_THROW(DenseView(six.data(), 3, -2), Error);
    EXPECT_THROW(DenseView(six.data(), 3, 2, 1), Error);
    EXPECT_THROW(DenseView(six.data(), 3, 2, 0), Error);
    EXPECT_THROW(DenseView(six.data(), 3, 2, -2), Error);
    EXPECT_THROW(DenseView(six.data(), huge, 2), Error);
    EXPECT_THROW(DenseView(six.data(), 3, 2, huge), Error);
    EXPECT_NO_THROW(DenseView(nullptr, 0, 2));
    EXPECT_NO_THROW(DenseView(nullptr, 3, 0));
}

TEST(DenseView, IsAssignedAsAWhole) {
    DenseView view(six.data(), 3, 2);
    view = DenseView(six.data() + 1, 1, 2, 4);
    EXPECT_THAT(cells(view), ElementsAre(2, 3));
    EXPECT_EQ(view.stride, 4);
}

TEST(RowRange, IsThoseRowsInPlace) {
    const DenseMatrix dense = testing::random_counts(9, 4, 0.5, 1);
    const SparseMatrix sparse = to_sparse(dense);
    const std::vector<Index> rows{3, 4, 5};
    EXPECT_EQ(cells(dense.view().row_range(3, 3)), cells(take_rows(dense, rows)));
    EXPECT_EQ(cells(sparse.view().row_range(3, 3)), cells(take_rows(dense, rows)));
    EXPECT_EQ(cells(transposed(sparse.view().row_range(3, 3))), cells(transposed(take_rows(dense, rows))));
    for (const auto& [first, count] : {std::pair<Index, Index>{-1, 2}, {8, 2}, {10, 0}, {2, -1}}) {
        EXPECT_THROW(dense.view().row_range(first, count), Error);
        EXPECT_THROW(sparse.view().row_range(first, count), Error);
    }
}

TEST(MatrixView, TakesFloatsAndColumns) {
    EXPECT_THAT(cells(MatrixView::of(six.data(), 3, 2)), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(cells(MatrixView::of(six_floats.data(), 3, 2)), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(cells(MatrixView::of(six_floats.data(), 2, 2, 3)), ElementsAre(1, 2, 4, 5));
    EXPECT_THAT(cells(MatrixView::of_columns(six.data(), 3, 2)), ElementsAre(1, 4, 2, 5, 3, 6));
    EXPECT_THAT(cells(MatrixView::of_columns(six_floats.data(), 3, 2)), ElementsAre(1, 4, 2, 5, 3, 6));
    EXPECT_THAT(cells(MatrixView::of_columns(six_floats.data(), 2, 2, 3)), ElementsAre(1, 4, 2, 5));
}

TEST(MatrixView, DoublesByRowsAreNotCopied) {
    EXPECT_EQ(MatrixView::of(six.data(), 3, 2).dense().data, six.data());
    EXPECT_NE(MatrixView::of_columns(six.data(), 3, 2).dense().data, six.data());
}

TEST(MatrixView, ConvertedDataLiveAsLongAsAnyCopyOfTheView) {
    std::vector<float> floats(six_floats.begin(), six_floats.end());
    MatrixView copy = DenseView();
    {
        const MatrixView view = MatrixView::of(floats.data(), 3, 2);
        copy = view;
    }
    floats.assign(floats.size(), 0.0F);
    EXPECT_THAT(cells(copy), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(MatrixView, LargeColumnsComeOutAsTheTranspose) {
    const DenseMatrix x = testing::random_matrix(70, 45, 3);
    EXPECT_EQ(cells(MatrixView::of_columns(x.data(), 45, 70)), cells(transposed(x)));
}

TEST(MatrixView, RefusesFloatsAndColumnsThatCannotBe) {
    const float* no_floats = nullptr;
    const double* no_doubles = nullptr;
    EXPECT_THROW(MatrixView::of(no_floats, 3, 2), Error);
    EXPECT_THROW(MatrixView::of(six_floats.data(), -1, 2), Error);
    EXPECT_THROW(MatrixView::of(six_floats.data(), 3, 2, 1), Error);
    EXPECT_THROW(MatrixView::of_columns(no_doubles, 3, 2), Error);
    EXPECT_THROW(MatrixView::of_columns(six.data(), 3, 2, 2), Error);
    EXPECT_THROW(MatrixView::of_columns(six_floats.data(), 3, -2), Error);
}

// The rows {1, 0, 2}, {}, {0, 3, 0}.
struct Csr {
    Index rows = 3, cols = 3;
    std::vector<Index> row_start = {0, 2, 2, 3};
    std::vector<Small> columns = {0, 2, 1};
    std::vector<double> values = {1, 2, 3};

    SparseView view() const { return {rows, cols, row_start, columns, values}; }
    SparseMatrix matrix() const { return {rows, cols, {row_start, columns, values}}; }
};

TEST(SparseView, ReadsCompressedRows) {
    const Csr csr;
    EXPECT_THAT(cells(csr.view()), ElementsAre(1, 0, 2, 0, 0, 0, 0, 3, 0));
    EXPECT_THAT(cells(csr.matrix()), ElementsAre(1, 0, 2, 0, 0, 0, 0, 3, 0));
    const std::vector<float> floats = {1, 2, 3};
    EXPECT_THAT(cells(MatrixView::of_csr(3, 3, csr.row_start, csr.columns, floats)),
                ElementsAre(1, 0, 2, 0, 0, 0, 0, 3, 0));
    EXPECT_EQ(MatrixView::of_csr(3, 3, csr.row_start, csr.columns, csr.values).sparse().values,
              csr.values.data());
}

TEST(SparseView, RefusesWhatIsNoMatrix) {
    struct Case {
        const char* what;
        void (*damage)(Csr&);
    };
    const Case cases[] = {
        {"falling offsets",
         [](Csr& csr) {
             csr.row_start = {0, 2, 1, 3};
         }},
        {"a first offset that is not 0",
         [](Csr& csr) {
             csr.row_start = {1, 2, 2, 3};
         }},
        {"a negative offset",
         [](Csr& csr) {
             csr.row_start = {-1, 2, 2, 3};
         }},
        {"offsets beyond the cells",
         [](Csr& csr) {
             csr.row_start = {0, 2, 2, 4};
         }},
        {"an offset too many",
         [](Csr& csr) {
             csr.row_start = {0, 2, 2, 3, 3};
         }},
        {"an offset too few",
         [](Csr& csr) {
             csr.row_start = {0, 2, 3};
         }},
        {"no offsets", [](Csr& csr) { csr.row_start.clear(); }},
        {"a column beyond the last",
         [](Csr& csr) {
             csr.columns = {0, 3, 1};
         }},
        {"a negative column",
         [](Csr& csr) {
             csr.columns = {-1, 2, 1};
         }},
        {"columns that fall",
         [](Csr& csr) {
             csr.columns = {2, 0, 1};
         }},
        {"a repeated column",
         [](Csr& csr) {
             csr.columns = {2, 2, 1};
         }},
        {"a column too few",
         [](Csr& csr) {
             csr.columns = {0, 2};
         }},
        {"a value too few",
         [](Csr& csr) {
             csr.values = {1, 2};
         }},
        {"negative rows", [](Csr& csr) { csr.rows = -1; }},
        {"negative columns", [](Csr& csr) { csr.cols = -3; }},
        {"more columns than positions can name", [](Csr& csr) { csr.cols = Index{1} << 40; }},
    };
    for (const Case& broken : cases) {
        Csr csr;
        broken.damage(csr);
        EXPECT_THROW(csr.view(), Error) << broken.what;
        EXPECT_THROW(csr.matrix(), Error) << broken.what;
        EXPECT_THROW(MatrixView::of_csr(csr.rows, csr.cols, csr.row_start, csr.columns, csr.values), Error)
            << broken.what;
    }
}

TEST(SparseView, FindsTheOneWrongColumnOfManyRows) {
    const SparseMatrix sound = to_sparse(testing::random_counts(5000, 20, 0.5, 4));
    CsrArrays cells{sound.row_start(), sound.columns(), sound.values()};
    EXPECT_NO_THROW(SparseMatrix(5000, 20, cells));
    const auto row = at(cells.row_start[4321]);
    cells.columns[row] = 20;
    EXPECT_THROW(SparseMatrix(5000, 20, cells), Error);
}

TEST(SparseMatrix, MovedFromIsEmpty) {
    SparseMatrix a = Csr().matrix();
    const SparseMatrix b = std::move(a);
    EXPECT_EQ(b.rows(), 3);
    EXPECT_EQ(a.rows(), 0);  // NOLINT(bugprone-use-after-move): that is what is tested
    EXPECT_EQ(a.view().nonzeros(), 0);
}

TEST(SparseMatrix, AppendsRows) {
    const SparseMatrix x = to_sparse(testing::random_counts(9, 4, 0.5, 7));
    SparseMatrix all;
    all.append_rows(x.view().row_range(0, 2));
    all.append_rows(x.view().row_range(2, 7));
    EXPECT_EQ(cells(all), cells(x));
    EXPECT_THROW(all.append_rows(Csr().view()), Error);
}

TEST(DenseMatrix, RefusesSizesThatCannotBe) {
    EXPECT_THROW(DenseMatrix(-1, 2), Error);
    EXPECT_THROW(DenseMatrix(2, -1), Error);
    DenseMatrix x(2, 3);
    EXPECT_THROW(x.append_rows(1, 4), Error);
    EXPECT_THROW(x.append_rows(-1, 3), Error);
    EXPECT_THROW(x.truncate(3), Error);
    EXPECT_THROW(x.truncate(-1), Error);
}

TEST(TakeRowsAndColumns, RefuseWhatIsNotThere) {
    const DenseMatrix dense = testing::random_counts(5, 3, 0.5, 5);
    const SparseMatrix sparse = to_sparse(dense);
    for (const Index wrong : {Index{-1}, Index{5}}) {
        const std::vector<Index> positions{0, wrong};
        for (const MatrixView& x : {MatrixView(dense), MatrixView(sparse)}) {
            EXPECT_THROW(take_rows(x, positions), Error);
            EXPECT_THROW(take_columns(x, positions), Error);
        }
    }
}

Dataset small_set() {
    Dataset data;
    data.name = "small";
    data.x = testing::random_matrix(4, 3, 6);
    data.labels = make_labels(std::vector<int>{0, 1, 1, 0});
    data.feature_names = {"a", "b", "c"};
    data.categories = {{1, {"no", "yes"}}};
    return data;
}

TEST(Columns, RefusesFeaturesThatTheDataDoNotHave) {
    const Dataset data = small_set();
    for (const Index wrong : {Index{-1}, Index{3}}) {
        Selection selection;
        selection.selected = {0, wrong};
        EXPECT_THROW(columns(data, selection), Error);
        EXPECT_THROW(feature_label(data, wrong), Error);
    }
}

TEST(CheckDataset, RefusesPartsThatDoNotFit) {
    struct Case {
        const char* what;
        void (*damage)(Dataset&);
    };
    const Case cases[] = {
        {"a label too few", [](Dataset& data) { data.labels.of.pop_back(); }},
        {"a class that there is none of", [](Dataset& data) { data.labels.of[0] = 2; }},
        {"a label below -1", [](Dataset& data) { data.labels.of[0] = -2; }},
        {"counts of other labels",
         [](Dataset& data) {
             data.labels.counts = {4, 0};
         }},
        {"no counts", [](Dataset& data) { data.labels.counts.clear(); }},
        {"a feature name too few", [](Dataset& data) { data.feature_names.pop_back(); }},
        {"a category beyond the last column", [](Dataset& data) { data.categories[0].column = 3; }},
        {"a category before the first column", [](Dataset& data) { data.categories[0].column = -1; }},
        {"categories in falling order",
         [](Dataset& data) {
             data.categories.push_back({0, {"x"}});
         }},
    };
    EXPECT_NO_THROW(check_dataset(small_set()));
    for (const Case& broken : cases) {
        Dataset data = small_set();
        broken.damage(data);
        EXPECT_THROW(check_dataset(data), Error) << broken.what;
        EXPECT_THROW(take_features(data, std::vector<Index>{0}), Error) << broken.what;
    }
}

}  // namespace
}  // namespace tamis
