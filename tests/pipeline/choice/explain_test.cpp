#include "tamis/pipeline/choice/explain.hpp"

#include <gmock/gmock.h>

#include <Eigen/Dense>
#include <fstream>

#include "tamis/io/load.hpp"
#include "tamis/pipeline/select.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::golden;
using testing::golden_numbers;
using ::testing::HasSubstr;

// R² of a column by centered least squares, with a decomposition that shows the rank.
double r2_by_definition(const DenseMatrix& x, const std::vector<Index>& chosen, Index j) {
    const auto centered = [&](Index column) {
        Eigen::VectorXd values(x.rows());
        for (Index i = 0; i < x.rows(); ++i) values(i) = x(i, column);
        return (values.array() - values.mean()).matrix().eval();
    };
    Eigen::MatrixXd a(x.rows(), static_cast<Index>(chosen.size()));
    for (std::size_t s = 0; s < chosen.size(); ++s) a.col(static_cast<Index>(s)) = centered(chosen[s]);
    const Eigen::VectorXd y = centered(j);
    if (y.squaredNorm() == 0.0) return 0.0;
    return 1.0 - (y - a * a.completeOrthogonalDecomposition().solve(y)).squaredNorm() / y.squaredNorm();
}

TEST(Explain, EqualsTheReferenceOnTheSmallCase) {
    const DenseMatrix x = testing::golden_matrix(golden("trust").at("inline").at("X"));
    const Labels labels = testing::golden_labels(golden("trust").at("inline").at("y"));
    const auto& wanted = golden("trust").at("T7");
    const auto chosen = wanted.at("inline_chosen").get<std::vector<Index>>();
    const SparseMatrix sparse = to_sparse(x);
    for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)}) {
        const Explained found = explained_by(view, chosen, {});
        EXPECT_EQ(found.rank, wanted.at("inline_rank").get<Index>());
        const std::vector<double> r2 = golden_numbers(wanted.at("inline_r2"));
        const std::vector<double> r = golden_numbers(wanted.at("inline_r"));
        const auto nearest = wanted.at("inline_nearest").get<std::vector<Index>>();
        for (std::size_t j = 0; j < r2.size(); ++j) {
            EXPECT_NEAR(found.r2[j], r2[j], 1e-8) << j;
            EXPECT_NEAR(found.r[j], r[j], 1e-9) << j;
            EXPECT_EQ(found.nearest[j] < 0 ? -1 : chosen[at(found.nearest[j])], nearest[j]) << j;
        }
        std::vector<Index> all = {0, 1, 2, 3, 4, 5};
        const DenseMatrix differences = class_differences(view, labels, all, {});
        for (Index k = 0; k < 3; ++k)
            for (Index j = 0; j < 6; ++j)
                EXPECT_NEAR(differences(k, j), wanted.at("class_profile").at(at(k)).at(at(j)).get<double>(),
                            1e-9);
    }
}

TEST(Explain, EqualsTheReferenceOnGlioma) {
    const std::string path = std::string(TAMIS_SHARED_DATA) + "/glioma.mat";
    if (!std::ifstream(path)) GTEST_SKIP() << "glioma does not ship";
    const Dataset data = load(path);
    const auto& wanted = golden("trust").at("T7").at("glioma");
    const auto chosen = wanted.at("chosen").get<std::vector<Index>>();
    const Explained found = explained_by(data.x, chosen, {});
    const auto features = wanted.at("features").get<std::vector<Index>>();
    for (std::size_t f = 0; f < features.size(); ++f) {
        EXPECT_NEAR(found.r2[at(features[f])], wanted.at("r2").at(f).get<double>(), 1e-8);
        EXPECT_NEAR(found.r[at(features[f])], wanted.at("r").at(f).get<double>(), 1e-9);
        EXPECT_EQ(chosen[at(found.nearest[at(features[f])])], wanted.at("nearest").at(f).get<Index>());
    }
    double sum = 0.0;
    for (const double r2 : found.r2) sum += r2;
    EXPECT_NEAR(sum / static_cast<double>(found.r2.size()), wanted.at("mean_r2").get<double>(), 1e-8);
}

TEST(Explain, IsLeastSquaresAlsoForDependentColumns) {
    DenseMatrix x = testing::random_matrix(14, 9, 3);
    for (Index i = 0; i < 14; ++i) {
        x(i, 4) = x(i, 0) + 2.0 * x(i, 1);  // the chosen ones depend on each other
        x(i, 7) = 3.0;
        x(i, 8) = x(i, 2) * 1e-6 + 1e3;
    }
    const std::vector<Index> chosen = {0, 4, 1, 7, 2};
    const Explained found = explained_by(x, chosen, {});
    EXPECT_EQ(found.rank, 3);
    for (Index j = 0; j < 9; ++j) EXPECT_NEAR(found.r2[at(j)], r2_by_definition(x, chosen, j), 1e-6) << j;
    EXPECT_EQ(found.nearest[7], -1);
    EXPECT_EQ(chosen[at(found.nearest[8])], 2);
    for (const int threads : {2, 7}) {
        Context context;
        context.threads = threads;
        EXPECT_EQ(explained_by(x, chosen, context).r2, found.r2);
    }
}

Dataset small_data() {
    Dataset data;
    data.name = "small";
    DenseMatrix x = testing::random_matrix(20, 6, 4);
    data.labels = testing::random_labels(20, 2, 4);
    for (Index i = 0; i < 20; ++i) {
        x(i, 0) += 4.0 * data.labels.of[at(i)];
        x(i, 1) = x(i, 0) + 0.01 * x(i, 1);  // nearly a copy
        x(i, 5) = 2.0;
    }
    data.x = x;
    data.feature_names = {"a", "b", "c", "d", "e", "f"};
    return data;
}

TEST(Explain, SaysWhyAFeatureWasLeftOut) {
    SelectRequest request{
        .method = "fisher", .k = 2, .fixed = {.include = {3}, .exclude = {1}}, .explain = true};
    const SelectRun run = run_select(small_data(), request);
    ASSERT_EQ(run.explanations.features.size(), 6);
    const auto reason = [&](std::size_t j) { return run.explanations.features[j].reason; };
    EXPECT_EQ(run.selection.selected, (std::vector<Index>{3, 0}));
    EXPECT_EQ(reason(3), "included as asked for");
    EXPECT_EQ(reason(0), "chosen");
    EXPECT_EQ(reason(1), "excluded as asked for");
    EXPECT_EQ(reason(2), "lower score");
    EXPECT_EQ(reason(5), "does not vary");
    const Explanation& dropped = run.explanations.features[2];
    EXPECT_NEAR(dropped.margin.value(), run.selection.scores[2] - run.selection.scores[0], 1e-12);
    EXPECT_GT(dropped.rank, 2);
    EXPECT_FALSE(run.explanations.features[5].nearest.has_value());
    request.fixed = {};
    request.k = 1;
    const SelectRun plain = run_select(small_data(), request);
    const Index chosen = plain.selection.selected.front(), copy = chosen == 0 ? 1 : 0;
    EXPECT_THAT(plain.explanations.features[at(copy)].reason,
                HasSubstr(std::string("nearly a copy of ") + (chosen == 0 ? "a" : "b") + " (r = 1.000)"));
    ASSERT_EQ(plain.explanations.profiles.size(), 1);
    EXPECT_EQ(plain.explanations.profiles.front().highest, "1");
    EXPECT_EQ(plain.explanations.profiles.front().lowest, "0");
    EXPECT_TRUE(run_select(small_data(), {.method = "fisher", .k = 1}).explanations.features.empty());
}

TEST(Explain, RemarksWhereEverythingIsExplained) {
    Dataset data;
    data.name = "wide";
    data.x = testing::random_matrix(5, 12, 9);
    data.labels = make_labels(std::vector<int>{0, 1, 0, 1, 1});
    const SelectRun run = run_select(data, {.method = "fisher", .k = 6, .explain = true});
    EXPECT_THAT(
        run.remarks,
        ::testing::Contains("the chosen features explain everything, because there are as many of them as 5 "
                            "samples allow: r2 means nothing here"));
    for (const Explanation& one : run.explanations.features) {
        EXPECT_FALSE(one.r2_adjusted.has_value());
        EXPECT_NE(one.reason, "explained by the chosen set");
    }
}

}  // namespace

}  // namespace tamis
