// Exchanges and proofs with included and excluded features, against the definitions and all sets.
#include <gmock/gmock.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/methods/all.hpp"
#include "tests/support/dense_design.hpp"
#include "tests/support/fixed_sets.hpp"
#include "tests/support/gfs_reference.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::for_each_set;
using ::testing::HasSubstr;
using testing::sorted;

using SetValue = std::function<double(const std::vector<Index>&)>;

// The included ones come first, no excluded one is chosen, and no exchange of another feature gains anything.
void expect_no_better_neighbor(const std::vector<Index>& selected, const FixedFeatures& fixed, Index features,
                               const SetValue& value) {
    ASSERT_GE(selected.size(), fixed.include.size());
    EXPECT_TRUE(std::equal(fixed.include.begin(), fixed.include.end(), selected.begin()));
    const double reached = value(selected);
    const std::vector<char> excluded = marks(fixed.exclude, features), taken = marks(selected, features);
    for (const Index f : selected) EXPECT_EQ(excluded[at(f)], 0) << f;
    for (std::size_t place = fixed.include.size(); place < selected.size(); ++place)
        for (Index f = 0; f < features; ++f) {
            if (excluded[at(f)] != 0 || taken[at(f)] != 0) continue;
            std::vector<Index> other = selected;
            other[place] = f;
            EXPECT_LE(value(other), reached + 1e-9 * (1.0 + std::abs(reached))) << place << " for " << f;
        }
}

double best_of_all(Index k, const FixedFeatures& fixed, Index features, const SetValue& value) {
    double best = -HUGE_VAL;
    for_each_set(k, fixed, features,
                 [&](const std::vector<Index>& set) { best = std::max(best, value(set)); });
    return best;
}

double number(const Selection& found, const char* name) {
    return std::get<double>(*find(found.certificate, name));
}

// Features that overlap, so that greedy sets are not the best ones.
DenseMatrix overlapping(Index samples, Index features, std::uint64_t seed) {
    DenseMatrix x = testing::random_matrix(samples, features, seed);
    for (Index i = 0; i < samples; ++i)
        for (Index j = 2; j < features; ++j) x(i, j) += 0.8 * x(i, j - 1) + 0.6 * x(i, j - 2);
    return x;
}

class FixedExchange : public ::testing::TestWithParam<FixedFeatures> {
  protected:
    static constexpr Index features_ = 13, k_ = 6;
    const FixedFeatures fixed_ = GetParam();

    // visit(x, graph, dense, λ2)
    template <class Visit>
    void for_each_problem(Visit&& visit) const {
        for (std::uint64_t seed = 0; seed < 12; ++seed)
            for (const double lambda2 : {0.05, 1.0}) {
                const DenseMatrix x = overlapping(16, features_, seed);
                const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::binary}, {}, nullptr);
                visit(x, graph,
                      testing::DenseDesign{testing::to_eigen(x), testing::dense_b(graph, 0.01), lambda2},
                      lambda2);
            }
    }
};

TEST_P(FixedExchange, LapdofsKeepsTheIncludedOnes) {
    Index swaps = 0;
    for_each_problem([&](const auto& x, const Graph& graph, const auto& dense, double lambda2) {
        LapdofsOptions options{.k = k_, .lambda2 = lambda2, .fixed = fixed_};
        const auto value = [&](const std::vector<Index>& set) { return dense.log_det(set); };
        const Selection greedy = lapdofs(x, graph, options);
        options.solver = DesignSolver::exchange;
        const Selection found = lapdofs(x, graph, options);
        expect_no_better_neighbor(found.selected, fixed_, features_, value);
        EXPECT_GE(value(found.selected), value(greedy.selected) - 1e-12);
        EXPECT_NEAR(found.objective.value, value(found.selected), 1e-8);
        const double empty = static_cast<double>(k_) * std::log(lambda2);
        EXPECT_GE(number(found, "bound"), best_of_all(k_, fixed_, features_, value) - empty - 1e-9);
        swaps += std::get<Index>(*find(found.certificate, "swaps"));
    });
    EXPECT_GT(swaps, 0);  // the test is about them
}

TEST_P(FixedExchange, LapaofsKeepsTheIncludedOnes) {
    Index swaps = 0;
    for_each_problem([&](const auto& x, const Graph& graph, const auto& dense, double lambda2) {
        LapaofsOptions options{.k = k_, .lambda2 = lambda2, .fixed = fixed_};
        const auto value = [&](const std::vector<Index>& set) { return -lambda2 * dense.trace_inverse(set); };
        const Selection greedy = lapaofs(x, graph, options);
        options.solver = DesignSolver::exchange;
        const Selection found = lapaofs(x, graph, options);
        expect_no_better_neighbor(found.selected, fixed_, features_, value);
        EXPECT_GE(value(found.selected), value(greedy.selected) - 1e-12);
        swaps += std::get<Index>(*find(found.certificate, "swaps"));
    });
    EXPECT_GT(swaps, 0);
}

TEST_P(FixedExchange, LapdofsProvesTheBestOfAllSets) {
    for_each_problem([&](const auto& x, const Graph& graph, const auto& dense, double lambda2) {
        const LapdofsOptions options{
            .k = k_, .lambda2 = lambda2, .solver = DesignSolver::exact, .fixed = fixed_};
        const auto value = [&](const std::vector<Index>& set) { return dense.log_det(set); };
        const Selection found = lapdofs(x, graph, options);
        expect_no_better_neighbor(found.selected, fixed_, features_, value);
        EXPECT_NEAR(value(found.selected), best_of_all(k_, fixed_, features_, value), 1e-8);
        EXPECT_TRUE(std::get<bool>(*find(found.certificate, "optimal")));
        EXPECT_EQ(found.guarantee,
                  "optimal: no other 6 features with the included and without the excluded ones reach more");
    });
}

TEST_P(FixedExchange, GfsKeepsTheIncludedOnes) {
    Index swaps = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const testing::Problem data = testing::problem(24, features_, seed);
        const double gamma = 0.5;
        const testing::DenseFisher dense(data.x, data.labels, gamma);
        GfsOptions options{.k = k_, .gamma = gamma, .fixed = fixed_};
        const auto value = [&](const std::vector<Index>& set) { return dense.criterion(set); };
        const Selection planes = gfs(data.x, data.labels, options);
        options.refine = GfsOptions::Refine::exchange;
        const Selection found = gfs(data.x, data.labels, options);
        expect_no_better_neighbor(found.selected, fixed_, features_, value);
        EXPECT_GE(value(found.selected), value(planes.selected) - 1e-12);
        swaps += std::get<Index>(*find(found.certificate, "swaps"));
    }
    EXPECT_GT(swaps, 0);
}

INSTANTIATE_TEST_SUITE_P(Lists, FixedExchange,
                         ::testing::Values(FixedFeatures{.include = {9, 3}, .exclude = {0, 6}},
                                           FixedFeatures{.include = {12, 4, 5}},
                                           FixedFeatures{.exclude = {1, 2, 11}}));

TEST(FixedFeatures, NothingIsLeftToExchange) {
    const DenseMatrix x = overlapping(12, 6, 3);
    const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::binary}, {}, nullptr);
    for (const DesignSolver solver : {DesignSolver::exchange, DesignSolver::exact}) {
        const std::vector<Index> wanted = {5, 0, 2};
        const FixedFeatures all{.include = wanted}, others{.include = {5}, .exclude = {1, 3, 4}};
        EXPECT_EQ(lapdofs(x, graph, {.k = 3, .solver = solver, .fixed = all}).selected, wanted);
        EXPECT_EQ(sorted(lapdofs(x, graph, {.k = 3, .solver = solver, .fixed = others}).selected),
                  sorted(wanted));
    }
}

TEST(FixedFeatures, TheRelaxationSaysWhyItCannotInclude) {
    const DenseMatrix x = overlapping(12, 6, 3);
    const Graph graph = build_graph(x, {.neighbors = 3, .weights = Weights::binary}, {}, nullptr);
    try {
        lapdofs(x, graph, {.k = 3, .solver = DesignSolver::convex, .fixed = {.include = {1}}});
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("the convex relaxation of lapdofs weighs all features"));
    }
}

}  // namespace

}  // namespace tamis
