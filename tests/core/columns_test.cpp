#include <gtest/gtest.h>

#include "tamis/core/dataset.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(Columns, TakesWhatWasSelectedInThatOrderWithNamesAndLabels) {
    Dataset data;
    DenseMatrix x(2, 3);
    for (Index i = 0; i < 2; ++i)
        for (Index j = 0; j < 3; ++j) x(i, j) = static_cast<double>(10 * i + j);
    data.name = "small.csv";
    data.x = std::move(x);
    data.labels = make_labels(std::vector<int>{0, 1});
    data.feature_names = {"a", "b", "c"};
    data.categories = {{0, {"no", "yes"}}};
    Selection selection;
    selection.selected = {2, 0};

    const Dataset taken = columns(data, selection);

    EXPECT_EQ(taken.feature_names, (std::vector<std::string>{"c", "a"}));
    EXPECT_EQ(taken.labels.of, data.labels.of);
    EXPECT_EQ(taken.name, "small.csv");
    ASSERT_EQ(taken.features(), 2);
    EXPECT_EQ(taken.x.dense()(1, 0), 12.0);
    EXPECT_EQ(taken.x.dense()(1, 1), 10.0);
    ASSERT_EQ(taken.categories.size(), 1U);
    EXPECT_EQ(taken.categories[0].column, 1);
}

}  // namespace
}  // namespace tamis
