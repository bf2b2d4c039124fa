#include "tamis/pipeline/joint_criterion.hpp"

#include <gtest/gtest.h>

#include "tamis/pipeline/select.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {
namespace {

Dataset data_with_signal() {
    Dataset data;
    data.name = "made up";
    data.labels = testing::random_labels(60, 3, 1);
    DenseMatrix x = testing::random_matrix(60, 12, 1);
    for (Index i = 0; i < 60; ++i)
        for (Index j = 0; j < 4; ++j) x(i, j) += 0.7 * data.labels.of[static_cast<std::size_t>(i)];
    data.x = std::move(x);
    return data;
}

double certified(const Selection& selection) {
    for (const auto& [name, value] : selection.certificate)
        if (name == "criterion") return std::get<double>(value);
    return -1.0;
}

TEST(JointCriterion, IsTheNumberInTheCertificateOfGfs) {
    const Dataset data = data_with_signal();
    for (const Scaling scale : {Scaling::none, Scaling::standard, Scaling::unit}) {
        const SelectRun run =
            run_select(data, {.method = "gfs", .k = "3", .settings = {{"gamma", "20"}}, .scale = scale});
        const auto value = joint_criterion(data, scale, run.selection.selected, 20.0);
        ASSERT_TRUE(value.has_value());
        EXPECT_NEAR(*value, certified(run.selection), 1e-9) << to_text(scale);
    }
}

TEST(JointCriterion, ComparesSetsOfDifferentMethods) {
    const Dataset data = data_with_signal();
    const auto value_of = [&](const std::string& method) {
        const SelectRun run = run_select(data, {.method = method, .k = "4", .scale = Scaling::standard});
        return joint_criterion(data, Scaling::standard, run.selection.selected, 100.0).value();
    };
    EXPECT_GT(value_of("fisher"), 0.0);
    EXPECT_LT(value_of("fisher"), 2.0) << "at most classes - 1";
    EXPECT_GT(value_of("gfs"), value_of("variance"));
}

TEST(JointCriterion, NeedsClasses) {
    Dataset data = data_with_signal();
    const std::vector<Index> two{0, 1};
    data.labels.of[5] = Labels::unlabeled;
    EXPECT_FALSE(joint_criterion(data, Scaling::none, two, 1.0).has_value());
    data.labels = {};
    EXPECT_FALSE(joint_criterion(data, Scaling::none, two, 1.0).has_value());
}

}  // namespace
}  // namespace tamis
