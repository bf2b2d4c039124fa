#include "tamis/pipeline/across.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/evaluate_all.hpp"
#include "tamis/pipeline/statistics.hpp"
#include "tamis/saved/results_json.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::HasSubstr;

// One repeat; values[method][k].
EvaluateRun made_up_run(const std::string& name, const std::vector<std::vector<double>>& values) {
    EvaluateRun run;
    run.data_name = name;
    run.features = 9;
    for (std::size_t m = 0; m < values.size(); ++m) {
        run.methods.push_back({std::string(1, static_cast<char>('a' + m)), "fisher", {}});
        for (std::size_t k = 0; k < values[m].size(); ++k)
            run.rows.push_back({.method = m,
                                .k = static_cast<Index>(k + 1),
                                .evaluator = "1nn",
                                .metric = "accuracy",
                                .value = values[m][k]});
    }
    run.summary = summarize(run);
    return run;
}

TEST(Across, RanksOfTheMeansOverAllK) {
    // c is worse for the first k and better over both
    const EvaluateRuns all = gathered({made_up_run("one", {{0.9, 0.1}, {0.4, 0.4}, {0.8, 0.4}}),
                                       made_up_run("two", {{0.5, 0.5}, {0.5, 0.5}, {0.1, 0.1}})});
    ASSERT_EQ(all.across.size(), 1u);
    const AcrossMeasure& across = all.across.front();
    EXPECT_EQ(across.labels, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(across.ranks, (std::vector<std::vector<double>>{{2, 3, 1}, {1.5, 1.5, 3}}));
    EXPECT_EQ(across.mean_ranks, (std::vector<double>{1.75, 2.25, 2.0}));
    EXPECT_EQ(across.friedman_p, friedman_p(across.ranks));
}

TEST(Across, OnlyWhatEveryDataSetHas) {
    EXPECT_TRUE(gathered({made_up_run("one", {{0.5}})}).across.empty());
    const EvaluateRuns all = gathered({made_up_run("one", {{0.9}, {0.4}}), made_up_run("two", {{0.5}})});
    ASSERT_EQ(all.across.size(), 1u);
    EXPECT_EQ(all.across.front().labels, (std::vector<std::string>{"a"}));
    EXPECT_FALSE(all.across.front().friedman_p.has_value());
}

Dataset noise(const std::string& name, std::uint64_t seed) {
    Dataset data;
    data.name = name;
    data.x = testing::random_matrix(40, 6, seed);
    data.labels = testing::random_labels(40, 2, seed);
    return data;
}

TEST(EvaluateAll, IsTheSameAsOneByOneAndSurvivesItsFile) {
    const EvaluateRequest request{
        .methods = {"fisher", "laplacian"}, .k = {2, 4}, .protocol = parse_protocol("holdout:0.5x3")};
    const std::vector<Dataset> data = {noise("one", 1), noise("two", 2)};
    const EvaluateRuns all = run_evaluate(data, request);
    ASSERT_EQ(all.runs.size(), 2u);
    EXPECT_TRUE(all.complete());
    for (std::size_t d = 0; d < 2; ++d) {
        const EvaluateRun alone = run_evaluate(data[d], request);
        ASSERT_EQ(all.runs[d].rows.size(), alone.rows.size());
        for (std::size_t r = 0; r < alone.rows.size(); ++r)
            EXPECT_EQ(all.runs[d].rows[r].value, alone.rows[r].value);
    }
    const std::string document = to_json(all);
    EXPECT_EQ(to_json(parse_results(document, "all.json")), document);
}

TEST(EvaluateAll, GoesOnWhereItWasStopped) {
    const EvaluateRequest request{
        .methods = {"fisher"}, .k = {2}, .protocol = parse_protocol("holdout:0.5x4")};
    const std::vector<Dataset> data = {noise("one", 1), noise("two", 2)};
    std::atomic<bool> stop = false;
    Context context;
    context.threads = 1;
    context.cancel = &stop;
    context.progress = [&](std::string_view stage, double done) {
        if (stage == "comparing on two (2 of 2)" && done > 0.5) stop = true;
    };
    EvaluateRuns saved;
    EvaluateAllHooks hooks;
    hooks.save = [&](const EvaluateRuns& partial) { saved = parse_results(to_json(partial), "part.json"); };
    EXPECT_THROW(run_evaluate(data, request, context, hooks), Cancelled);
    ASSERT_EQ(saved.runs.size(), 2u);
    EXPECT_TRUE(saved.runs[0].complete);
    EXPECT_FALSE(saved.runs[1].complete || saved.complete());

    EvaluateWork work;
    EvaluateAllHooks resume;
    resume.previous = &saved;
    resume.start = [&](const EvaluateWork& known) { work = known; };
    const EvaluateRuns finished = run_evaluate(data, request, {}, resume);
    EXPECT_EQ(work.steps, 2 * 4 * 3);
    EXPECT_GT(work.known, 4 * 3);
    EXPECT_LT(work.known, work.steps);
    EXPECT_TRUE(finished.complete());

    const auto trouble = [&](const std::vector<Dataset>& sets) -> std::string {
        try {
            run_evaluate(sets, request, {}, resume);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(trouble({data[0]}),
                HasSubstr("also have the data set two, which is not among those of this run"));
    EXPECT_THAT(trouble({data[0], noise("two", 3)}), HasSubstr("for another data set (two, xxh3:"));
    EXPECT_THAT(trouble({data[0], data[0]}), HasSubstr("two data sets are called 'one'"));
    EXPECT_EQ(trouble({data[1], data[0], noise("three", 3)}), "");  // another order, one more
}

}  // namespace
}  // namespace tamis
