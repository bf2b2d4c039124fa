// A comparison does not depend on the unit of the data: neither the methods nor what judges them.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tests/pipeline/evaluate_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::noise;

// Three classes, which the first features tell apart.
Dataset classes_in_noise() {
    Dataset data = noise(45, 8, 3, 5);
    for (Index i = 0; i < data.samples(); ++i)
        change_cells(data.x, i, [&](Index j, double& value) {
            if (j < 3) value += 1.5 * data.labels.of[at(i)] * static_cast<double>(j + 1);
        });
    return data;
}

Dataset times_power(Dataset data, Index columns, int power) {
    for (Index i = 0; i < data.samples(); ++i)
        change_cells(data.x, i, [&](Index j, double& value) {
            if (j < columns) value = std::ldexp(value, power);
        });
    return data;
}

// Methods that use the labels are not judged on the samples that they have seen.
EvaluateRequest request_for(const std::string& protocol, std::optional<Scaling> scale) {
    const bool splits = protocol.starts_with("holdout"), clusters = protocol.starts_with("cluster");
    return {.methods = splits ? std::vector<ComparedMethod>{"fisher", "laplacian", "relieff"}
                              : std::vector<ComparedMethod>{"laplacian", "variance"},
            .k = {1, 2, 5},
            .protocol = parse_protocol(protocol),
            .evaluators = {clusters ? Evaluator::kmeans : Evaluator::one_nearest},
            .scale = scale};
}

void expect_same_measures(const EvaluateRun& found, const EvaluateRun& wanted) {
    ASSERT_EQ(found.summary.rows.size(), wanted.summary.rows.size());
    ASSERT_FALSE(wanted.summary.rows.empty());
    for (std::size_t r = 0; r < wanted.summary.rows.size(); ++r)
        EXPECT_NEAR(found.summary.rows[r].mean, wanted.summary.rows[r].mean, 1e-12)
            << wanted.summary.rows[r].measure.metric << " of row " << r;
}

TEST(EvaluateUnit, OfTheDataDoesNotMatter) {
    const Dataset data = classes_in_noise();
    for (const char* protocol : {"holdout:0.5x3", "loo", "cluster:3x2"})
        for (const Scaling scale : {Scaling::none, Scaling::standard, Scaling::minmax}) {
            SCOPED_TRACE(protocol + (" scaling " + std::to_string(static_cast<int>(scale))));
            const EvaluateRequest request = request_for(protocol, scale);
            const auto wanted = run_evaluate(data, request);
            for (const int power : {-300, -600, -900, 400}) {
                SCOPED_TRACE("data times 2^" + std::to_string(power));
                expect_same_measures(run_evaluate(times_power(data, 8, power), request), wanted);
            }
        }
}

// Fisher chooses the small features first, as if they were not small; 1NN sees them as long as they are
// alone.
TEST(EvaluateUnit, OfTheFirstChosenFeaturesDoesNotMatterWhileTheyAreAlone) {
    const Dataset data = classes_in_noise();
    const EvaluateRequest request{.methods = {"fisher"},
                                  .k = {1, 2, 3},
                                  .protocol = parse_protocol("holdout:0.5x3"),
                                  .evaluators = {Evaluator::one_nearest},
                                  .scale = Scaling::none,
                                  .baselines = false};
    expect_same_measures(run_evaluate(times_power(data, 3, -600), request), run_evaluate(data, request));
}

}  // namespace
}  // namespace tamis
