// Methods that read the data as blocks of rows give the same bits on any kind of rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tamis/core/error.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/hsic.hpp"
#include "tamis/methods/laplacian.hpp"
#include "tamis/methods/spec.hpp"
#include "tamis/methods/trace_ratio.hpp"
#include "tamis/methods/variance.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/vanishing_rows.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::VanishingRows;

struct Problem {
    Matrix x;
    Labels labels, some_labels;
    Graph graph, between;

    Inputs inputs() const { return {.labels = &labels, .graph = &graph, .between = &between}; }
};

struct Case {
    std::string name;
    std::function<Selection(const Rows&, const Problem&, const Context&)> run;
};

Case spec_case(const std::string& name, const SpecOptions& options) {
    return {name, [options](const Rows& x, const Problem& problem, const Context& context) {
                return spec(x, problem.inputs(), options, context);
            }};
}

Case trace_ratio_case(const std::string& name, const TraceRatioOptions& options) {
    return {name, [options](const Rows& x, const Problem& problem, const Context& context) {
                Inputs inputs = problem.inputs();
                if (options.criterion == TraceRatioOptions::Criterion::semi)
                    inputs.labels = &problem.some_labels;
                return trace_ratio(x, inputs, options, context);
            }};
}

Case hsic_case(const std::string& name, const HsicOptions& options) {
    return {name, [options](const Rows& x, const Problem& problem, const Context& context) {
                return hsic(x, problem.labels, options, context);
            }};
}

std::vector<Case> every_case() {
    using Ratio = TraceRatioOptions::Criterion;
    using Phi = SpecOptions::Criterion;
    using Similarity = SpecOptions::Similarity;
    return {
        {"variance",
         [](const Rows& x, const Problem&, const Context& context) { return variance(x, {}, context); }},
        {"fisher", [](const Rows& x, const Problem& problem,
                      const Context& context) { return fisher(x, problem.labels, {}, context); }},
        {"laplacian", [](const Rows& x, const Problem& problem,
                         const Context& context) { return laplacian(x, problem.graph, {}, context); }},
        trace_ratio_case("trace-ratio fisher", {.criterion = Ratio::fisher}),
        trace_ratio_case("trace-ratio laplacian", {.criterion = Ratio::laplacian}),
        trace_ratio_case("trace-ratio graph", {.criterion = Ratio::graph}),
        trace_ratio_case("trace-ratio semi", {.criterion = Ratio::semi}),
        hsic_case("hsic", {}),
        hsic_case("hsic balanced unbiased",
                  {.label_kernel = LabelKernelKind::balanced, .estimator = HsicEstimator::unbiased}),
        hsic_case("hsic integer", {.label_kernel = LabelKernelKind::integer}),
        spec_case("spec", {}),
        spec_case("spec phi1 power 2", {.criterion = Phi::phi1, .power = 2.0}),
        spec_case("spec power 3", {.power = 3.0}),
        spec_case("spec power 0.5", {.power = 0.5}),
        spec_case("spec phi3", {.criterion = Phi::phi3, .clusters = 3}),
        spec_case("spec diffusion", {.similarity = Similarity::diffusion, .beta = 0.2}),
        spec_case("spec diffusion power 2",
                  {.power = 2.0, .similarity = Similarity::diffusion, .beta = 1e-10}),
        spec_case("spec class", {.similarity = Similarity::by_class}),
        spec_case("spec class phi3", {.criterion = Phi::phi3, .similarity = Similarity::by_class}),
    };
}

Problem make_problem(DenseMatrix x, bool sparse, std::uint64_t seed) {
    Problem problem;
    problem.labels = testing::random_labels(x.rows(), 5, seed);
    problem.some_labels = problem.labels;
    for (std::size_t i = 0; i < problem.some_labels.of.size(); i += 3) {
        --problem.some_labels.counts[at(problem.some_labels.of[i])];
        problem.some_labels.of[i] = Labels::unlabeled;
    }
    problem.graph = build_graph(x, {.neighbors = 4});
    problem.between = build_graph(x, {.neighbors = 7});
    for (Index i = 0; i < x.rows(); ++i) x(i, 1) = 0.1;  // constant
    x(0, 2) = 1e7;                                       // a first sample far off: summed a second time
    problem.x = sparse ? Matrix(to_sparse(x)) : Matrix(std::move(x));
    return problem;
}

void expect_same_bits(const Problem& problem) {
    struct Reading {
        std::vector<Index> blocks;
        int threads;
        bool seekable = false;
    };
    const std::vector<Reading> readings{{{1}, 1},
                                        {{3}, 2},
                                        {{7}, 7},
                                        {{1, 7, 3, 251, 2}, 2},
                                        {{1009}, 7},
                                        {{5}, 2, true},
                                        {{1, 7, 3, 251, 2}, 7, true}};
    for (const Case& one : every_case()) {
        SCOPED_TRACE(one.name);
        const Selection wanted = one.run(problem.x, problem, {.threads = 1});
        for (const Reading& reading : readings) {
            SCOPED_TRACE("blocks of " + std::to_string(reading.blocks.front()) + " rows, " +
                         std::to_string(reading.threads) + " threads");
            const VanishingRows source(problem.x, reading.blocks, reading.seekable);
            const Selection found = one.run(source, problem, {.threads = reading.threads});
            EXPECT_EQ(found.selected, wanted.selected);
            EXPECT_EQ(found.scores, wanted.scores);
            EXPECT_EQ(found.raw_scores, wanted.raw_scores);
            EXPECT_EQ(found.objective.trace, wanted.objective.trace);
            EXPECT_EQ(found.objective.value, wanted.objective.value);
            EXPECT_EQ(found.certificate, wanted.certificate);
            EXPECT_EQ(found.stop, wanted.stop);
            EXPECT_EQ(found.iterations, wanted.iterations);
        }
    }
}

TEST(MethodsOnRows, ManyDenseRowsSameBits) {
    expect_same_bits(make_problem(testing::random_matrix(2311, 11, 1), false, 1));
}

TEST(MethodsOnRows, LongDenseRowsSameBits) {
    expect_same_bits(make_problem(testing::random_matrix(97, 1100, 2), false, 2));
}

TEST(MethodsOnRows, ManySparseRowsSameBits) {
    expect_same_bits(make_problem(testing::random_counts(2311, 13, 0.3, 3), true, 3));
}

TEST(MethodsOnRows, LongSparseRowsSameBits) {
    expect_same_bits(make_problem(testing::random_counts(97, 1100, 0.1, 4), true, 4));
}

// Every method that works on rows which are not a matrix in memory is among the cases above; the others say
// that they need one.
TEST(MethodsOnRows, EveryMethodThatTakesRowsIsTested) {
    const Problem problem = make_problem(testing::random_matrix(60, 12, 6), false, 6);
    const VanishingRows source(problem.x, {7});
    const std::vector<Case> cases = every_case();
    for (const Method& method : methods()) {
        const auto tested = std::any_of(cases.begin(), cases.end(), [&](const Case& one) {
            return one.name == method.about.name || one.name.starts_with(method.about.name + " ");
        });
        try {
            method.usual.run(source, problem.inputs(), 3);
            EXPECT_TRUE(tested) << method.about.name;
        } catch (const Error& error) {
            EXPECT_EQ(error.what(), method.about.name + " needs all rows in memory at once");
            EXPECT_FALSE(tested) << method.about.name;
        }
    }
}

TEST(MethodsOnRows, WhatNeedsTheWholeMatrixSaysSo) {
    const Problem problem = make_problem(testing::random_matrix(60, 12, 5), false, 5);
    const VanishingRows source(problem.x, {7});
    EXPECT_THROW(hsic(source, problem.labels, {.kernel = HsicOptions::Kernel::rbf}), Error);
    EXPECT_THROW(spec(source, problem.inputs(), {.similarity = SpecOptions::Similarity::relieff}), Error);
}

}  // namespace
}  // namespace tamis
