#include "tamis/pipeline/joint_criterion.hpp"

#include <gtest/gtest.h>

#include "tamis/pipeline/select.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

Dataset data_with_signal() {
    Dataset data;
    data.name = "made up";
    data.labels = testing::random_labels(60, 3, 1);
    DenseMatrix x = testing::random_matrix(60, 12, 1);
    for (Index i = 0; i < 60; ++i)
        for (Index j = 0; j < 4; ++j) x(i, j) += 0.7 * data.labels.of[at(i)];
    data.x = std::move(x);
    return data;
}

double certified(const Selection& selection) {
    return std::get<double>(value_at(selection.certificate, "criterion"));
}

// tr(S_b(S_t + γI)⁻¹) from the scatter matrices of the scaled features, written out.
double by_definition(Dataset data, Scaling scale, const std::vector<Index>& features, double gamma) {
    apply_scaler(fit_scaler(data.x, scale), data.x);
    const testing::DenseScatter scatter =
        testing::dense_scatter(to_dense(take_columns(data.x, features)), data.labels);
    const Eigen::MatrixXd ridge =
        gamma * Eigen::MatrixXd::Identity(scatter.within.rows(), scatter.within.cols());
    return (scatter.between * (scatter.between + scatter.within + ridge).inverse()).trace();
}

TEST(JointCriterion, EqualsTheDefinitionAndTheCertificateOfGfs) {
    const Dataset data = data_with_signal();
    for (const Scaling scale : {Scaling::none, Scaling::standard, Scaling::unit}) {
        const SelectRun run =
            run_select(data, {.method = configure("gfs", {{"gamma", 20.0}}), .k = 3, .scale = scale});
        const auto value = joint_criterion(view_of(data), scale, run.selection.selected, 20.0);
        ASSERT_TRUE(value.has_value());
        EXPECT_NEAR(*value, by_definition(data, scale, run.selection.selected, 20.0), 1e-9) << to_text(scale);
        EXPECT_NEAR(certified(run.selection), *value, 1e-9) << to_text(scale);
    }
}

TEST(JointCriterion, ComparesSetsOfDifferentMethods) {
    const Dataset data = data_with_signal();
    const auto value_of = [&](const std::string& method) {
        const SelectRun run = run_select(data, {.method = method, .k = 4, .scale = Scaling::standard});
        return joint_criterion(view_of(data), Scaling::standard, run.selection.selected, 100.0).value();
    };
    EXPECT_GT(value_of("fisher"), 0.0);
    EXPECT_LT(value_of("fisher"), 2.0) << "at most classes - 1";
    EXPECT_GT(value_of("gfs"), value_of("variance"));
}

TEST(JointCriterion, NeedsClasses) {
    Dataset data = data_with_signal();
    const std::vector<Index> two{0, 1};
    data.labels.of[5] = Labels::unlabeled;
    EXPECT_FALSE(joint_criterion(view_of(data), Scaling::none, two, 1.0).has_value());
    data.labels = {};
    EXPECT_FALSE(joint_criterion(view_of(data), Scaling::none, two, 1.0).has_value());
}

}  // namespace
}  // namespace tamis
