// Theorems and storage on the papers' own data; what is not there is skipped.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <ostream>

#include "tamis/graph/pairs.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/methods/trace_ratio/dinkelbach.hpp"
#include "tests/support/paper_set.hpp"

namespace tamis {

using namespace detail;

namespace {

class TraceRatioOnRealData : public ::testing::TestWithParam<std::string> {};

// λ rises strictly from round to round (Theorem 1) and never rises with the number of features (Theorem 2).
void expect_theorems(const Scatter& pair) {
    const RatioTerms terms{pair.between, pair.within, pair.constant};
    const auto features = static_cast<Index>(pair.between.size());
    double before = std::numeric_limits<double>::infinity();
    for (Index m = 1; m <= features; m += std::max<Index>(1, features / 40)) {
        const TraceRatioSolution solution = solve_trace_ratio(terms, m);
        for (std::size_t t = 1; t < solution.history.size(); ++t)
            EXPECT_GT(solution.history[t], solution.history[t - 1]) << "Theorem 1, m = " << m;
        EXPECT_LE(solution.lambda, before) << "Theorem 2, m = " << m;
        EXPECT_LE(solution.residual, 1e-12) << "m = " << m;
        EXPECT_LE(solution.history.size(), 12U);
        before = solution.lambda;
    }
}

TEST_P(TraceRatioOnRealData, TheoremsOneAndTwo) {
    const std::optional<Dataset> data =
        testing::paper_file(GetParam(), {.label = GetParam() == "usps2007.txt.gz" ? "first"
                                                  : GetParam().ends_with(".mat")  ? "auto"
                                                                                  : "last"});
    if (!data) GTEST_SKIP() << GetParam() << " is not there";
    expect_theorems(class_scatter(data->x, data->labels));
    expect_theorems(laplacian_pair(data->x, build_graph(data->x, {.neighbors = 5})));
}

INSTANTIATE_TEST_SUITE_P(Files, TraceRatioOnRealData,
                         ::testing::Values("vehicle.dat", "ionosphere.data", "heart.dat", "sonar.data",
                                           "australian.dat", "usps2007.txt.gz", "orl.mat", "coil20.mat",
                                           "att_28x23.mat", "mnist2000.mat", "yale.mat", "glioma.mat",
                                           "tox_171.mat", "warppie10p.mat", "pixraw10p.mat"),
                         [](const auto& file) { return file.param.substr(0, file.param.find('.')); });

struct WordRun {
    std::string file, method;
    Record settings;
};

void PrintTo(const WordRun& run, std::ostream* out) { *out << run.file << " " << run.method; }

class WordCounts : public ::testing::TestWithParam<WordRun> {};

// Word counts, 98 % zeros: sparse rows give what dense ones give.
TEST_P(WordCounts, SparseEqualsDense) {
    const std::optional<Dataset> data = testing::paper_file(GetParam().file);
    if (!data) GTEST_SKIP() << GetParam().file << " is not there";
    const SparseMatrix sparse = to_sparse(data->x);
    const ConfiguredMethod method(GetParam().method, GetParam().settings);
    const auto run = [&](const MatrixView& x) {
        std::optional<Graph> graph;
        if (method.needs().graph) graph = build_graph(x, method.about().graph);
        return method.run(x, {.labels = &data->labels, .graph = graph ? &*graph : nullptr}, 100);
    };
    const Selection dense = run(data->x), thin = run(sparse);
    ASSERT_EQ(dense.raw_scores.size(), thin.raw_scores.size());
    for (std::size_t j = 0; j < dense.raw_scores.size(); ++j) {
        if (std::isinf(dense.raw_scores[j]))
            EXPECT_EQ(thin.raw_scores[j], dense.raw_scores[j]);
        else
            EXPECT_NEAR(thin.raw_scores[j], dense.raw_scores[j], 1e-10 * (1 + std::abs(dense.raw_scores[j])));
    }
    // Features whose scores agree to rounding may change places.
    for (std::size_t r = 0; r < dense.selected.size(); ++r) {
        const double at_rank = dense.scores[at(dense.selected[r])];
        EXPECT_NEAR(dense.scores[at(thin.selected[r])], at_rank, 1e-10 * (1 + std::abs(at_rank)));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, WordCounts,
    ::testing::Values(WordRun{"basehock.mat", "variance", {}}, WordRun{"basehock.mat", "fisher", {}},
                      WordRun{"basehock.mat", "trace-ratio", {}}, WordRun{"relathe.mat", "laplacian", {}},
                      WordRun{"relathe.mat", "spec", {{"criterion", "phi1"}, {"power", "4"}}},
                      WordRun{"relathe.mat", "spec", {{"similarity", "class"}}},
                      WordRun{"relathe.mat", "relieff", {{"samples", "100"}}},
                      WordRun{"basehock.mat", "hsic", {}},
                      WordRun{"basehock.mat", "hsic", {{"estimator", "unbiased"}}}),
    [](const auto& entry) {
        return entry.param.file.substr(0, entry.param.file.find('.')) + "_" + std::to_string(entry.index);
    });

}  // namespace
}  // namespace tamis
