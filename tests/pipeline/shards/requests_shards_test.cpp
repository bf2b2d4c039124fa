// Missing cells of shards, and what cannot be asked for of them.
#include <gtest/gtest.h>

#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/shape_only.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/preprocess/cleaned.hpp"
#include "tests/support/cells.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/same_runs.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

Matrix with_missing() {
    DenseMatrix x = testing::random_matrix(30, 5, 1);
    for (const auto& [i, j] : {std::pair(0, 1), std::pair(7, 1), std::pair(29, 1), std::pair(12, 3)})
        x(i, j) = std::numeric_limits<double>::quiet_NaN();
    return x;
}

Cleaned clean_shards(const testing::Sharded& sharded, const CleanOptions& options,
                     std::vector<std::string>& remarks) {
    Dataset about;
    about.name = "x";
    about.x = shape_only(sharded.rows().rows(), sharded.rows().cols());
    Context context;
    context.warn = [&](const std::string& text) { remarks.push_back(text); };
    return clean_rows(about, std::make_unique<ShardedRows>(sharded.shards()),
                      survey(sharded.rows(), Survey::Hash::no, context), std::nullopt, options, context);
}

TEST(MissingOnShards, MeansAndDroppedFeaturesAreThoseOfAllRows) {
    for (const Missing missing : {Missing::mean, Missing::drop_features})
        for (const testing::Cutting& cutting : testing::cuttings(30)) {
            const Matrix x = with_missing();
            Dataset whole;
            whole.name = "x";
            whole.x = x;
            std::vector<std::string> local_remarks, remarks;
            Context context;
            context.warn = [&](const std::string& text) { local_remarks.push_back(text); };
            const Dataset local = clean(whole, {.missing = missing}, context);
            const testing::Sharded sharded(x, cutting);
            const Cleaned cleaned = clean_shards(sharded, {.missing = missing}, remarks);
            EXPECT_EQ(remarks, local_remarks);
            const SelectRequest request{.method = "variance", .k = FeatureCount(2), .scale = Scaling::minmax};
            testing::expect_same_selection(
                run_select({.name = "x", .x = *cleaned.rows, .remarks = cleaned.data.remarks}, request),
                run_select(view_of(local), request), 1e-12, "cleaned");
            const std::vector<Index> some = {0, 7, 12, 29};
            const std::vector<double> wanted = testing::cells(take_rows(local.x, some)),
                                      found = testing::cells(Rows(*cleaned.rows).gather(some));
            EXPECT_LE(testing::relative_gap(found, wanted), 1e-12);
        }
}

TEST(MissingOnShards, DroppedRowsAreRefused) {
    const testing::Sharded sharded(with_missing(), {0, 10, 30});
    std::vector<std::string> remarks;
    try {
        clean_shards(sharded, {.missing = Missing::drop_rows}, remarks);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("drop-rows is not shared"), std::string::npos)
            << error.what();
    }
}

TEST(RequestsOnShards, AreRefusedBeforeAnythingIsRead) {
    const DenseMatrix x = testing::random_matrix(30, 5, 1);
    const Labels labels = testing::random_labels(30, 2, 3);
    const testing::Sharded sharded(x, {0, 10, 30});
    const DataView data{.name = "x", .x = sharded.rows(), .labels = &labels};
    std::vector<SelectRequest> requests(4, SelectRequest{.method = "fisher", .k = FeatureCount(2)});
    requests[0].trust.pvalues = true;
    requests[1].explain = true;
    requests[2].exhibits = true;
    requests[3].rule = CountRule::parse("fdr:0.05");
    for (const SelectRequest& request : requests) {
        try {
            run_select(data, request);
            FAIL();
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("is not shared: "), std::string::npos) << error.what();
        }
    }
    EXPECT_EQ(sharded.shards().costs().rounds, 0);
}

TEST(ProjectionsOnShards, AreApplied) {
    const DenseMatrix x = testing::random_matrix(30, 5, 1);
    const ProjectRun run = run_project(DataView{.name = "x", .x = x}, {.method = "pca", .dim = 2});
    const std::vector<double> wanted = testing::cells(project_rows(run.model.projection, x));
    for (const testing::Cutting& cutting : testing::cuttings(30)) {
        const testing::Sharded sharded(x, cutting);
        EXPECT_LE(testing::gap_of_largest(testing::cells(project_rows(run.model.projection, sharded.rows())),
                                          wanted),
                  1e-14);
    }
}

}  // namespace

}  // namespace tamis
