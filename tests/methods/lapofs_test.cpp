// Optimal designs: the fast forms against the definitions, step by step, and what they must not do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/methods/lapaofs.hpp"
#include "tamis/methods/lapdofs.hpp"
#include "tamis/methods/lapeofs.hpp"
#include "tamis/methods/lapgofs.hpp"
#include "tests/support/dense_design.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::dense_b;
using testing::DenseDesign;
using testing::random_matrix;
using testing::to_eigen;

double certificate(const Selection& selection, const std::string& name) {
    return std::get<double>(value_at(selection.certificate, name));
}

std::vector<Index> prefix(const std::vector<Index>& all, std::size_t count) {
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

struct Problem {
    DenseMatrix x;
    Graph graph;
    double lambda1, lambda2;
    LaplacianKind kind;

    Problem(Index rows, Index cols, std::uint64_t seed, double l1 = 0.05, double l2 = 0.1,
            LaplacianKind k = LaplacianKind::plain)
        : x(random_matrix(rows, cols, seed)),
          graph(build_graph(x, {.neighbors = 3, .weights = Weights::heat, .self_loops = seed % 2 == 0})),
          lambda1(l1),
          lambda2(l2),
          kind(k) {}
    DenseDesign dense() const { return {to_eigen(x), dense_b(graph, lambda1, kind), lambda2}; }
    template <class Options>
    Options options(Index k) const {
        Options result;
        result.k = k;
        result.lambda1 = lambda1;
        result.lambda2 = lambda2;
        result.laplacian = kind;
        return result;
    }
};

std::vector<Problem> problems() {
    return {Problem(12, 9, 1), Problem(8, 14, 2), Problem(15, 10, 3, 0.5, 1.0, LaplacianKind::normalized),
            Problem(10, 10, 4, 0.0, 0.01), Problem(9, 11, 6, 2.0, 0.3, LaplacianKind::normalized)};
}

// Every step must be the best one by the definition; ties of the definition are within rounding.
template <class Value>
void expect_greedy(const std::vector<Index>& selected, Index features, Value&& value, double sign) {
    for (std::size_t j = 0; j < selected.size(); ++j) {
        std::vector<Index> set = prefix(selected, j + 1);
        const double got = sign * value(set);
        for (Index f = 0; f < features; ++f) {
            if (std::find(selected.begin(), selected.begin() + static_cast<std::ptrdiff_t>(j), f) !=
                selected.begin() + static_cast<std::ptrdiff_t>(j))
                continue;
            set.back() = f;
            EXPECT_GE(got, sign * value(set) - 1e-8 * std::abs(got)) << "step " << j << ", feature " << f;
        }
    }
}

TEST(Lapofs, EveryStepIsTheBestByDefinition) {
    for (const Problem& p : problems()) {
        const DenseDesign dense = p.dense();
        const Index d = p.x.cols();
        const Selection by_d = lapdofs(p.x, p.graph, p.options<LapdofsOptions>(d));
        expect_greedy(
            by_d.selected, d, [&](const auto& s) { return dense.log_det(s); }, 1.0);
        const Selection by_a = lapaofs(p.x, p.graph, p.options<LapaofsOptions>(d));
        expect_greedy(
            by_a.selected, d, [&](const auto& s) { return dense.trace_inverse(s); }, -1.0);
        const Selection by_e = lapeofs(p.x, p.graph, p.options<LapeofsOptions>(d));
        expect_greedy(
            by_e.selected, d, [&](const auto& s) { return dense.smallest_eigenvalue(s); }, 1.0);
        const Selection by_g = lapgofs(p.x, p.graph, p.options<LapgofsOptions>(d));
        expect_greedy(
            by_g.selected, d, [&](const auto& s) { return dense.remaining_variance(s); }, -1.0);
        EXPECT_EQ(by_d.selected[0], by_a.selected[0]);
        EXPECT_EQ(by_d.selected[0], by_e.selected[0]);
        for (std::size_t j = 0; j < by_d.selected.size(); ++j) {
            const auto near = [](double got, double wanted) {
                EXPECT_NEAR(got, wanted, 1e-9 * std::max(1.0, std::abs(wanted)));
            };
            near(by_d.objective.trace[j], dense.log_det(prefix(by_d.selected, j + 1)));
            near(by_a.objective.trace[j], dense.trace_inverse(prefix(by_a.selected, j + 1)));
            near(by_e.objective.trace[j], dense.smallest_eigenvalue(prefix(by_e.selected, j + 1)));
            near(by_g.objective.trace[j], dense.remaining_variance(prefix(by_g.selected, j + 1)));
        }
    }
}

TEST(Lapofs, ObjectivesAreMonotone) {
    const Problem p(20, 30, 7, 0.2, 0.05);
    const Selection d = lapdofs(p.x, p.graph, p.options<LapdofsOptions>(30));
    const Selection a = lapaofs(p.x, p.graph, p.options<LapaofsOptions>(30));
    const Selection e = lapeofs(p.x, p.graph, p.options<LapeofsOptions>(30));
    const Selection g = lapgofs(p.x, p.graph, p.options<LapgofsOptions>(30));
    for (std::size_t j = 1; j < 30; ++j) {
        const auto score = [&](const Selection& s, std::size_t rank) {
            return s.scores[at(s.selected[rank])];
        };
        EXPECT_LE(score(d, j), score(d, j - 1) * (1 + 1e-12)) << "pivots of D never grow";
        EXPECT_GE(score(d, j), 0.0);
        EXPECT_GT(score(a, j), 0.0) << "Tr(A^-1 M) falls strictly";
        EXPECT_LT(score(a, j), 1.0);
        EXPECT_GT(a.objective.trace[j], a.objective.trace[j - 1]);
        EXPECT_LE(e.objective.trace[j], e.objective.trace[j - 1] * (1 + 1e-12));
        EXPECT_LE(g.objective.trace[j], g.objective.trace[j - 1] + 1e-12);
    }
}

TEST(Lapofs, DIsColumnPivotedQr) {
    for (const Problem& p : problems()) {
        const DenseDesign dense = p.dense();
        const Index m = p.x.rows(), d = p.x.cols();
        Eigen::MatrixXd stacked(m + d, d);
        stacked.topRows(m) = Eigen::LLT<Eigen::MatrixXd>(dense.b).matrixU() * dense.x;
        stacked.bottomRows(d) = std::sqrt(p.lambda2) * Eigen::MatrixXd::Identity(d, d);
        const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(stacked);
        const Selection got = lapdofs(p.x, p.graph, p.options<LapdofsOptions>(d));
        for (Index j = 0; j < d; ++j) {
            EXPECT_EQ(got.selected[at(j)], qr.colsPermutation().indices()(j));
            const double r = qr.matrixR()(j, j);
            const double s = p.lambda2 * (1.0 + got.scores[at(got.selected[at(j)])]);
            EXPECT_NEAR(s, r * r, 1e-9 * r * r);
        }
    }
}

TEST(Lapofs, SamplesMayBePermutedAndSignsFlipped) {
    const Problem p(14, 10, 8);
    std::vector<Index> order(14);
    std::iota(order.begin(), order.end(), Index{0});
    Random(8).shuffle(order);
    const Graph permuted = [&] {
        DenseMatrix w(14, 14);
        const Eigen::MatrixXd b = dense_b(p.graph, 1.0);
        for (Index i = 0; i < 14; ++i)
            for (Index j = 0; j < 14; ++j)
                if (i != j) w(i, j) = -b(order[at(i)], order[at(j)]);
        return testing::graph_of(w);
    }();
    DenseMatrix x = take_rows(p.x, order).dense();
    for (Index i = 0; i < 14; ++i)
        for (const Index j : {1, 4, 5}) x(i, j) = -x(i, j);
    const auto d = p.options<LapdofsOptions>(10);
    const auto a = p.options<LapaofsOptions>(10);
    const auto e = p.options<LapeofsOptions>(10);
    const auto g = p.options<LapgofsOptions>(10);
    EXPECT_EQ(lapdofs(x, permuted, d).selected, lapdofs(p.x, p.graph, d).selected);
    EXPECT_EQ(lapaofs(x, permuted, a).selected, lapaofs(p.x, p.graph, a).selected);
    EXPECT_EQ(lapeofs(x, permuted, e).selected, lapeofs(p.x, p.graph, e).selected);
    EXPECT_EQ(lapgofs(x, permuted, g).selected, lapgofs(p.x, p.graph, g).selected);
}

TEST(Lapofs, WithoutLambda1TheGraphDoesNotMatter) {
    const Problem p(14, 10, 9, 0.0);
    const Graph other = build_graph(p.x, {.neighbors = 7, .weights = Weights::binary});
    const auto options = p.options<LapaofsOptions>(10);
    EXPECT_EQ(lapaofs(p.x, other, options).scores, lapaofs(p.x, p.graph, options).scores);
}

TEST(Lapofs, IsNested) {
    const Problem p(40, 60, 10);
    const std::vector<Index> all_d = lapdofs(p.x, p.graph, p.options<LapdofsOptions>(60)).selected;
    const std::vector<Index> all_a = lapaofs(p.x, p.graph, p.options<LapaofsOptions>(60)).selected;
    for (const Index k : {1, 5, 17, 45, 59}) {
        const auto count = at(k);
        EXPECT_EQ(lapdofs(p.x, p.graph, p.options<LapdofsOptions>(k)).selected, prefix(all_d, count));
        EXPECT_EQ(lapaofs(p.x, p.graph, p.options<LapaofsOptions>(k)).selected, prefix(all_a, count));
    }
}

// The certificate's numbers by their definition, and the bound against every subset there is.
TEST(Lapofs, NoSubsetBeatsTheBound) {
    for (const Problem& p : problems()) {
        const DenseDesign dense = p.dense();
        const Index d = p.x.cols(), m = p.x.rows();
        for (const Index k : {Index{1}, Index{3}, d}) {
            const Selection by_d = lapdofs(p.x, p.graph, p.options<LapdofsOptions>(k));
            const Selection by_a = lapaofs(p.x, p.graph, p.options<LapaofsOptions>(k));
            const auto gained = [&](const std::vector<Index>& s) {
                return dense.log_det(s) - static_cast<double>(k) * std::log(p.lambda2);
            };
            const auto removed = [&](const std::vector<Index>& s) {
                return static_cast<double>(k) - p.lambda2 * dense.trace_inverse(s);
            };
            EXPECT_NEAR(certificate(by_d, "value"), gained(by_d.selected), 1e-8);
            EXPECT_NEAR(certificate(by_a, "value"), removed(by_a.selected), 1e-8);
            for (const Selection& s : {by_d, by_a}) {
                EXPECT_EQ(certificate(s, "ratio"), certificate(s, "value") / certificate(s, "bound"));
                EXPECT_GT(certificate(s, "ratio"), 0.0);
                EXPECT_LE(certificate(s, "ratio"), 1.0 + 1e-12);
            }
            EXPECT_EQ(certificate(by_a, "bound"), static_cast<double>(std::min(k, m)));
            std::vector<char> chosen(at(d), 0);
            std::fill(chosen.end() - k, chosen.end(), 1);
            do {
                std::vector<Index> subset;
                for (Index f = 0; f < d; ++f)
                    if (chosen[at(f)] != 0) subset.push_back(f);
                ASSERT_LE(gained(subset), certificate(by_d, "bound") + 1e-8);
                ASSERT_LE(removed(subset), certificate(by_a, "bound") + 1e-8);
            } while (std::next_permutation(chosen.begin(), chosen.end()));
        }
    }
}

TEST(Lapofs, SpecialFeatures) {
    // 0 and 3 are equal, 5 is minus 2, 1 is zero, 4 is constant.
    DenseMatrix x = random_matrix(12, 6, 11);
    for (Index i = 0; i < 12; ++i) x(i, 3) = x(i, 0), x(i, 5) = -x(i, 2), x(i, 1) = 0.0, x(i, 4) = 9.0;
    const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::binary});
    const auto place = [](const Selection& s, Index f) {
        return std::find(s.selected.begin(), s.selected.end(), f) - s.selected.begin();
    };
    for (const Selection& s : {lapdofs(x, graph, {.k = 6}), lapaofs(x, graph, {.k = 6}),
                               lapeofs(x, graph, {.k = 6}), lapgofs(x, graph, {.k = 6})}) {
        EXPECT_LT(place(s, 0), place(s, 3));
        EXPECT_LT(place(s, 2), place(s, 5));
        EXPECT_EQ(s.stop, Stop::exhausted) << "the zero feature was selected";
        for (const double value : s.objective.trace) EXPECT_TRUE(std::isfinite(value));
    }
    const Selection d = lapdofs(x, graph, {.k = 6}), a = lapaofs(x, graph, {.k = 6});
    EXPECT_EQ(d.selected[0], 4) << "a constant carries energy";
    EXPECT_EQ(d.selected[5], 1);
    EXPECT_EQ(a.selected[5], 1);
    EXPECT_EQ(d.scores[1], 0.0);
    EXPECT_EQ(a.scores[1], 0.0);
    EXPECT_NEAR(a.objective.trace[5] - a.objective.trace[4], 100.0, 1e-9) << "exactly 1/lambda2";
    EXPECT_EQ(lapdofs(x, graph, {.k = 5}).stop, Stop::converged);
}

TEST(Lapofs, SameBitsForAnyNumberOfThreads) {
    const DenseMatrix x = random_matrix(150, 1300, 12);
    const Graph graph = build_graph(x, {.neighbors = 4, .weights = Weights::binary});
    const auto run = [&](int threads) {
        Context context;
        context.threads = threads;
        return std::vector<Selection>{lapdofs(x, graph, {.k = 60}, context),
                                      lapaofs(x, graph, {.k = 60}, context),
                                      lapaofs(x, graph, {.k = 200, .lambda2 = 1e-9}, context),
                                      lapeofs(x, graph, {.k = 20}, context),
                                      lapgofs(x, graph, {.k = 20}, context),
                                      lapaofs(x, graph, {.k = 20, .solver = DesignSolver::convex}, context)};
    };
    const auto alone = run(1);
    for (const int threads : {2, 5}) {
        const auto together = run(threads);
        for (std::size_t i = 0; i < alone.size(); ++i) {
            EXPECT_EQ(together[i].selected, alone[i].selected);
            EXPECT_EQ(together[i].scores, alone[i].scores);
            EXPECT_EQ(together[i].objective.trace, alone[i].objective.trace);
        }
    }
}

TEST(Lapofs, SaysWhatIsWrong) {
    const DenseMatrix x = random_matrix(10, 5, 13);
    const Graph graph = build_graph(x, {.neighbors = 3});
    EXPECT_THROW(lapdofs(x, graph, {.k = 2, .lambda2 = 0.0}), UsageError);
    EXPECT_THROW(lapdofs(x, graph, {.k = 2, .lambda2 = -1.0}), UsageError);
    EXPECT_THROW(lapaofs(x, graph, {.k = 2, .lambda1 = -0.1}), UsageError);
    EXPECT_THROW(lapeofs(x, graph, {.k = 2, .lambda1 = -0.1}), UsageError);
    EXPECT_THROW(lapgofs(x, graph, {.k = 2, .lambda2 = 0.0}), UsageError);
    EXPECT_THROW(lapaofs(x, graph, {.k = 2, .price = 0.0}), UsageError);
    EXPECT_THROW(lapaofs(x, graph, {.k = 2, .tolerance = 0.0}), UsageError);
    EXPECT_THROW(lapaofs(x, graph, {.k = 0}), UsageError);
    EXPECT_THROW(lapaofs(x, graph, {.k = 6}), Error);
    EXPECT_THROW(lapaofs(random_matrix(11, 5, 13), graph, {.k = 2}), Error);
    Graph negative = graph;
    negative.weights[0] = -1.0;
    EXPECT_THROW(lapdofs(x, negative, {.k = 2}), Error);
    DenseMatrix broken = x;
    broken(3, 2) = std::nan("");
    try {
        lapdofs(broken, graph, {.k = 2});
        FAIL() << "NaN was taken";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("row 3, column 2"));
    }
    broken(3, 2) = 1e149;
    EXPECT_THROW(lapdofs(broken, graph, {.k = 2, .lambda1 = 1e308}), Error) << "lambda1 f'Lf overflows";
    std::vector<std::string> warnings;
    Context context;
    context.warn = [&](const std::string& text) { warnings.push_back(text); };
    lapdofs(x, graph, {.k = 2, .price = 3.0}, context);
    EXPECT_THAT(warnings, ::testing::ElementsAre(::testing::HasSubstr("no effect")));
    warnings.clear();
    lapgofs(to_sparse(x), graph, {.k = 2}, context);
    EXPECT_THAT(warnings, ::testing::ElementsAre(::testing::HasSubstr("dense: 1 MB")));
}

}  // namespace
}  // namespace tamis
