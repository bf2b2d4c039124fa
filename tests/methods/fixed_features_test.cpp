// Included and excluded features against a search of all sets and against the definitions.
#include "tamis/core/choice/fixed_features.hpp"

#include <gmock/gmock.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include "tamis/core/error.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/methods/all.hpp"
#include "tamis/methods/hsic/rbf_hsic.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tests/support/dense_design.hpp"
#include "tests/support/fixed_sets.hpp"
#include "tests/support/gfs_reference.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using testing::for_each_set;
using testing::problem;
using testing::Problem;
using testing::sorted;

TEST(FixedFeatures, TraceRatioIsTheBestOfAllSets) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Problem data = problem(20, 9, seed);
        const Scatter scatter = class_scatter(data.x, data.labels, {});
        const FixedFeatures fixed{.include = {static_cast<Index>(seed % 4), 7}, .exclude = {5, 8}};
        for (const Index k : {2, 3, 5, 7}) {
            double best = -1.0;
            std::vector<Index> winner;
            for_each_set(k, fixed, 9, [&](const std::vector<Index>& set) {
                double between = 0.0, within = 0.0;
                for (const Index j : set) between += scatter.between[at(j)], within += scatter.within[at(j)];
                if (between / within > best) best = between / within, winner = sorted(set);
            });
            const Selection found = trace_ratio(data.x, {.labels = &data.labels}, {.k = k, .fixed = fixed});
            EXPECT_NEAR(found.objective.value, best, 1e-12 * best);
            EXPECT_EQ(sorted(found.selected), winner);
            EXPECT_TRUE(std::get<bool>(*find(found.certificate, "optimal")));
            EXPECT_LE(std::get<double>(*find(found.certificate, "residual")), 1e-12);
            EXPECT_GT(std::get<double>(*find(found.certificate, "margin")), 0.0);
        }
    }
}

TEST(FixedFeatures, TraceRatioHasItsPathFromTheIncludedOnesOn) {
    const Problem data = problem(20, 9, 3);
    TraceRatioOptions options{.k = 6, .path = true, .fixed = {.include = {4, 1}, .exclude = {0}}};
    const Selection found = trace_ratio(data.x, {.labels = &data.labels}, options);
    ASSERT_EQ(found.path.size(), 5);
    options.path = false;
    for (const PathStep& step : found.path) {
        options.k = step.k;
        EXPECT_EQ(step.selected, trace_ratio(data.x, {.labels = &data.labels}, options).selected);
    }
    EXPECT_THAT(found.path.front().selected, ElementsAre(4, 1));
}

TEST(FixedFeatures, TraceRatioTakesIncludedFeaturesThatCostNothing) {
    Problem data = problem(20, 6, 4);
    for (Index i = 0; i < 20; ++i) data.x(i, 3) = data.labels.of[at(i)];  // no scatter within the classes
    const Selection alone =
        trace_ratio(data.x, {.labels = &data.labels}, {.k = 1, .fixed = {.include = {3}}});
    EXPECT_EQ(alone.objective.value, HUGE_VAL);
    const Selection more = trace_ratio(data.x, {.labels = &data.labels}, {.k = 2, .fixed = {.include = {3}}});
    EXPECT_TRUE(std::isfinite(more.objective.value));
    EXPECT_EQ(more.selected.front(), 3);
}

// The sets by their definition: included ones first, then the best addition, one after the other.
std::vector<Index> greedy_by_definition(Index k, const FixedFeatures& fixed, Index features,
                                        const std::function<double(const std::vector<Index>&)>& value) {
    const std::vector<Index> columns = arranged_columns(fixed, features);
    std::vector<Index> set = fixed.include;
    while (static_cast<Index>(set.size()) < k) {
        Index best = -1;
        double most = 0.0;
        for (const Index j : columns) {
            if (std::find(set.begin(), set.end(), j) != set.end()) continue;
            std::vector<Index> more = set;
            more.push_back(j);
            const double reached = value(more);
            if (best < 0 || reached > most + 1e-10 * std::abs(most)) best = j, most = reached;
        }
        set.push_back(best);
    }
    return set;
}

class FixedDesign : public ::testing::TestWithParam<double> {
  protected:
    const DenseMatrix x_ = testing::random_matrix(15, 12, 8);
    const Graph graph_ = build_graph(x_, {.neighbors = 3, .weights = Weights::binary}, {}, nullptr);
    const double lambda2_ = GetParam();
    const testing::DenseDesign dense_{testing::to_eigen(x_), testing::dense_b(graph_, 0.01), lambda2_};
    const FixedFeatures fixed_{.include = {9, 3, 11}, .exclude = {0, 6}};
    const Index k_ = 7;
};

TEST_P(FixedDesign, LapdofsStartsFromTheIncludedOnes) {
    const LapdofsOptions options{.k = k_, .lambda2 = lambda2_, .fixed = fixed_};
    const Selection found = lapdofs(x_, graph_, options);
    const auto value = [&](const std::vector<Index>& set) { return dense_.log_det(set); };
    EXPECT_EQ(found.selected, greedy_by_definition(k_, fixed_, 12, value));
    for (Index size = 1; size <= k_; ++size) {
        const std::vector<Index> first(found.selected.begin(), found.selected.begin() + size);
        EXPECT_NEAR(found.objective.trace[at(size - 1)], value(first), 1e-8 * (1.0 + std::abs(value(first))));
    }
    // No set with the included and without the excluded features has more than the bound.
    const double empty = static_cast<double>(k_) * std::log(lambda2_);
    const double bound = std::get<double>(*find(found.certificate, "bound"));
    double best = -HUGE_VAL;
    for_each_set(k_, fixed_, 12, [&](const auto& set) { best = std::max(best, value(set) - empty); });
    EXPECT_GE(bound, best * (1.0 - 1e-9));
    EXPECT_NEAR(std::get<double>(*find(found.certificate, "value")), value(found.selected) - empty, 1e-6);
    // Scores of features that were left out, excluded or not: what they would add (eq. 29).
    for (const Index j : {Index{0}, Index{6}}) {
        std::vector<Index> more = found.selected;
        more.push_back(j);
        EXPECT_NEAR(found.scores[at(j)], std::exp(value(more) - value(found.selected)) / lambda2_ - 1.0,
                    1e-6 * (1.0 + found.scores[at(j)]));
    }
}

TEST_P(FixedDesign, LapaofsStartsFromTheIncludedOnes) {
    const LapaofsOptions options{.k = k_, .lambda2 = lambda2_, .fixed = fixed_};
    const Selection found = lapaofs(x_, graph_, options);
    // The variance that a set leaves: λ2·Tr(H⁻¹) - |S|, up to what does not depend on the set (eq. 12).
    const auto value = [&](const std::vector<Index>& set) {
        return static_cast<double>(set.size()) - lambda2_ * dense_.trace_inverse(set);
    };
    EXPECT_EQ(found.selected, greedy_by_definition(k_, fixed_, 12, value));
    const double bound = std::get<double>(*find(found.certificate, "bound"));
    for_each_set(k_, fixed_, 12, [&](const auto& set) { EXPECT_LE(value(set), bound * (1.0 + 1e-9)); });
}

TEST_P(FixedDesign, LapeofsStartsFromTheIncludedOnes) {
    const Selection found = lapeofs(x_, graph_, {.k = k_, .lambda2 = lambda2_, .fixed = fixed_});
    const auto value = [&](const std::vector<Index>& set) { return dense_.smallest_eigenvalue(set); };
    EXPECT_EQ(found.selected, greedy_by_definition(k_, fixed_, 12, value));
    EXPECT_NEAR(found.objective.value, value(found.selected), 1e-8 * value(found.selected));
}

TEST_P(FixedDesign, LapgofsStartsFromTheIncludedOnes) {
    const Selection found = lapgofs(x_, graph_, {.k = k_, .lambda2 = lambda2_, .fixed = fixed_});
    const auto value = [&](const std::vector<Index>& set) { return -dense_.remaining_variance(set); };
    ASSERT_EQ(found.selected.size(), at(k_));
    for (Index size = 4; size <= k_; ++size) {
        const std::vector<Index> before(found.selected.begin(), found.selected.begin() + size - 1);
        const std::vector<Index> now(found.selected.begin(), found.selected.begin() + size);
        FixedFeatures start{.include = before, .exclude = fixed_.exclude};
        const std::vector<Index> best = greedy_by_definition(size, start, 12, value);
        EXPECT_NEAR(value(now), value(best), 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Ridges, FixedDesign, ::testing::Values(0.01, 1.0));

TEST(FixedFeatures, DesignsWithIdenticalFeaturesKeepTheIncludedOnes) {
    DenseMatrix x = testing::random_matrix(12, 6, 2);
    for (Index i = 0; i < 12; ++i) x(i, 4) = x(i, 1), x(i, 5) = 0.0;
    const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::binary}, {}, nullptr);
    const FixedFeatures fixed{.include = {4, 1, 5}, .exclude = {0}};
    for (const double ridge : {1e-2, 1e-9}) {
        EXPECT_THAT(lapdofs(x, graph, {.k = 3, .lambda2 = ridge, .fixed = fixed}).selected,
                    ElementsAre(4, 1, 5));
        EXPECT_THAT(lapaofs(x, graph, {.k = 3, .lambda2 = ridge, .fixed = fixed}).selected,
                    ElementsAre(4, 1, 5));
        EXPECT_THAT(lapeofs(x, graph, {.k = 3, .lambda2 = ridge, .fixed = fixed}).selected,
                    ElementsAre(4, 1, 5));
        EXPECT_THAT(lapgofs(x, graph, {.k = 3, .lambda2 = ridge, .fixed = fixed}).selected,
                    ElementsAre(4, 1, 5));
    }
}

TEST(FixedFeatures, RelaxedDesignsLeaveExcludedOnesOut) {
    const DenseMatrix x = testing::random_matrix(12, 8, 6);
    const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::binary}, {}, nullptr);
    const FixedFeatures fixed{.exclude = {2, 5}};
    const Selection found = lapdofs(x, graph, {.k = 3, .solver = DesignSolver::convex, .fixed = fixed});
    const std::vector<Index> columns = arranged_columns(fixed, 8);
    const Selection alone =
        lapdofs(take_columns(x, columns), graph, {.k = 3, .solver = DesignSolver::convex});
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(found.selected[j], columns[at(alone.selected[j])]);
    EXPECT_EQ(found.scores[2], 0.0);
    EXPECT_EQ(found.scores.size(), 8);
}

// q = Σ λ_t p_t over ALL planes that hold the included and no excluded features: θ* by a fully corrective
// search that shares nothing with the cutting planes but the definition of G.
double best_mixture(const testing::DenseFisher& dense, const std::vector<std::vector<Index>>& planes) {
    const auto count = static_cast<Eigen::Index>(planes.size());
    Eigen::MatrixXd p = Eigen::MatrixXd::Zero(dense.features(), count);
    for (Eigen::Index t = 0; t < count; ++t)
        for (const Index j : planes[at(t)]) p(j, t) = 1.0;
    Eigen::VectorXd mix = Eigen::VectorXd::Constant(count, 1.0 / static_cast<double>(count));
    double step = 1.0, value = dense.objective(p * mix);
    for (int round = 0; round < 3000; ++round) {
        const Eigen::VectorXd g = p.transpose() * dense.gradient(p * mix);
        Eigen::VectorXd next;
        double reached = 0.0;
        for (;; step *= 0.5) {
            next = testing::onto_capped_simplex(mix - step * g, 1.0);
            reached = dense.objective(p * next);
            if (reached <= value || step < 1e-12) break;
        }
        if (value - reached < 1e-15 * value) break;
        mix = next, value = reached, step *= 2.0;
    }
    return -value;
}

TEST(FixedFeatures, GfsEnclosesTheOptimumOverAllPlanesWithTheIncludedOnes) {
    for (std::uint64_t seed = 1; seed < 5; ++seed) {
        const Problem data = problem(18, 8, seed);
        const double gamma = 5.0;
        const testing::DenseFisher dense(data.x, data.labels, gamma);
        const FixedFeatures fixed{.include = {6, 1}, .exclude = {3}};
        GfsOptions options{.k = 4, .gamma = gamma, .tolerance = 1e-9, .fixed = fixed};
        const Selection found = gfs(data.x, data.labels, options);
        const Index m = std::get<Index>(*find(found.certificate, "m"));
        std::vector<std::vector<Index>> planes;
        double best_set = -HUGE_VAL;
        for_each_set(m, fixed, 8, [&](const std::vector<Index>& set) {
            planes.push_back(set);
            Eigen::VectorXd q = Eigen::VectorXd::Zero(8);
            for (const Index j : set) q(j) = 1.0;
            best_set = std::max(best_set, -dense.objective(q));
        });
        const double optimum = best_mixture(dense, planes);
        const double lower = std::get<double>(*find(found.certificate, "lower"));
        const double upper = std::get<double>(*find(found.certificate, "upper"));
        EXPECT_NEAR(lower, optimum, 1e-5 * std::abs(optimum));
        EXPECT_GE(upper, optimum - 1e-9 * std::abs(optimum));
        EXPECT_GE(upper, best_set);
        EXPECT_EQ(found.scores[3], 0.0);
        EXPECT_NEAR(found.scores[6], 1.0, 1e-12);
        EXPECT_NEAR(found.scores[1], 1.0, 1e-12);
        EXPECT_NEAR(std::get<double>(*find(found.certificate, "criterion")), dense.criterion(found.selected),
                    1e-9);
    }
}

TEST(FixedFeatures, GfsTakesCopiesOfIncludedFeaturesLast) {
    Problem data = problem(18, 6, 9);
    for (Index i = 0; i < 18; ++i) data.x(i, 4) = data.x(i, 2), data.x(i, 5) = 1.0;
    const Selection copy = gfs(data.x, data.labels, {.k = 4, .gamma = 5.0, .fixed = {.include = {4}}});
    EXPECT_EQ(copy.selected.front(), 4);
    EXPECT_EQ(std::count(copy.selected.begin(), copy.selected.end(), 2), 0);
    const Selection constant = gfs(data.x, data.labels, {.k = 2, .gamma = 5.0, .fixed = {.include = {5}}});
    EXPECT_EQ(constant.selected.front(), 5);
    const Selection only = gfs(data.x, data.labels, {.k = 1, .gamma = 5.0, .fixed = {.include = {5}}});
    EXPECT_THAT(only.selected, ElementsAre(5));
    GfsOptions searched{.k = 3, .gamma = std::nullopt, .fixed = {.include = {5, 0}, .exclude = {1}}};
    EXPECT_EQ(gfs(data.x, data.labels, searched).selected[1], 0);
}

TEST(FixedFeatures, HsicEliminatesTheOthersOnly) {
    const Problem data = problem(20, 6, 12);
    HsicOptions options{
        .k = 3, .kernel = HsicOptions::Kernel::rbf, .fixed = {.include = {3}, .exclude = {0}}};
    options.drop_fraction = 0.01;
    const Selection found = hsic(data.x, data.labels, options);
    EXPECT_EQ(found.selected.front(), 3);
    // The same by its definition: drop the feature without which HSIC is largest, never the included one.
    std::vector<Index> left = {1, 2, 3, 4, 5}, dropped;
    const LabelKernel kernel(data.labels, LabelKernelKind::onehot);
    while (left.size() > 1) {
        const Matrix part = take_columns(data.x, left);
        const HsicRound round =
            rbf_hsic_round(part, data.labels, kernel, median_bandwidth(part).sigma, HsicEstimator::biased);
        std::size_t worst = left.size();
        for (std::size_t p = 0; p < left.size(); ++p)
            if (left[p] != 3 && (worst == left.size() || round.without[p] >= round.without[worst])) worst = p;
        dropped.push_back(left[worst]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(worst));
    }
    EXPECT_EQ(found.selected, (std::vector<Index>{3, dropped[3], dropped[2]}));
    EXPECT_EQ(found.scores[0], 0.0);
}

TEST(FixedFeatures, ReliefFMeasuresNearnessWithoutTheExcludedOnes) {
    const Problem data = problem(24, 6, 14);
    FixedFeatures fixed{.exclude = {0, 2}};
    const std::vector<Index> columns = arranged_columns(fixed, 6);
    const Selection without = relieff(take_columns(data.x, columns), data.labels, {.k = 4, .neighbors = 3});
    const Selection found = relieff(data.x, data.labels, {.k = 4, .neighbors = 3, .fixed = fixed});
    for (std::size_t j = 0; j < columns.size(); ++j)
        EXPECT_NEAR(found.scores[at(columns[j])], without.scores[j], 1e-12);
    EXPECT_NE(found.scores[0], 0.0);
    const Selection plain = relieff(data.x, data.labels, {.k = 4, .neighbors = 3});
    fixed.graph = GraphFeatures::all;
    EXPECT_EQ(relieff(data.x, data.labels, {.k = 4, .neighbors = 3, .fixed = fixed}).scores, plain.scores);
}

}  // namespace

}  // namespace tamis
