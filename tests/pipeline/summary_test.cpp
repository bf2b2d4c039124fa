#include "tamis/pipeline/summary.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "tamis/pipeline/evaluate.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index all_features = 9;

// Eight repeats of three methods; `all` has its one row of all features.
EvaluateRun made_up_run(Index repeats) {
    EvaluateRun run;
    run.features = all_features;
    run.methods = {{"a", "a", {}}, {"b", "b", {}}, {"all", "all", {}}};
    const auto add = [&](std::size_t method, Index k, Index repeat, double value) {
        run.rows.push_back({.method = method,
                            .k = k,
                            .repeat = repeat,
                            .evaluator = "1nn",
                            .metric = "accuracy",
                            .value = value,
                            .seconds = 2.0});
    };
    for (Index r = 0; r < repeats; ++r) {
        const double step = 0.01 * static_cast<double>(r);
        add(0, 2, r, 0.9 + step);
        add(0, 4, r, 0.2 + step);
        add(1, 2, r, r % 2 == 0 ? 0.91 + step : 0.88 + step);  // about as good as a
        add(1, 4, r, 0.1 + step);
        add(2, all_features, r, 0.5 + step);
    }
    return run;
}

Standing standing(const EvaluateSummary& summary, std::size_t method, Index k) {
    const ColumnEntry* entry = summary.find_entry(method, k, {"1nn", "accuracy"});
    if (entry == nullptr) throw std::logic_error("no such entry");
    return entry->standing;
}

TEST(Summary, AllFeaturesStandInEveryColumn) {
    const EvaluateSummary summary = summarize(made_up_run(8));
    EXPECT_EQ(summary.feature_counts, (std::vector<Index>{2, 4}));
    ASSERT_EQ(summary.columns.size(), 6u);
    for (const Index k : {2, 4}) {
        const ColumnEntry* entry = summary.find_entry(2, k, {"1nn", "accuracy"});
        ASSERT_NE(entry, nullptr);
        EXPECT_EQ(summary.rows[entry->row].k, all_features);
        EXPECT_NEAR(summary.rows[entry->row].mean, 0.535, 1e-12);
    }
    EXPECT_EQ(summary.find_row(0, 3, {"1nn", "accuracy"}), nullptr);
    EXPECT_EQ(summary.repeats, 8);
}

TEST(Summary, TheBestOfAColumnAndThoseNearItAreMarked) {
    const EvaluateSummary summary = summarize(made_up_run(8));
    ASSERT_TRUE(summary.can_test);
    EXPECT_EQ(standing(summary, 0, 2), Standing::best);
    EXPECT_EQ(standing(summary, 1, 2), Standing::not_separated);
    EXPECT_EQ(standing(summary, 2, 2), Standing::other);
    EXPECT_EQ(standing(summary, 2, 4), Standing::best);
    EXPECT_EQ(standing(summary, 0, 4), Standing::other);
}

TEST(Summary, FewRepeatsSeparateNothing) {
    const EvaluateSummary summary = summarize(made_up_run(4));
    EXPECT_FALSE(summary.can_test);
    EXPECT_EQ(standing(summary, 0, 2), Standing::best);
    EXPECT_EQ(standing(summary, 1, 2), Standing::other);
}

Dataset noise() {
    Dataset data;
    data.name = "noise.csv";
    data.x = testing::random_matrix(60, 8, 1);
    data.labels = testing::random_labels(60, 2, 2);
    return data;
}

// A slow disk must not stop the work: while one thread saves, another one finishes a task.
TEST(PeriodicSave, OtherThreadsWorkOn) {
    std::mutex mutex;
    std::condition_variable progressed;
    Index reports = 0;
    bool waited = false, worked_on = false;
    Context context;
    context.threads = 2;
    context.progress = [&](std::string_view, double) {
        const std::lock_guard lock(mutex);
        ++reports;
        progressed.notify_all();
    };
    EvaluateHooks hooks;
    hooks.save_every = 0.0;
    hooks.save = [&](const EvaluateRun& partial) {
        EXPECT_FALSE(partial.complete);
        EXPECT_EQ(partial.summary.rows.size(), summarize(partial).rows.size());
        std::unique_lock lock(mutex);
        if (std::exchange(waited, true)) return;
        const Index before = reports;
        worked_on = progressed.wait_for(lock, std::chrono::seconds(20), [&] { return reports > before; });
    };
    const EvaluateRun run = run_evaluate(
        noise(), {.methods = {"fisher", "variance"}, .k = {3}, .protocol = parse_protocol("holdout:0.5x6")},
        context, hooks);
    EXPECT_TRUE(worked_on);
    EXPECT_EQ(run.summary.rows.size(), 8u);  // four methods; accuracy and redundancy
}

}  // namespace
}  // namespace tamis
