#include "tamis/pipeline/evaluate.hpp"
#include "tamis/eval/splits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <set>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/compare/evaluate_plan.hpp"
#include "tamis/pipeline/compare/evaluate_results.hpp"
#include "tamis/pipeline/compare/split_data.hpp"
#include "tamis/pipeline/summary.hpp"
#include "tamis/report/results_page.hpp"
#include "tamis/saved/results_json.hpp"
#include "tests/pipeline/evaluate_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::HasSubstr;
using testing::noise;
using ::testing::Not;
using testing::trouble;

std::string spec_trouble(const std::string& text) {
    try {
        ComparedMethod{text};
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

// Labels are random. Features chosen with a look at the test samples would "predict" them well; features
// chosen from the training samples cannot.
TEST(Evaluate, FindsNothingInRandomLabels) {
    const Dataset data = noise(60, 3000, 2, 1);
    std::vector<Index> order = configure("fisher").run(data.x, {.labels = &data.labels}, 40).selected;
    Dataset leaked = data;
    leaked.x = take_columns(data.x, order);
    const auto cheat = run_evaluate(leaked, {.methods = {"all"},
                                             .protocol = parse_protocol("cv:4x5"),
                                             .evaluators = {Evaluator::one_nearest, Evaluator::svm}});
    for (const SummaryRow& row : cheat.summary.rows)
        if (row.measure.metric == "accuracy") {
            EXPECT_GT(row.mean, 0.75) << "the planted leak is not strong enough to be found";
        }
    const auto honest =
        run_evaluate(data, {.methods = {"fisher", "relieff", "gfs", "gfs:gamma=cv", "hsic", "trace-ratio"},
                            .k = {20},
                            .protocol = parse_protocol("cv:4x5"),
                            .evaluators = {Evaluator::one_nearest, Evaluator::svm}});
    for (const SummaryRow& row : honest.summary.rows)
        if (row.measure.metric == "accuracy") {
            EXPECT_NEAR(row.mean, 0.5, 0.17)
                << honest.methods[row.method].label << " " << row.measure.evaluator;
        }
}

// Whatever is in the test rows, what is learned from the training rows stays the same to the bit.
TEST(Evaluate, TestRowsChangeNothingThatIsLearned) {
    Dataset data = noise(40, 6, 2, 3);
    data.x.dense()(0, 0) = std::numeric_limits<double>::quiet_NaN();
    const EvaluateRequest request{
        .methods = {"laplacian", "fisher"}, .k = {3}, .protocol = parse_protocol("holdout:0.5x1")};
    const EvaluatePlan plan = make_plan(data, request, {});
    Dataset other = data;
    for (const Index i : plan.splits[0].test) {
        for (Index j = 0; j < 6; ++j) other.x.dense()(i, j) = 1e6 + static_cast<double>(i * j);
        other.labels.of[at(i)] ^= 1;
    }
    other.labels = make_labels(other.labels.of);
    SplitData before(data, plan, plan.splits[0], {}), after(other, plan, plan.splits[0], {});
    for (Index e = 0; e < before.train().rows() * 6; ++e)
        ASSERT_EQ(before.train().dense().data()[e], after.train().dense().data()[e]);
    EXPECT_EQ(before.train_labels().of, after.train_labels().of);
    EXPECT_EQ(before.graph(GraphOptions{}, {})->graph->weights,
              after.graph(GraphOptions{}, {})->graph->weights);
    EXPECT_NE(before.test_labels().of, after.test_labels().of);
}

// A missing cell of a test row is filled with the training mean, and the scaling is that of the training
// rows.
TEST(Evaluate, FillsAndScalesByTheTrainingRows) {
    Dataset data = noise(30, 3, 2, 4);
    EvaluatePlan plan =
        make_plan(data, {.methods = {"fisher"}, .k = {1}, .protocol = parse_protocol("holdout:0.5x1")}, {});
    plan.fills = true;  // the cells are taken away after the splits are known
    const Split& split = plan.splits[0];
    data.x.dense()(split.test[0], 1) = data.x.dense()(split.train[2], 1) =
        std::numeric_limits<double>::quiet_NaN();
    double mean = 0.0, square = 0.0;
    const auto rest = static_cast<double>(split.train.size() - 1), rows = rest + 1.0;
    for (const Index i : split.train)
        if (i != split.train[2]) mean += data.x.dense()(i, 1) / rest;
    for (const Index i : split.train)
        if (i != split.train[2]) square += std::pow(data.x.dense()(i, 1) - mean, 2) / rows;
    const SplitData prepared(data, plan, split, {});
    EXPECT_NEAR(prepared.test().dense()(0, 1), 0.0, 1e-12);
    EXPECT_NEAR(prepared.test().dense()(1, 1), (data.x.dense()(split.test[1], 1) - mean) / std::sqrt(square),
                1e-12);
}

TEST(Evaluate, SharedNeighborsGiveTheSameGraphs) {
    const Dataset data = noise(60, 5, 3, 5);
    const EvaluatePlan plan = make_plan(data,
                                        {.methods = {"laplacian", "laplacian:neighbors=9", "lapdofs"},
                                         .k = {2},
                                         .protocol = parse_protocol("holdout:0.5x1")},
                                        {});
    EXPECT_EQ(plan.neighbors.at(Metric::euclidean), 9);
    SplitData split(data, plan, plan.splits[0], {});
    for (const PlannedMethod& method : plan.methods) {
        if (!method.needs.graph) continue;
        const Graph alone = build_graph(split.train(), method.graph);
        const auto shared = split.graph(method.graph, {});
        EXPECT_EQ(shared->graph->weights, alone.weights);
        EXPECT_EQ(shared->graph->neighbors, alone.neighbors);
        EXPECT_EQ(shared.get(), split.graph(method.graph, {}).get()) << "built twice";
    }
}

// One ranking for all k gives what a run for each k alone gives; trace-ratio takes its path of optima.
TEST(Evaluate, ManyNumbersOfFeaturesAtOnceEqualOneByOne) {
    const Dataset data = noise(60, 9, 3, 6);
    const std::vector<ComparedMethod> methods = {"fisher", "lapdofs", "gfs", "trace-ratio", "random"};
    EvaluateRequest request{.methods = methods,
                            .k = {1, 3, 4, 9},
                            .protocol = parse_protocol("cv:3x2"),
                            .evaluators = {Evaluator::one_nearest, Evaluator::svm}};
    const EvaluateRun together = run_evaluate(data, request);
    for (const FeatureCount& k : request.k) {
        EvaluateRequest single = request;
        single.k = {k};
        const EvaluateRun alone = run_evaluate(data, single);
        for (const EvaluationRow& row : alone.rows) {
            const auto twin =
                std::find_if(together.rows.begin(), together.rows.end(), [&](const EvaluationRow& other) {
                    return together.methods[other.method].label == alone.methods[row.method].label &&
                           other.k == row.k && other.repeat == row.repeat &&
                           other.evaluator == row.evaluator && other.metric == row.metric;
                });
            ASSERT_NE(twin, together.rows.end());
            // random draws its order once per split, so that its sets are nested too
            EXPECT_NEAR(twin->value, row.value, row.metric == "redundancy" ? 1e-12 : 0.0)
                << alone.methods[row.method].label << " " << row.k;
        }
    }
}

TEST(Evaluate, GivesTheSameForAnyNumberOfThreads) {
    const Dataset data = noise(50, 12, 3, 7);
    for (const std::string protocol : {"cv:3x2", "random:0.1x4", "cluster:2,3x4", "loo"}) {
        EvaluateRequest request{.methods = {"laplacian", "spec:criterion=phi3", "lapdofs"},
                                .k = {2, 5},
                                .protocol = parse_protocol(protocol)};
        Context one, four;
        one.threads = 1;
        four.threads = 4;
        EvaluateRun a = run_evaluate(data, request, one), b = run_evaluate(data, request, four);
        ASSERT_EQ(a.rows.size(), b.rows.size());
        for (std::size_t r = 0; r < a.rows.size(); ++r) {
            EXPECT_EQ(a.rows[r].value, b.rows[r].value);
            EXPECT_EQ(a.rows[r].method, b.rows[r].method);
            EXPECT_EQ(a.rows[r].metric, b.rows[r].metric);
        }
        for (std::size_t s = 0; s < a.selections.size(); ++s)
            EXPECT_EQ(a.selections[s].selected, b.selections[s].selected);
    }
}

// Folds are weighed by their samples; the time is that of one selection, not of all folds together.
TEST(Evaluate, RepeatIsTheMeanOfItsFolds) {
    const FoldScore repeat = mean_of_folds(
        {{0, {.value = 0.5, .weight = 10, .seconds = 2}}, {1, {.value = 0.8, .weight = 30, .seconds = 4}}});
    EXPECT_DOUBLE_EQ(repeat.value, (5.0 + 24.0) / 40.0);
    EXPECT_DOUBLE_EQ(repeat.seconds, 3.0);
}

TEST(Evaluate, SaysWhatIsWrongBeforeAnyWork) {
    const Dataset data = noise(30, 5, 2, 10);
    EXPECT_THAT(spec_trouble("fishr"), HasSubstr("did you mean 'fisher'"));
    EXPECT_THAT(spec_trouble("lapdofs:lambda=1"), HasSubstr("lambda1"));
    EXPECT_THAT(spec_trouble("lapdofs:lambda1"), HasSubstr("name=value"));
    EXPECT_THAT(spec_trouble("lapdofs:neighbors=0"), HasSubstr("neighbors takes an integer >= 1"));
    EXPECT_THAT(spec_trouble("fisher:neighbors=3"), HasSubstr("uses no graph"));
    EXPECT_THAT(spec_trouble("all:k=3"), HasSubstr("baseline"));
    EXPECT_THAT(trouble(data, {.methods = {"fisher", "fisher"}, .k = {2}}), HasSubstr("given twice"));
    EXPECT_THAT(trouble(data, {.methods = {"fisher"}, .k = {6}}),
                HasSubstr("k = 6 is more than the 5 features"));
    EXPECT_THAT(trouble(data, {.methods = {"fisher"}, .k = {2}, .protocol = parse_protocol("loo")}),
                HasSubstr("uses the labels"));
    EXPECT_THAT(trouble(data, {.methods = {"variance"},
                               .k = {2},
                               .protocol = parse_protocol("loo"),
                               .evaluators = {Evaluator::svm}}),
                HasSubstr("needs a training part"));
    EXPECT_THAT(trouble(data, {.methods = {"variance"}, .k = {2}, .evaluators = {Evaluator::kmeans}}),
                HasSubstr("use kmeans with cluster"));
    EXPECT_THROW(parse_evaluator("2nn"), UsageError);
    EXPECT_THROW(parse_kmeans_start("centers"), UsageError);
    EXPECT_THAT(trouble(data, {.methods = {"spec:similarity=graph"}, .k = {2}}),
                HasSubstr("graph of your own"));
    Dataset unlabeled = data;
    unlabeled.labels = {};
    EXPECT_THAT(trouble(unlabeled, {.methods = {"fisher"}, .k = {2}}), HasSubstr("needs class labels"));
}

// Redundancy, stability and time of every number of classes have a line of their own, named by it.
TEST(Evaluate, TableOfMethodsNamesTheNumberOfClasses) {
    EvaluateRun run;
    run.features = 4;
    run.methods = {{.label = "variance", .method = "variance", .params = {}}};
    for (const Index clusters : {2, 3}) {
        const double value = 0.1 * static_cast<double>(clusters), seconds = static_cast<double>(clusters);
        for (const Index repeat : {0, 1}) {
            run.rows.push_back({0, 1, clusters, repeat, "kmeans", "ac", 0.5, seconds});
            run.rows.push_back({0, 1, clusters, repeat, "features", "redundancy", value, seconds});
            run.selections.push_back({.method = 0,
                                      .k = 1,
                                      .clusters = clusters,
                                      .repeat = repeat,
                                      .selected = {clusters == 2 ? 0 : repeat}});
        }
    }
    run.summary = summarize(run);
    EXPECT_THAT(results_page(run).text(), HasSubstr("method    classes  k  redundancy  stability  time\n"
                                                    "--------  -------  -  ----------  ---------  ----\n"
                                                    "variance        2  1        0.20       1.00   2 s\n"
                                                    "variance        3  1        0.30      -0.33   3 s\n"));
}

TEST(Evaluate, TablesAndJsonHoldWhatWasMeasured) {
    const Dataset data = noise(40, 8, 2, 11);
    const EvaluateRun run = run_evaluate(data, {.methods = {"fisher", "lapdofs:lambda1=0.5"},
                                                .k = {2, 4},
                                                .protocol = parse_protocol("holdout:0.5x3")});
    const std::string table = results_page(run).text();
    for (const char* part : {"fisher", "lapdofs:lambda1=0.5", "random", "all", "k = 2", "k = 4", "mean rank",
                             "too few for a significant difference"})
        EXPECT_THAT(table, HasSubstr(part));
    const EvaluateRun back = parse_results(to_json(run), "x.json").runs.front();
    EXPECT_EQ(to_json(back), to_json(run));
    EXPECT_THROW(parse_results("{}", "x.json"), Error);
    EXPECT_THROW(parse_results("nonsense", "x.json"), Error);
}

}  // namespace
}  // namespace tamis
