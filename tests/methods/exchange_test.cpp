// Exchanges and branch and bound against tests/golden/corners.json, against enumeration, and on real data.
#include "tamis/methods/exchange/exchange.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "tamis/methods/lapaofs.hpp"
#include "tamis/methods/lapdofs.hpp"
#include "tamis/methods/lapofs/branch_and_bound.hpp"
#include "tamis/methods/lapofs/feature_gram.hpp"
#include "tests/support/dense_design.hpp"
#include "tests/support/paper_set.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::DenseDesign;
using testing::golden;
using testing::random_matrix;

template <class Value>
Value certified(const Selection& selection, const char* name) {
    return std::get<Value>(*find(selection.certificate, name));
}

Graph ring(Index samples) {
    std::vector<GraphEntry> entries;
    for (Index i = 0; i < samples; ++i) {
        entries.push_back({i, (i + 1) % samples, 1.0});
        entries.push_back({(i + 1) % samples, i, 1.0});
    }
    return make_graph(samples, entries, "ring");
}

// A problem of either design with everything that it refers to.
struct Problem {
    Problem(const DenseMatrix& data, const Graph& joined, double lambda1, double lambda2, Design kind)
        : x(data),
          graph(joined),
          gram(x, graph, lambda1, LaplacianKind::plain, context),
          dense{testing::to_eigen(x), testing::dense_b(graph, lambda1), lambda2},
          goal(kind == Design::d ? ExchangeGoal::log_det : ExchangeGoal::trace) {}

    ExchangeProblem exchange() const {
        return {.goal = goal, .diagonal = gram.diagonal(), .ridge = dense.lambda2, .rows = rows};
    }
    // Larger is better.
    double value(const std::vector<Index>& set) const {
        return goal == ExchangeGoal::log_det ? dense.log_det(set) : -dense.trace_inverse(set);
    }
    DenseMatrix rows_of(std::span<const Index> set) const {
        DenseMatrix out(static_cast<Index>(set.size()), gram.features());
        rows(set, out.data());
        return out;
    }

    Context context;
    DenseMatrix x;
    Graph graph;
    FeatureGram gram;
    DenseDesign dense;
    ExchangeGoal goal;
    std::function<void(std::span<const Index>, double*)> rows =
        [this](std::span<const Index> set, double* out) { gram.rows(set, out, context); };
};

// Calls visit(set) for every set of k of d features.
template <class Visit>
void for_every_set(Index d, Index k, Visit&& visit) {
    std::vector<Index> set(at(k));
    std::iota(set.begin(), set.end(), Index{0});
    while (true) {
        visit(set);
        Index i = k - 1;
        while (i >= 0 && set[at(i)] == d - k + i) --i;
        if (i < 0) return;
        ++set[at(i)];
        for (Index j = i + 1; j < k; ++j) set[at(j)] = set[at(j - 1)] + 1;
    }
}

double best_value(const Problem& problem, Index k) {
    double best = -HUGE_VAL;
    for_every_set(problem.gram.features(), k,
                  [&](const std::vector<Index>& set) { best = std::max(best, problem.value(set)); });
    return best;
}

class ExchangeFixture : public ::testing::TestWithParam<Design> {
  protected:
    const nlohmann::json& wanted() const {
        return golden("corners").at("subsets").at(GetParam() == Design::d ? "D" : "A");
    }
    Problem problem{testing::formula_case({5, 6, 4}, 10, 1.0, 0.8).x, ring(15), 0.1, 0.1, GetParam()};
};

TEST_P(ExchangeFixture, GainsOfAllExchanges) {
    const ExchangeProblem exchange = problem.exchange();
    const auto start = wanted().at("start").get<std::vector<Index>>();
    ExchangeState state(exchange, problem.context);
    ASSERT_TRUE(state.reset(start, problem.rows_of(start)));
    const Exchange best = state.best();
    const auto& table = wanted().at("swap gains from start (rows: out 0..3, columns: in 4..9)");
    double most = -HUGE_VAL;
    for (Index i = 0; i < 4; ++i)
        for (Index f = 4; f < 10; ++f) {
            const double gain = table.at(at(i)).at(at(f - 4)).get<double>();
            EXPECT_NEAR(state.gain(i, f), gain, 1e-9);
            most = std::max(most, gain);
        }
    EXPECT_NEAR(best.gain, most, 1e-9);
    EXPECT_EQ(best.gain, state.gain(best.slot, best.feature));
}

TEST_P(ExchangeFixture, ReachesTheReference) {
    const ExchangeProblem exchange = problem.exchange();
    const auto start = wanted().at("start").get<std::vector<Index>>();
    const Exchanged got = exchange_features(exchange, start, problem.context);
    EXPECT_EQ(got.set, wanted().at("exchange from start").get<std::vector<Index>>());
    EXPECT_EQ(got.swaps, wanted().at("swaps").get<Index>());
    const double base = GetParam() == Design::d ? 4 * std::log(0.1) : 0.0;
    EXPECT_NEAR(std::abs(problem.value(got.set) - base), wanted().at("exchange value").get<double>(), 1e-9);
}

TEST_P(ExchangeFixture, AsAMethod) {
    const auto run = [&](DesignSolver solver) {
        if (GetParam() == Design::d)
            return lapdofs(problem.x, problem.graph,
                           {.k = 4, .lambda1 = 0.1, .lambda2 = 0.1, .solver = solver});
        return lapaofs(problem.x, problem.graph, {.k = 4, .lambda1 = 0.1, .lambda2 = 0.1, .solver = solver});
    };
    const Selection greedy = run(DesignSolver::greedy);
    EXPECT_EQ(greedy.selected, wanted().at("greedy").get<std::vector<Index>>());
    const Selection got = run(DesignSolver::exchange);
    const double base = GetParam() == Design::d ? 4 * std::log(0.1) : 0.0;
    EXPECT_NEAR(greedy.objective.value - base, wanted().at("greedy value").get<double>(), 1e-9);
    // For D greedy has found the optimum already; for A no single exchange leads there from the greedy set.
    EXPECT_NEAR(got.objective.value, greedy.objective.value, 1e-9);
    EXPECT_EQ(certified<Index>(got, "swaps"), 0);
    EXPECT_EQ(certified<double>(got, "greedy"), certified<double>(greedy, "value"));
    EXPECT_GE(certified<double>(got, "value"), certified<double>(greedy, "value"));
    EXPECT_LE(certified<double>(got, "value"), certified<double>(got, "bound"));
    // In the order of greedy choices inside the set: scores of the chosen fall for D.
    EXPECT_EQ(got.objective.trace.size(), 4U);
    for (std::size_t j = 1; j < 4 && GetParam() == Design::d; ++j)
        EXPECT_LE(got.scores[at(got.selected[j])], got.scores[at(got.selected[j - 1])]);
}

INSTANTIATE_TEST_SUITE_P(Designs, ExchangeFixture, ::testing::Values(Design::d, Design::a),
                         [](const auto& entry) { return entry.param == Design::d ? "D" : "A"; });

// The numbers that follow from one another in O(kd) are those of a fresh start.
TEST(Exchange, UpdatesEqualAFreshStart) {
    for (const Design design : {Design::d, Design::a}) {
        const Problem problem(random_matrix(30, 40, 5), ring(30), 0.2, 0.05, design);
        const ExchangeProblem exchange = problem.exchange();
        ExchangeState state(exchange, problem.context), fresh(exchange, problem.context);
        const std::vector<Index> start{0, 1, 2, 3, 4, 5, 6};
        ASSERT_TRUE(state.reset(start, problem.rows_of(start)));
        for (int swaps = 0; swaps < 12; ++swaps) {
            const Exchange best = state.best();
            const Exchange any{swaps % 7, best.feature, state.gain(swaps % 7, best.feature)};
            const std::vector<Index> feature{any.feature};
            state.swap(any, problem.rows_of(feature).data());
            const std::vector<Index> set(state.set().begin(), state.set().end());
            ASSERT_TRUE(fresh.reset(set, problem.rows_of(set)));
            EXPECT_NEAR(state.value(), fresh.value(), 1e-9 * std::abs(fresh.value()));
            state.best();
            fresh.best();
            for (Index i = 0; i < 7; ++i)
                for (Index f = 0; f < 40; ++f) {
                    if (std::find(set.begin(), set.end(), f) != set.end()) continue;
                    EXPECT_NEAR(state.gain(i, f), fresh.gain(i, f), 1e-9 * (1 + std::abs(fresh.gain(i, f))));
                }
        }
    }
}

// No exchange improves what is returned, and every gain of the table is what the definitions give.
TEST(Exchange, EndsWhereNoExchangeGains) {
    for (const Design design : {Design::d, Design::a})
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Problem problem(random_matrix(9, 13, seed), ring(9), 0.1, 0.1, design);
            const ExchangeProblem exchange = problem.exchange();
            const Exchanged got =
                exchange_features(exchange, std::vector<Index>{0, 1, 2, 3}, problem.context);
            const double value = problem.value(got.set);
            EXPECT_GE(value, problem.value({0, 1, 2, 3}));
            EXPECT_LE(value, best_value(problem, 4) + 1e-9);
            for (std::size_t i = 0; i < 4; ++i)
                for (Index f = 0; f < 13; ++f) {
                    std::vector<Index> other = got.set;
                    if (std::find(other.begin(), other.end(), f) != other.end()) continue;
                    other[i] = f;
                    EXPECT_LE(problem.value(other), value + 1e-9 * std::abs(value));
                }
        }
}

TEST(Exchange, TiesGoToTheLowestFeatures) {
    DenseMatrix x = random_matrix(12, 8, 3);
    for (Index i = 0; i < 12; ++i) x(i, 6) = x(i, 5), x(i, 7) = 0.0, x(i, 1) = x(i, 0);
    for (const Design design : {Design::d, Design::a}) {
        const Problem problem(x, ring(12), 0.1, 0.1, design);
        const ExchangeProblem exchange = problem.exchange();
        // A copy and a zero start inside; of the equal features 5 and 6 the first comes in.
        const Exchanged got = exchange_features(exchange, std::vector<Index>{0, 1, 7}, problem.context);
        EXPECT_THAT(got.set, ::testing::Not(::testing::Contains(7)));
        EXPECT_THAT(got.set, ::testing::Not(::testing::IsSupersetOf({0, 1})));
        EXPECT_THAT(got.set, ::testing::Not(::testing::Contains(6)));
    }
}

TEST(Exchange, WithAllFeaturesSaysSo) {
    const DenseMatrix x = random_matrix(10, 5, 1);
    std::vector<std::string> said;
    Context context;
    context.warn = [&](const std::string& text) { said.push_back(text); };
    const Selection all = lapdofs(x, ring(10), {.k = 5, .solver = DesignSolver::exchange}, context);
    EXPECT_EQ(all.selected, lapdofs(x, ring(10), {.k = 5}).selected);
    EXPECT_THAT(said, ::testing::ElementsAre("there is nothing to exchange: all 5 features are selected"));
}

TEST(Exchange, ZerosAndCopiesComeLast) {
    DenseMatrix x = random_matrix(10, 6, 4);
    for (Index i = 0; i < 10; ++i) x(i, 0) = 0.0, x(i, 4) = x(i, 2);
    for (const DesignSolver solver : {DesignSolver::exchange, DesignSolver::exact}) {
        const Selection got = lapdofs(x, ring(10), {.k = 4, .solver = solver});
        std::vector<Index> set = got.selected;
        std::sort(set.begin(), set.end());
        EXPECT_EQ(set, (std::vector<Index>{1, 2, 3, 5}));
        const Selection most = lapdofs(x, ring(10), {.k = 5, .solver = solver});
        EXPECT_EQ(most.selected.back(), 4) << "the copy";
        const Selection zeros = lapdofs(DenseMatrix(10, 3), ring(10), {.k = 2, .solver = solver});
        EXPECT_EQ(zeros.selected, (std::vector<Index>{0, 1}));
        EXPECT_EQ(zeros.stop, Stop::exhausted);
    }
}

TEST(Exact, EqualsEnumeration) {
    for (std::uint64_t seed = 0; seed < 4; ++seed)
        for (const Index d : {6, 10, 14})
            for (Index k = 1; k <= std::min<Index>(d, 8); k += 2) {
                SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(k) + " of " +
                             std::to_string(d));
                const Problem problem(random_matrix(8, d, seed), ring(8), 0.3, 0.2, Design::d);
                const double best = best_value(problem, k);
                const Selection got =
                    lapdofs(problem.x, problem.graph,
                            {.k = k, .lambda1 = 0.3, .lambda2 = 0.2, .solver = DesignSolver::exact});
                EXPECT_NEAR(got.objective.value, best, 1e-9);
                EXPECT_TRUE(certified<bool>(got, "optimal"));
                EXPECT_LE(certified<double>(got, "gap"), 1e-9);
                EXPECT_EQ(got.stop, Stop::converged);
            }
}

// From a bad start, so that the search has something to find.
TEST(Exact, ImprovesAnyStart) {
    const Problem problem(random_matrix(9, 12, 8), ring(9), 0.1, 0.1, Design::d);
    std::vector<Index> all(12);
    std::iota(all.begin(), all.end(), Index{0});
    DenseMatrix h = problem.rows_of(all);
    for (Index f = 0; f < 12; ++f) h(f, f) += 0.1;
    for (Index k = 1; k <= 12; ++k) {
        const std::vector<Index> start(all.begin(), all.begin() + k);
        const ProvenDesign got = prove_best(h, 0.1, start, {}, problem.context);
        EXPECT_TRUE(got.closed);
        EXPECT_NEAR(got.value, best_value(problem, k), 1e-9);
        EXPECT_NEAR(got.value, problem.value(got.set), 1e-9);
        // Stopped early: the bound still holds.
        const ProvenDesign early = prove_best(h, 0.1, start, {.max_nodes = 1}, problem.context);
        EXPECT_GE(early.bound, got.value - 1e-9);
        EXPECT_LE(early.value, got.value + 1e-9);
    }
}

TEST(Exact, SaysItsLimits) {
    std::vector<std::string> said;
    Context context;
    context.warn = [&](const std::string& text) { said.push_back(text); };
    const DenseMatrix x = random_matrix(30, 120, 2);
    const Graph graph = ring(30);
    const Selection nodes =
        lapdofs(x, graph, {.k = 8, .solver = DesignSolver::exact, .max_nodes = 20}, context);
    EXPECT_EQ(nodes.stop, Stop::iteration_limit);
    EXPECT_FALSE(certified<bool>(nodes, "optimal"));
    const double gap = certified<double>(nodes, "gap");
    EXPECT_GT(gap, 0.0);
    EXPECT_NEAR(certified<double>(nodes, "bound") - certified<double>(nodes, "value"), gap, 1e-12);
    EXPECT_THAT(said, ::testing::ElementsAre(::testing::MatchesRegex(
                          "the search ended after [0-9]+ nodes with a proven gap of [0-9.]+ nats: a larger "
                          "max_nodes may close it")));
    said.clear();
    lapdofs(x, graph, {.k = 9, .solver = DesignSolver::exact, .max_nodes = 20}, context);
    ASSERT_EQ(said.size(), 2U);
    EXPECT_EQ(said[0],
              "solver=exact can prove optima of about 1000 features times selected ones, not 120 x 9: the "
              "search ends after 60 seconds with what is proven by then; time_limit sets another limit");
    said.clear();
    const Selection timed =
        lapdofs(x, graph, {.k = 8, .solver = DesignSolver::exact, .time_limit = 1e-9}, context);
    EXPECT_EQ(timed.stop, Stop::iteration_limit);
    EXPECT_THAT(said, ::testing::ElementsAre(::testing::MatchesRegex(
                          "the search ended by its time limit with a proven gap of [0-9.]+ nats: the result "
                          "depends on the machine; max_nodes gives one that does not")));
    said.clear();
    lapdofs(x, graph, {.k = 3, .max_nodes = 5, .time_limit = 1.0}, context);
    EXPECT_THAT(said, ::testing::ElementsAre("time_limit has no effect with solver=greedy",
                                             "max_nodes has no effect with solver=greedy"));
    try {
        lapdofs(random_matrix(3, 8001, 1), ring(3), {.k = 2, .solver = DesignSolver::exact}, context);
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "solver=exact holds the inner products of all features and takes at most 8000 of them, "
                     "not 8001: use solver=exchange");
    }
    EXPECT_THROW(configure("lapaofs", {{"solver", "exact"}}), UsageError);
}

TEST(Exact, HasTheSameSearchOnAnyNumberOfThreads) {
    const Dataset data = load("ionosphere");
    const Graph graph = build_graph(data.x, LapdofsOptions::about().graph);
    const LapdofsOptions options{.k = 15, .solver = DesignSolver::exact, .max_nodes = 2000};
    const Selection alone = lapdofs(data.x, graph, options, {.threads = 1});
    for (const int threads : {2, 7}) {
        const Selection got = lapdofs(data.x, graph, options, {.threads = threads});
        EXPECT_EQ(got.selected, alone.selected);
        EXPECT_EQ(got.certificate, alone.certificate);
    }
}

// Values of the dense reference implementation: greedy, exchange, optimum, each less k·log λ2.
TEST(Exact, ProvesIonosphereAndSonar) {
    struct Case {
        const char* name;
        Index k;
        double greedy, optimum;
    };
    for (const Case& one :
         {Case{"ionosphere", 12, 0.0, 0.0}, {"sonar", 5, 38.819, 39.003}, {"sonar", 10, 70.783, 71.116}}) {
        SCOPED_TRACE(one.name);
        const Dataset data = load(one.name);
        const Graph graph = build_graph(data.x, LapdofsOptions::about().graph);
        const Selection got = lapdofs(data.x, graph, {.k = one.k, .solver = DesignSolver::exact});
        EXPECT_TRUE(certified<bool>(got, "optimal"));
        EXPECT_LE(certified<double>(got, "gap"), 1e-9);
        const Selection exchanged = lapdofs(data.x, graph, {.k = one.k, .solver = DesignSolver::exchange});
        EXPECT_LE(exchanged.objective.value, got.objective.value + 1e-9);
        if (one.greedy == 0.0) continue;
        EXPECT_NEAR(certified<double>(got, "greedy"), one.greedy, 6e-4);
        EXPECT_NEAR(certified<double>(got, "value"), one.optimum, 6e-4);
    }
}

// Every exchange improves on greedy, or there is none; the bound holds.
TEST(Exchange, IsMonotoneOnRealData) {
    for (const char* file : {"ionosphere.data", "sonar.data", "digits.data", "orl.mat", "coil20.mat",
                             "yale.mat", "warppie10p.mat", "pixraw10p.mat", "tox_171.mat", "glioma.mat"}) {
        const std::optional<Dataset> data = testing::paper_file(file);
        if (!data) continue;
        SCOPED_TRACE(file);
        const Graph graph = build_graph(data->x, LapdofsOptions::about().graph);
        for (const Index k : {5, 20}) {
            const Selection d = lapdofs(data->x, graph, {.k = k, .solver = DesignSolver::exchange});
            EXPECT_GE(certified<double>(d, "value"), certified<double>(d, "greedy"));
            EXPECT_LE(certified<double>(d, "value"), certified<double>(d, "bound"));
            EXPECT_EQ(certified<Index>(d, "swaps") > 0,
                      certified<double>(d, "value") > certified<double>(d, "greedy"));
            const double plain = lapaofs(data->x, graph, {.k = k}).objective.value;
            const Selection a = lapaofs(data->x, graph, {.k = k, .solver = DesignSolver::exchange});
            EXPECT_LE(a.objective.value, plain);
            EXPECT_EQ(certified<Index>(a, "swaps") > 0, a.objective.value < plain);
        }
    }
}

}  // namespace
}  // namespace tamis
