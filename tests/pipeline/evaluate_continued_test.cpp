// Comparisons that go on from the results of an earlier run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "tamis/pipeline/evaluate.hpp"
#include "tamis/saved/results_json.hpp"
#include "tests/pipeline/evaluate_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::HasSubstr;
using testing::noise;
using testing::trouble;

double mean_of(const EvaluateRun& run, const std::string& label, Index k,
               const std::string& metric = "accuracy") {
    for (const SummaryRow& row : run.summary.rows)
        if (run.methods[row.method].label == label && row.k == k && row.measure.metric == metric)
            return row.mean;
    ADD_FAILURE() << "no " << label << " with " << k;
    return 0.0;
}

// What a run leaves that is stopped after this many of its tasks, read back from its file.
EvaluateRun stopped_after(double part, const Dataset& data, const EvaluateRequest& request) {
    std::atomic<bool> stop{false};
    Context context;
    context.threads = 1;
    context.cancel = &stop;
    context.progress = [&](std::string_view, double done) { stop = done > part; };
    std::string saved;
    EvaluateHooks hooks;
    hooks.save = [&](const EvaluateRun& partial) { saved = to_json(partial); };
    EXPECT_THROW(run_evaluate(data, request, context, hooks), Cancelled);
    return parse_results(saved, "part.json").runs.front();
}

TEST(ContinuedEvaluate, ContinuesWithoutLosingOrRepeatingRows) {
    const Dataset data = noise(60, 10, 3, 8);
    const EvaluateRequest request{
        .methods = {"fisher", "laplacian"}, .k = {2, 5}, .protocol = parse_protocol("holdout:0.5x6")};
    const EvaluateRun whole = run_evaluate(data, request);

    EvaluateRun part = stopped_after(0.5, data, request);
    EXPECT_FALSE(part.complete);
    EXPECT_GT(part.rows.size(), 0u);
    EXPECT_LT(part.rows.size(), whole.rows.size());
    const double mark = 12345.0;
    for (EvaluationRow& row : part.rows) row.seconds = mark;  // to recognize what was not computed again

    EvaluateHooks resume;
    resume.previous = &part;
    const EvaluateRun finished = run_evaluate(data, request, {}, resume);
    ASSERT_EQ(finished.rows.size(), whole.rows.size());
    std::size_t kept = 0;
    for (std::size_t r = 0; r < whole.rows.size(); ++r) {
        EXPECT_EQ(finished.rows[r].value, whole.rows[r].value);
        EXPECT_EQ(finished.rows[r].k, whole.rows[r].k);
        kept += finished.rows[r].seconds == mark;
    }
    EXPECT_EQ(kept, part.rows.size());
    EXPECT_EQ(finished.selections.size(), whole.selections.size());
    EXPECT_TRUE(finished.complete);

    // More methods and more k are added to what is there.
    EvaluateRequest more = request;
    more.methods.emplace_back("variance");
    more.k.emplace_back(7);
    resume.previous = &finished;
    const EvaluateRun grown = run_evaluate(data, more, {}, resume);
    EXPECT_EQ(mean_of(grown, "fisher", 5), mean_of(whole, "fisher", 5));
    EXPECT_GT(mean_of(grown, "variance", 7), 0.0);

    Dataset other = noise(60, 10, 3, 9);
    EXPECT_THAT(trouble(other, request, resume), HasSubstr("for another data set"));
    EvaluateRequest changed = request;
    changed.protocol.fraction = 0.4;
    EXPECT_THAT(trouble(data, changed, resume),
                HasSubstr("for another protocol (holdout:0.5x6) than this run (holdout:0.4x6)"));
    changed = request;
    changed.protocol.repeats = 5;
    EXPECT_THAT(trouble(data, changed, resume), HasSubstr("have 6 repeats, more than the 5 of this run"));
    changed = request;
    changed.scale = Scaling::none;
    EXPECT_THAT(trouble(data, changed, resume), HasSubstr("scale standard"));
}

TEST(ContinuedEvaluate, MoreRepeatsAreAddedToThoseThatAreThere) {
    const Dataset data = noise(60, 10, 4, 8);
    for (const std::string protocol :
         {"holdout:0.5x3", "random:0.5x3", "per-class:2x3", "cv:3x3", "cluster:2x3"}) {
        EvaluateRequest request{.methods = {"laplacian"}, .k = {2, 5}, .protocol = parse_protocol(protocol)};
        request.hash_data = true;
        EvaluateRun fewer = run_evaluate(data, request);
        const std::size_t rows = fewer.rows.size();
        const double mark = 12345.0;
        for (EvaluationRow& row : fewer.rows) row.seconds = mark;
        request.protocol.repeats = 5;
        const EvaluateRun whole = run_evaluate(data, request);
        const EvaluateWork work = check_evaluate(data, request, {}, &fewer);
        EXPECT_EQ(work.steps * 3, work.known * 5) << protocol;
        EvaluateHooks resume;
        resume.previous = &fewer;
        const EvaluateRun grown = run_evaluate(data, request, {}, resume);
        EXPECT_EQ(grown.protocol, whole.protocol);
        EXPECT_EQ(grown.work.known, grown.work.steps);
        ASSERT_EQ(grown.rows.size(), whole.rows.size()) << protocol;
        std::size_t kept = 0;
        for (std::size_t r = 0; r < whole.rows.size(); ++r) {
            EXPECT_EQ(grown.rows[r].value, whole.rows[r].value) << protocol;
            EXPECT_EQ(grown.rows[r].repeat, whole.rows[r].repeat) << protocol;
            kept += grown.rows[r].seconds == mark;
        }
        EXPECT_EQ(kept, rows) << protocol;
    }
}

// With as many repeats as there are sets of classes, the sets come in another order than the random ones.
TEST(ContinuedEvaluate, RandomSetsOfClassesAreNotContinuedAsEverySetOnce) {
    const Dataset data = noise(60, 10, 3, 8);
    EvaluateRequest request{.methods = {"laplacian"}, .k = {2}, .protocol = parse_protocol("cluster:2x2")};
    request.hash_data = true;
    const EvaluateRun before = run_evaluate(data, request);
    EvaluateHooks resume;
    resume.previous = &before;
    request.protocol.repeats = 3;
    EXPECT_THAT(
        trouble(data, request, resume),
        HasSubstr(
            "for random sets of classes (cluster:2x2), and this run takes every set once (cluster:2x3)"));
}

TEST(ContinuedEvaluate, ContinuesWithTheFoldsOfAnUnfinishedRepeat) {
    const Dataset data = noise(60, 10, 3, 8);
    const EvaluateRequest request{.methods = {"fisher", "laplacian"},
                                  .k = {2, 5},
                                  .protocol = parse_protocol("cv:3x2"),
                                  .baselines = false};
    const EvaluateRun whole = run_evaluate(data, request);
    EvaluateRun part = stopped_after(0.8, data, request);  // 10 of 12 tasks: the last fold is not done
    ASSERT_EQ(part.rows.size(), whole.rows.size() / 2);
    ASSERT_EQ(part.folds.size(), 2u * 2u * 2u * 2u);  // methods, k, metrics, folds
    for (FoldRow& fold : part.folds) fold.row.seconds = 300.0;

    double first_report = 0.0;
    Context context;
    context.progress = [&](std::string_view, double done) {
        if (first_report == 0.0) first_report = done;
    };
    EvaluateHooks resume;
    resume.previous = &part;
    const EvaluateRun finished = run_evaluate(data, request, context, resume);
    EXPECT_DOUBLE_EQ(first_report, 1.0 / 2.0);  // both methods on the last fold and nothing else
    ASSERT_EQ(finished.rows.size(), whole.rows.size());
    for (std::size_t r = 0; r < whole.rows.size(); ++r) {
        EXPECT_EQ(finished.rows[r].value, whole.rows[r].value);
        if (whole.rows[r].repeat == 1) {
            EXPECT_NEAR(finished.rows[r].seconds, 200.0, 50.0);  // two folds of 300 and a short one
        }
    }
    EXPECT_EQ(finished.selections.size(), whole.selections.size());
    EXPECT_TRUE(finished.folds.empty());
    EXPECT_THAT(to_json(finished), Not(HasSubstr("\"folds\"")));

    // Another request leaves them where they are.
    EvaluateRequest other = request;
    other.methods = {"variance"};
    EXPECT_EQ(run_evaluate(data, other, {}, resume).folds.size(), part.folds.size());
}

TEST(ContinuedEvaluate, MoreNumbersOfFeaturesDoNotRepeatSelections) {
    const Dataset data = noise(60, 10, 3, 8);
    EvaluateRequest request{
        .methods = {"fisher", "trace-ratio"}, .k = {5}, .protocol = parse_protocol("cv:3x2")};
    EvaluateHooks resume;
    const EvaluateRun unknown = run_evaluate(data, request);
    resume.previous = &unknown;
    EXPECT_THAT(trouble(data, request, resume), HasSubstr("hold no hash of their data"));
    request.hash_data = true;
    const EvaluateRun before = run_evaluate(data, request);
    resume.previous = &before;
    for (const std::vector<FeatureCount>& k : {std::vector<FeatureCount>{2}, {2, 5}, {2, 5, 7}, {7}}) {
        request.k = k;
        const EvaluateRun after = run_evaluate(data, request, {}, resume);
        std::set<std::tuple<std::size_t, Index, Index, Index>> places;
        for (const ChosenFeatures& chosen : after.selections)
            EXPECT_TRUE(
                places.insert({chosen.method, chosen.repeat, chosen.fold, chosen.nested ? 0 : chosen.k})
                    .second)
                << "twice: " << after.methods[chosen.method].label << " " << chosen.k;
        EXPECT_EQ(after.summary.stability.size(),
                  after.summary.rows.size() / 2 - 1);  // two metrics; not for `all`
    }
}

}  // namespace
}  // namespace tamis
