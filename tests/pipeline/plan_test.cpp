// What a run would take: every method has its estimate, and estimates behave as costs do.
#include "tamis/pipeline/plan/plan.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tamis {

using namespace detail;

namespace {

constexpr MachineSpeed speed{.bytes = 1e10, .products = 1e10, .steps = 1e9};

DataShape dense(Index samples, Index features) {
    return {.samples = samples, .features = features, .stored = samples * features, .classes = 3};
}

void expect_sound(const RunPlan& plan, const DataShape& shape) {
    EXPECT_TRUE(std::isfinite(plan.seconds));
    EXPECT_GT(plan.seconds, 0.0);
    EXPECT_GE(plan.passes, 2.0);
    EXPECT_GE(static_cast<double>(plan.memory_bytes), shape.bytes());
}

TEST(Plan, EverySelectorHasAnEstimateThatGrowsWithTheData) {
    for (const Method& method : methods()) {
        SCOPED_TRACE(method.about.name);
        const SelectRequest request{.method = method.usual, .k = 5};
        const DataShape small = dense(200, 50), large = dense(2000, 500);
        const RunPlan first = plan_select(small, request, false, false, speed);
        const RunPlan second = plan_select(large, request, false, false, speed);
        expect_sound(first, small);
        EXPECT_GT(second.seconds, 5.0 * first.seconds);
        EXPECT_GT(second.memory_bytes, first.memory_bytes);
        const bool searches = method.usual.needs().graph || method.about.name == "relieff";
        EXPECT_EQ(first.search, searches ? "exact" : "none");
    }
}

TEST(Plan, HitsAndMissesCount) {
    DataShape shape = dense(1'000'000, 100);
    shape.classes = 2;
    const auto plan_of = [&](const Record& options) {
        return plan_select(shape, {.method = configure("relieff", options), .k = 50}, false, false, speed);
    };
    const RunPlan two = plan_of({});
    EXPECT_EQ(two.search, "approximate");
    // 1,299 MB and 235 s of processor time were taken.
    EXPECT_NEAR(static_cast<double>(two.memory_bytes), 1.3e9, 0.15e9);
    EXPECT_NEAR(two.seconds, 235.0, 25.0);
    EXPECT_EQ(plan_of({{"search", std::string("exact")}}).search, "exact");
    EXPECT_EQ(plan_of({{"samples", Index{20'000}}}).search, "exact");
    EXPECT_LT(plan_of({{"samples", Index{100'000}}}).seconds, 0.2 * two.seconds);
    shape.classes = 10;  // ten lists per sample instead of two
    const RunPlan ten = plan_of({});
    EXPECT_NEAR(static_cast<double>(ten.memory_bytes - two.memory_bytes), 8.0 * 124e6, 1e6);
    EXPECT_GT(ten.seconds, 2.0 * two.seconds);
}

TEST(Plan, SpecSearchesItsHitsAndMisses) {
    const SelectRequest request{.method = configure("spec", {{"similarity", std::string("relieff")}}),
                                .k = 5};
    EXPECT_EQ(plan_select(dense(300, 40), request, false, false, speed).search, "exact");
}

TEST(Plan, EveryProjectorHasAnEstimate) {
    for (const Projector& projector : projectors()) {
        SCOPED_TRACE(projector.about.name);
        const DataShape shape = dense(300, 40);
        expect_sound(plan_project(shape, {.method = projector.usual}, speed), shape);
    }
}

TEST(Plan, DataOfAFileAreNotHeld) {
    const DataShape shape = dense(1'000'000, 5'000);
    const SelectRequest request{.method = "fisher"};
    const RunPlan held = plan_select(shape, request, false, false, speed);
    const RunPlan read = plan_select(shape, request, false, true, speed);
    EXPECT_GT(static_cast<double>(held.memory_bytes), shape.bytes());
    EXPECT_LT(static_cast<double>(read.memory_bytes), 0.01 * shape.bytes());
    EXPECT_EQ(read.passes, held.passes);
    EXPECT_GT(read.seconds, held.seconds);
}

TEST(Plan, ComparisonsCountTheirSplits) {
    const DataShape shape = dense(400, 60);
    EvaluateRequest request{.methods = {"fisher", "laplacian"}, .protocol = parse_protocol("cv:5x2")};
    const RunPlan ten = plan_evaluate(shape, request, speed);
    request.protocol = parse_protocol("cv:5x4");
    const RunPlan twenty = plan_evaluate(shape, request, speed);
    EXPECT_NEAR(twenty.seconds / ten.seconds, 2.0, 1e-9);
    EXPECT_EQ(ten.search, "exact");
}

}  // namespace
}  // namespace tamis
