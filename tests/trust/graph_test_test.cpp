#include "tamis/trust/graph_test.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/pairs.hpp"
#include "tamis/graph/user_graph.hpp"
#include "tamis/methods/laplacian.hpp"
#include "tamis/preprocess/scale.hpp"
#include "tamis/trust/gamma_tail.hpp"
#include "tamis/trust/graph_moments.hpp"
#include "tests/support/paper_set.hpp"
#include "tests/trust/trust_cases.hpp"

namespace tamis {

using namespace detail;
using namespace testing;

namespace {

DenseMatrix normals(Index rows, Index columns, std::uint64_t seed) {
    Random random(seed);
    DenseMatrix x(rows, columns);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j) x(i, j) = random.normal();
    return x;
}

// The graph of all pairs that a random choice takes, with random weights and a self loop.
Graph random_graph(Index samples, std::uint64_t seed) {
    Random random(seed);
    std::vector<GraphEntry> entries;
    for (Index i = 0; i < samples; ++i)
        for (Index j = i + 1; j < samples; ++j)
            if (j == i + 1 || random.uniform() < 0.4) {
                const double weight = 0.2 + random.uniform();
                entries.push_back({i, j, weight});
                entries.push_back({j, i, weight});
            }
    entries.push_back({1, 1, 0.7});
    return make_graph(samples, entries, "a random graph");
}

std::vector<double> matrix_of_form(const Graph& graph, double t) {
    const auto n = at(graph.samples);
    std::vector<double> m(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        m[i * n + i] += (1.0 - t) * graph.degrees[i];
        for (Index p = graph.row_start[i]; p < graph.row_start[i + 1]; ++p)
            m[i * n + at(graph.neighbors[at(p)])] -= graph.weights[at(p)];
        for (std::size_t j = 0; j < n; ++j)
            m[i * n + j] += t * graph.degrees[i] * graph.degrees[j] / graph.volume();
    }
    return m;
}

// Over all orders of the values.
TEST(GraphMoments, AreThoseOfAllPermutations) {
    for (const Index n : {6, 7})
        for (const double t : {0.0, 0.3, 1.2}) {
            const Graph graph = random_graph(n, static_cast<std::uint64_t>(n));
            const std::vector<double> m = matrix_of_form(graph, t);
            DenseMatrix z = normals(n, 1, 3);
            double mean = 0.0, length = 0.0;
            for (Index i = 0; i < n; ++i) mean += z(i, 0) / static_cast<double>(n);
            for (Index i = 0; i < n; ++i) z(i, 0) -= mean, length += z(i, 0) * z(i, 0);
            PowerSums sums;
            for (Index i = 0; i < n; ++i) {
                const double v = z(i, 0) /= std::sqrt(length);
                sums.p3 += v * v * v;
                sums.p4 += std::pow(v, 4);
                sums.p6 += std::pow(v, 6);
            }
            std::vector<std::size_t> order(at(n));
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::vector<double> values;
            do {
                double form = 0.0;
                for (std::size_t i = 0; i < at(n); ++i)
                    for (std::size_t j = 0; j < at(n); ++j)
                        form += m[i * at(n) + j] * z.data()[order[i]] * z.data()[order[j]];
                values.push_back(form);
            } while (std::next_permutation(order.begin(), order.end()));
            double first = 0.0, second = 0.0, third = 0.0;
            for (const double value : values) first += value / static_cast<double>(values.size());
            for (const double value : values) {
                second += std::pow(value - first, 2) / static_cast<double>(values.size());
                third += std::pow(value - first, 3) / static_cast<double>(values.size());
            }
            const FormMoments found = form_moments(LaplacianForms(graph).at(t), sums, n);
            EXPECT_NEAR(found.mean, first, 1e-12 * std::abs(first) + 1e-14);
            EXPECT_NEAR(found.variance, second, 1e-11 * second);
            EXPECT_NEAR(found.third, third, 1e-9 * std::pow(second, 1.5));
        }
}

TEST(GraphMoments, HaveTheInvariantsOfTheReference) {
    const auto& wanted = trust_golden("T3").at("invariants_of_L");
    const Graph graph = build_graph(inline_x(), {.neighbors = 2});
    const FormInvariants form = LaplacianForms(graph).at(0.0);
    expect_close(form.tau, wanted.at("tau"), 1e-10);
    expect_close(form.squares, wanted.at("T2"), 1e-10);
    expect_close(form.diagonal, wanted.at("S2"), 1e-10);
    for (std::size_t v = 0; v < 4; ++v) expect_close(form.third[v], wanted.at("third")[v], 1e-9);
}

// Chi squared laws: skewness √(8/m), with tails that are elementary for an even m.
TEST(GammaTail, IsThatOfChiSquared) {
    for (const int half : {2, 5, 60, 400, 3000}) {
        const double m = 2.0 * half, skew = std::sqrt(8.0 / m);
        for (const double z : {-3.0, -1.0, -0.01, 0.5, 2.0, 6.0}) {
            const double x = 0.5 * (m + z * std::sqrt(2.0 * m));  // Q(half, x) = Σ_{i < half} e^-x x^i / i!
            if (x <= 0.0) continue;
            double upper = 0.0, log_term = -x;
            for (int i = 0; i < half; ++i) {
                upper += std::exp(log_term);
                log_term += std::log(x / (i + 1));
            }
            // Turned around the upper tail is the lower one.
            EXPECT_NEAR(pearson3_tail(-z, -skew), upper, 1e-10 * upper) << half << " " << z;
            EXPECT_NEAR(pearson3_tail(z, skew), 1.0 - upper, 1e-11) << half << " " << z;
        }
    }
}

TEST(GammaTail, JoinsTheNormalLaw) {
    for (const double z : {-20.0, -3.0, 0.0, 2.0}) {
        EXPECT_NEAR(pearson3_tail(z, 1e-6), normal_tail(z), 1e-14 * normal_tail(z));
        const double near = pearson3_tail(z, 1.0001e-4), other = pearson3_tail(z, -1.0001e-4);
        EXPECT_NEAR(0.5 * (near + other), normal_tail(z), 0.02 * normal_tail(z)) << z;
    }
    EXPECT_EQ(pearson3_tail(-1000.0, 0.1), 0.0);
    EXPECT_EQ(pearson3_tail(1000.0, -0.1), 1.0);
}

void expect_test(const GraphTest& test, const nlohmann::json& wanted, const char* p) {
    expect_list(test.score, wanted.at("score"), 1e-9, "score");
    expect_list(test.z, wanted.at("z"), 1e-7, "z");
    expect_list(test.skew, wanted.at("skew"), 1e-7, "skew");
    expect_list(test.p, wanted.at(p), 1e-8, "p");
}

TEST(GraphTest, GivesTheNumbersOfTheReference) {
    const DenseMatrix x = inline_x();
    const Graph graph = build_graph(x, {.neighbors = 2});
    expect_test(graph_test(x, graph), trust_golden("T3").at("laplacian"), "p_reported");
    expect_test(graph_test(to_sparse(x), graph), trust_golden("T3").at("laplacian"), "p_reported");
    EXPECT_EQ(graph_test(x, graph).p[3], 1.0);
}

TEST(GraphTest, IsThatOfGearyOnARegularGraph) {
    std::vector<GraphEntry> entries;
    for (Index i = 0; i < 12; ++i) {
        entries.push_back({i, (i + 1) % 12, 1.0});
        entries.push_back({(i + 1) % 12, i, 1.0});
    }
    const Graph ring = make_graph(12, entries, "a ring");
    const DenseMatrix x = normals(12, 3, 1);
    const GraphTest test = graph_test(x, ring);
    for (Index j = 0; j < 3; ++j) {
        double mean = 0.0, p2 = 0.0, energy = 0.0;
        PowerSums sums;
        for (Index i = 0; i < 12; ++i) mean += x(i, j) / 12.0;
        for (Index i = 0; i < 12; ++i) {
            p2 += std::pow(x(i, j) - mean, 2);
            energy += std::pow(x(i, j) - x((i + 1) % 12, j), 2);
        }
        for (Index i = 0; i < 12; ++i) {
            const double v = (x(i, j) - mean) / std::sqrt(p2);
            sums.p3 += v * v * v;
            sums.p4 += std::pow(v, 4);
            sums.p6 += std::pow(v, 6);
        }
        const FormMoments geary = form_moments(LaplacianForms(ring).at(0.0), sums, 12);
        EXPECT_NEAR(test.z[at(j)], (energy / p2 - geary.mean) / std::sqrt(geary.variance), 1e-10);
        EXPECT_NEAR(test.skew[at(j)], geary.third / std::pow(geary.variance, 1.5), 1e-9);
    }
}

TEST(GraphTest, CountsThePermutationsOfTheReference) {
    const auto& wanted = trust_golden("T3").at("permutation_B99_seed0");
    const DenseMatrix x = inline_x();
    const Graph graph = build_graph(x, {.neighbors = 2});
    const SparseMatrix sparse = to_sparse(x);
    for (const MatrixView& view : {MatrixView(x), MatrixView(sparse)}) {
        const PermutationTest test = permute_values(view, graph, 99, 0);
        expect_list(test.statistic, wanted.at("score"), 1e-9, "score");
        expect_list(test.p, wanted.at("p"), 1e-15, "p");
        expect_list(test.familywise, wanted.at("p_min"), 1e-15, "p_min");
    }
    const auto score = [&](const MatrixView& rows) { return laplacian(rows, graph, {.k = 6}).scores; };
    const PermutationTest again = permute_rows(x, graph, std::vector<char>{0, 0, 0, 1, 0, 0}, score, 99, 0);
    expect_list(again.p, wanted.at("p"), 1e-15, "p, run again");
    expect_list(again.familywise, wanted.at("p_min"), 1e-15, "p_min, run again");
}

// A full matrix of few counts is worked on as a sparse one.
TEST(GraphTest, CountsTheSameWhereNearlyAllCellsAreZero) {
    Random random(12);
    DenseMatrix x(60, 90);
    for (Index i = 0; i < 60 * 90; ++i) x.data()[i] = random.below(16) == 0 ? 1.0 + random.uniform() : 0.0;
    const Graph graph = random_graph(60, 2);
    const auto score = [&](const MatrixView& rows) { return laplacian(rows, graph, {.k = 1}).scores; };
    const PermutationTest again = permute_rows(x, graph, laplacian_pair(x, graph).constant, score, 60, 0);
    EXPECT_EQ(permute_values(x, graph, 60, 0).p, again.p);
    EXPECT_EQ(permute_values(to_sparse(x), graph, 60, 0).p, again.p);
}

// The features of every group on a graph of the others.
GraphTest cross_fitted(const Matrix& x, Index groups, Index neighbors) {
    const std::vector<int> group = deal_features(x.cols(), groups, 0);
    GraphTest all{std::vector<double>(at(x.cols())),
                  std::vector<double>(at(x.cols())),
                  std::vector<double>(at(x.cols())),
                  std::vector<double>(at(x.cols())),
                  {}};
    for (int g = 0; g < groups; ++g) {
        std::vector<Index> own, others;
        for (Index j = 0; j < x.cols(); ++j) (group[at(j)] == g ? own : others).push_back(j);
        const Graph graph = build_graph(take_columns(x, others), {.neighbors = neighbors});
        const GraphTest test = graph_test(take_columns(x, own), graph);
        for (std::size_t p = 0; p < own.size(); ++p) {
            all.score[at(own[p])] = test.score[p];
            all.z[at(own[p])] = test.z[p];
            all.skew[at(own[p])] = test.skew[p];
            all.p[at(own[p])] = test.p[p];
        }
    }
    return all;
}

TEST(GraphTest, CrossFittedGraphsGiveTheNumbersOfTheReference) {
    const auto& wanted = trust_golden("T3").at("crossfit_inline_G3_k2_seed0");
    EXPECT_EQ(deal_features(6, 3, 0), wanted.at("groups").get<std::vector<int>>());
    expect_test(cross_fitted(Matrix(inline_x()), 3, 2), wanted, "p");
}

TEST(GraphTest, CrossFittedGraphsOfGenes) {
    auto data = paper_file("glioma.mat");
    if (!data) GTEST_SKIP() << "glioma does not ship";
    const auto& wanted = trust_golden_genes();
    const std::vector<int> groups = deal_features(data->features(), 5, 0);
    for (std::size_t j = 0; j < 12; ++j) EXPECT_EQ(groups[j], wanted.at("groups_first_12")[j]);
    const Scaler scaler = fit_scaler(data->x, Scaling::standard);
    apply_scaler(scaler, data->x);
    const GraphTest test = cross_fitted(data->x, 5, 5);
    expect_list(test.score, wanted.at("score"), 1e-9, "score");
    expect_list(test.z, wanted.at("z"), 1e-7, "z");
    expect_list(test.skew, wanted.at("skew"), 1e-7, "skew");
    for (std::size_t j = 0; j < 8; ++j)
        if (test.skew[j] <= largest_skew) expect_close(test.p[j], wanted.at("p")[j], 1e-8, "p");
}

TEST(GraphTest, Faces) {
    const auto data = paper_file("orl.mat");
    if (!data) GTEST_SKIP() << "ORL does not ship";
    const auto& wanted = trust_golden("T3").at("orl_k5");
    const std::vector<Index> first = {0, 1, 2, 3, 4, 5, 6, 7};
    const GraphTest test = graph_test(take_columns(data->x, first), build_graph(data->x, {.neighbors = 5}));
    expect_list(test.score, wanted.at("score"), 1e-9, "score");
    expect_list(test.z, wanted.at("z"), 1e-7, "z");
    expect_list(test.skew, wanted.at("skew"), 1e-7, "skew");
    expect_list(test.p, wanted.at("p_pearson3"), 1e-8, "p");
}

// Noise on a graph of its own looks smooth; on a graph of other noise it does not.
TEST(GraphTest, CrossFittingIsRightAboutNoise) {
    const DenseMatrix x = normals(120, 30, 7);
    const auto small = [](const std::vector<double>& p) {
        return std::count_if(p.begin(), p.end(), [](double value) { return value <= 0.05; });
    };
    EXPECT_GT(small(graph_test(x, build_graph(x)).p), 27);
    EXPECT_LT(small(cross_fitted(Matrix(x), 5, 5).p), 8);
}

TEST(GraphTest, LeavesIsolatedSamplesOut) {
    const DenseMatrix x = normals(14, 4, 5);
    const Graph graph = random_graph(12, 4);
    Graph larger = graph;
    larger.samples = 14;
    larger.row_start.insert(larger.row_start.end(), 2, larger.row_start.back());
    larger.degrees.insert(larger.degrees.end(), 2, 0.0);
    std::vector<Index> first(12);
    std::iota(first.begin(), first.end(), Index{0});
    const Matrix part = take_rows(x, first);
    const GraphTest with = graph_test(x, larger), without = graph_test(part, graph);
    for (std::size_t j = 0; j < 4; ++j) {
        EXPECT_NEAR(with.z[j], without.z[j], 1e-10);
        EXPECT_NEAR(with.p[j], without.p[j], 1e-10);
    }
    EXPECT_EQ(permute_values(x, larger, 50, 2).p, permute_values(part, graph, 50, 2).p);
}

TEST(GraphTest, NeedsSixSamples) {
    const DenseMatrix x = normals(5, 2, 1);
    try {
        graph_test(x, build_graph(x, {.neighbors = 2}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(
            error.what(),
            "a test on a graph needs at least 6 samples that have neighbors, and there are 5: use more "
            "samples, or more neighbors");
    }
}

TEST(GraphTest, IsTheSameOnAnyNumberOfThreads) {
    const DenseMatrix x = normals(80, 700, 2);
    const Graph graph = build_graph(x);
    const GraphTest one = graph_test(x, graph, {.threads = 1});
    const PermutationTest drawn = permute_values(x, graph, 70, 0, {.threads = 1});
    for (const int threads : {2, 7}) {
        const GraphTest test = graph_test(x, graph, {.threads = threads});
        EXPECT_EQ(test.z, one.z);
        EXPECT_EQ(test.p, one.p);
        EXPECT_EQ(permute_values(x, graph, 70, 0, {.threads = threads}).p, drawn.p);
    }
}

}  // namespace

}  // namespace tamis
