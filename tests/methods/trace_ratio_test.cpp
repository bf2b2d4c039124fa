// Trace ratio as a method: reference numbers, pairs of graphs, certificate.
#include "tamis/methods/trace_ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/graph/pairs.hpp"
#include "tamis/methods/fisher.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::golden;
using testing::golden_number;
using testing::golden_numbers;
using Criterion = TraceRatioOptions::Criterion;

const Value& certificate(const Selection& selection, const std::string& name) {
    return value_at(selection.certificate, name);
}

class TraceRatioFixture : public ::testing::TestWithParam<bool> {
  protected:
    TraceRatioFixture()
        : dense_(testing::golden_matrix(golden("selection").at("X"))),
          sparse_(to_sparse(dense_)),
          labels_(testing::golden_labels(golden("selection").at("y"))) {}
    MatrixView x() const { return GetParam() ? MatrixView(sparse_) : MatrixView(dense_); }

    void expect_golden(Criterion criterion, const std::string& name) const {
        const Graph graph = build_graph(x(), {.neighbors = 2});
        for (Index m = 1; m <= 6; ++m) {
            const auto& wanted = golden("selection").at("trace ratio " + name + " m=" + std::to_string(m));
            const Selection got =
                trace_ratio(x(), {.labels = &labels_, .graph = &graph}, {.k = m, .criterion = criterion});
            const double lambda = golden_number(wanted.at("lambda"));
            if (std::isinf(lambda))
                EXPECT_EQ(got.objective.value, lambda);
            else
                EXPECT_NEAR(got.objective.value, lambda, 1e-12 * lambda);
            EXPECT_EQ(got.selected, wanted.at("idx").get<std::vector<Index>>());
            const std::vector<double> history = golden_numbers(wanted.at("history"));
            ASSERT_EQ(got.objective.trace.size(), history.size());
            for (std::size_t t = 0; t < history.size(); ++t) {
                if (!std::isfinite(history[t])) continue;
                EXPECT_NEAR(got.objective.trace[t], history[t], 1e-12 * history[t]);
            }
            EXPECT_EQ(certificate(got, "optimal"), Value(true));
        }
    }

    DenseMatrix dense_;
    SparseMatrix sparse_;
    Labels labels_;
};

TEST_P(TraceRatioFixture, Fisher) { expect_golden(Criterion::fisher, "fisher"); }
TEST_P(TraceRatioFixture, Laplacian) { expect_golden(Criterion::laplacian, "laplacian"); }

TEST_P(TraceRatioFixture, SemiSupervisedPair) {
    const Labels some = make_labels(golden("selection").at("semi y").get<std::vector<int>>());
    const Graph graph = build_graph(x(), {.neighbors = 2, .weights = Weights::binary});
    const Scatter pair = semi_supervised_pair(x(), some, graph, 10.0);
    const std::vector<double> b = golden_numbers(golden("selection").at("semi b"));
    const std::vector<double> e = golden_numbers(golden("selection").at("semi e"));
    for (std::size_t j = 0; j < b.size(); ++j) {
        EXPECT_NEAR(pair.between[j], b[j], 1e-11);
        EXPECT_NEAR(pair.within[j], e[j], 1e-11);
    }
}

INSTANTIATE_TEST_SUITE_P(Storage, TraceRatioFixture, ::testing::Bool(),
                         [](const auto& kind) { return kind.param ? "sparse" : "dense"; });

TEST(TraceRatioMethod, EqualsFisherOnStandardizedData) {
    DenseMatrix x = testing::random_matrix(80, 30, 1);
    for (Index j = 0; j < 30; ++j) {
        double mean = 0, square = 0;
        for (Index i = 0; i < 80; ++i) mean += x(i, j) / 80;
        for (Index i = 0; i < 80; ++i) square += (x(i, j) - mean) * (x(i, j) - mean) / 80;
        for (Index i = 0; i < 80; ++i) x(i, j) = (x(i, j) - mean) / std::sqrt(square);
    }
    const Labels labels = testing::random_labels(80, 3, 1);
    for (const Index k : {1, 7, 20}) {
        EXPECT_EQ(trace_ratio(x, {.labels = &labels}, {.k = k}).selected,
                  fisher(x, labels, {.k = k}).selected);
    }
}

TEST(TraceRatioMethod, AnyPairOfGraphs) {
    const DenseMatrix x = testing::random_matrix(50, 8, 2);
    const Graph near = build_graph(x, {.neighbors = 3, .weights = Weights::binary});
    const Graph far = build_graph(x, {.neighbors = 12, .weights = Weights::heat});
    const Selection got =
        trace_ratio(x, {.graph = &near, .between = &far}, {.k = 3, .criterion = Criterion::graph});
    const auto energy = [&](const Graph& graph, Index j) {
        double sum = 0;
        for (Index i = 0; i < 50; ++i)
            for (auto p = at(graph.row_start[at(i)]); p < at(graph.row_start[at(i) + 1]); ++p)
                sum += 0.5 * graph.weights[p] * std::pow(x(i, j) - x(graph.neighbors[p], j), 2);
        return sum;
    };
    double between = 0, within = 0;
    for (const Index j : got.selected) between += energy(far, j), within += energy(near, j);
    EXPECT_NEAR(got.objective.value, between / within, 1e-11 * got.objective.value);
    EXPECT_EQ(got.stop, Stop::converged);
}

TEST(TraceRatioMethod, PathFlagsWhatIsNotNested) {
    const DenseMatrix x = testing::random_matrix(40, 25, 3);
    const Labels labels = testing::random_labels(40, 3, 3);
    const Selection got = trace_ratio(x, {.labels = &labels}, {.k = 25, .path = true});
    ASSERT_EQ(got.path.size(), 25U);
    for (std::size_t m = 1; m <= 25; ++m) {
        const PathStep& step = got.path[m - 1];
        EXPECT_EQ(step.k, static_cast<Index>(m));
        EXPECT_EQ(step.selected.size(), m);
        EXPECT_EQ(step.value, trace_ratio(x, {.labels = &labels}, {.k = step.k}).objective.value);
        bool nested = true;
        if (m > 1)
            for (const Index j : got.path[m - 2].selected)
                nested =
                    nested && std::find(step.selected.begin(), step.selected.end(), j) != step.selected.end();
        EXPECT_EQ(step.nested, nested);
    }
}

TEST(TraceRatioMethod, SaysWhatIsMissing) {
    const DenseMatrix x = testing::random_matrix(10, 4, 4);
    EXPECT_THROW(trace_ratio(x, {}, {.k = 2}), Error);
    EXPECT_THROW(trace_ratio(x, {}, {.k = 2, .criterion = Criterion::laplacian}), Error);
    const Graph graph = build_graph(x, {.neighbors = 2});
    const Labels one = make_labels(std::vector<int>{0, 0, -1, -1, -1, -1, -1, -1, -1, -1});
    EXPECT_THROW(trace_ratio(x, {.labels = &one, .graph = &graph}, {.k = 2, .criterion = Criterion::semi}),
                 Error);
    EXPECT_THROW(trace_ratio(x, {.labels = &one, .graph = &graph},
                             {.k = 2, .criterion = Criterion::semi, .label_weight = 0}),
                 UsageError);
}

}  // namespace
}  // namespace tamis
