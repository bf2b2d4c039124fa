// Every projector with every value of every option: on shards it finds the directions that it finds on all
// rows.
#include <gtest/gtest.h>

#include "tamis/core/error.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/run_method.hpp"
#include "tests/support/same_runs.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

class EveryProjectorOnShards : public ::testing::TestWithParam<std::string> {};

struct Data {
    DenseMatrix x;
    Labels labels;
};

Data data(Index samples, Index features) {
    Data made{testing::random_matrix(samples, features, 1), testing::random_labels(samples, 4, 2)};
    for (Index i = 0; i < samples; ++i)
        for (Index j = 0; j < features; ++j)
            made.x(i, j) = (1.0 + 0.1 * static_cast<double>(j)) *
                           (made.x(i, j) + (made.labels.of[at(i)] == j ? 3.0 : 0.0));
    return made;
}

// Rounding in the last digit of the scatter moves a direction by that over the gap of the eigenvalues, and an
// iteration that ends by a tolerance stops there.
constexpr double of_directions = 1e-8, of_objective = 1e-10;

void expect_same_projection(const ProjectRun& shared, const ProjectRun& local, const std::string& what) {
    const Projection &a = shared.model.projection, &b = local.model.projection;
    ASSERT_EQ(a.weights.rows(), b.weights.rows()) << what;
    ASSERT_EQ(a.weights.cols(), b.weights.cols()) << what;
    const auto cells = [](const DenseMatrix& m) {
        return std::vector<double>(m.data(), m.data() + m.rows() * m.cols());
    };
    EXPECT_LE(testing::gap_of_largest(cells(a.weights), cells(b.weights)), of_directions) << what;
    for (std::size_t j = 0; j < b.mean.size(); ++j)  // that of standardized data is 0 but for rounding
        EXPECT_NEAR(a.mean.at(j), b.mean[j], 1e-12 * std::max(1.0, std::abs(b.mean[j]))) << what;
    EXPECT_LE(testing::relative_gap({a.objective.value}, {b.objective.value}), of_objective) << what;
    EXPECT_LE(testing::relative_gap(shared.feature_deviations, local.feature_deviations), 1e-12) << what;
    EXPECT_EQ(shared.remarks, testing::remarks_on_blocks(local.remarks)) << what;
}

TEST_P(EveryProjectorOnShards, FindsTheSame) {
    const Data made = data(60, 7);
    const Projector& projector = find_projector(GetParam());
    std::vector<Record> sweep = testing::single_options(projector.fields);
    sweep.insert(sweep.begin(), Record{});
    for (const Record& options : sweep) {
        // Plain steps need not converge, so the last digit decides where they end.
        if (find(options, "mode") != nullptr) continue;
        ProjectRequest request{.method = projector.configure(options), .dim = 2};
        const DataView all{.name = "x", .x = made.x, .labels = &made.labels};
        EXPECT_TRUE(request.method.not_shared().empty());
        const ProjectRun local = run_project(all, request);
        for (const testing::Cutting& cutting : {testing::Cutting{0, 60}, testing::Cutting{0, 7, 7, 41, 60}}) {
            const testing::Sharded sharded(made.x, cutting);
            DataView cut = all;
            cut.x = sharded.rows();
            expect_same_projection(run_project(cut, request), local,
                                   projector.about.name + " " + testing::text_of(options));
        }
    }
}

TEST_P(EveryProjectorOnShards, FindsTheSameScaledBehindPcaAndOnSparseRows) {
    Data made = data(60, 7);
    for (Index i = 0; i < 60; i += 3) made.x(i, i % 7) = 0.0;
    const Matrix sparse = to_sparse(made.x);
    ProjectRequest request{.method = configure_projector(GetParam()), .dim = 2};
    for (const auto& [pca, scale] :
         {std::pair<std::optional<Dimension>, Scaling>{std::nullopt, Scaling::standard},
          {Dimension(0.9), Scaling::none},
          {Dimension(5), Scaling::minmax}}) {
        request.pca = pca;
        request.scale = scale;
        const DataView all{.name = "x", .x = sparse.view(), .labels = &made.labels};
        const testing::Sharded sharded(sparse, {0, 20, 20, 60});
        DataView cut = all;
        cut.x = sharded.rows();
        expect_same_projection(run_project(cut, request), run_project(all, request), GetParam());
    }
}

TEST_P(EveryProjectorOnShards, RefusesMoreFeaturesThanSamples) {
    const Data made = data(20, 30);
    const testing::Sharded sharded(made.x, {0, 9, 20});
    const DataView cut{.name = "x", .x = sharded.rows(), .labels = &made.labels};
    try {
        run_project(cut, {.method = configure_projector(GetParam()), .dim = 2});
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("30 features and 20 samples"), std::string::npos)
            << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(Projectors, EveryProjectorOnShards, ::testing::ValuesIn(testing::projector_names()),
                         testing::test_name);

TEST(ScatterOnShards, TakesNoMoreThanAGigabyte) {
    // No cell is needed to know that: the means of one class are.
    const SparseMatrix wide(12000, 12000, {.row_start = std::vector<Index>(12001, 0)});
    std::vector<int> classes(12000, 0);
    classes[0] = 1;
    const Labels labels = make_labels(classes);
    const testing::Sharded sharded(wide, {0, 6000, 12000});
    try {
        run_project({.name = "x", .x = sharded.rows(), .labels = &labels}, {.method = "flda", .dim = 1});
        FAIL();
    } catch (const Error& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("12000 × 12000 would take 1.2 GB per shard"), std::string::npos) << text;
    }
}

}  // namespace

}  // namespace tamis
