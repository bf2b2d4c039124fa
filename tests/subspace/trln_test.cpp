// TRLN and WHTR against the fixtures, the definition pair by pair, and what must hold of every descent.
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "tamis/core/error.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/subspace/all.hpp"
#include "tamis/subspace/pairwise/pairwise_projection.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using namespace testing;

struct Prepared {
    FilledClasses classes;
    ClassMeans means;
};

Prepared prepare(const MatrixView& x, const Labels& labels) {
    Prepared made{filled_classes(labels, x.rows(), "test"), {}};
    made.means = class_means(x, made.classes, {});
    return made;
}

std::unique_ptr<PairwiseProblem> dense_problem(const MatrixView& x, const Labels& labels, double alpha) {
    static const Context context;
    Prepared made = prepare(x, labels);
    return dense_pairwise_problem(x, std::move(made.classes), std::move(made.means), alpha, context);
}

std::unique_ptr<PairwiseProblem> direct_problem(const MatrixView& x, const Labels& labels, double alpha) {
    static const Context context;
    Prepared made = prepare(x, labels);
    return direct_pairwise_problem(x, std::move(made.classes), std::move(made.means), alpha, context);
}

DenseMatrix first_columns_of_identity(Index size, Index dim) {
    DenseMatrix w(size, dim);
    for (Index i = 0; i < dim; ++i) w(i, i) = 1.0;
    return w;
}

class TrlnFixture : public ::testing::TestWithParam<std::string> {
  protected:
    const nlohmann::json& entry() const { return fixture(GetParam()); }
};

TEST_P(TrlnFixture, FormulasAtTheIdentity) {
    const SubspaceCase data = fixture_case(entry());
    for (const auto& expected : entry().at("m")) {
        const auto problem = dense_problem(data.x, data.labels, 0.0);
        const DenseMatrix w = first_columns_of_identity(data.x.cols(), expected.at("m"));
        const PairwiseState state = problem->evaluate(w);
        const double ratio = expected.at("R_at_W0");
        EXPECT_NEAR(state.ratio, ratio, 1e-10 * ratio);
        EXPECT_NEAR(state.ratio, pairwise_ratio(dense_scatter(data.x, data.labels), as_eigen(w)),
                    1e-10 * ratio);
        EXPECT_THAT(state.scatter, ::testing::Pointwise(::testing::DoubleNear(1e-9),
                                                        golden_numbers(expected.at("t_at_W0"))));
        EXPECT_LT(largest_difference(as_eigen(state.distance), golden_dense(expected.at("delta_at_W0"))),
                  1e-9);
        const PairwiseWeights weights = problem->weights(state);
        EXPECT_THAT(weights.omega, ::testing::Pointwise(::testing::DoubleNear(1e-7),
                                                        golden_numbers(expected.at("omega_at_W0"))));
        problem->focus(state);
        const Dense m = as_eigen(problem->multiply(first_columns_of_identity(data.x.cols(), data.x.cols())));
        const Dense golden_m = golden_dense(expected.at("M0_at_W0"));
        EXPECT_LT(largest_difference(m, golden_m), 1e-10 * golden_m.cwiseAbs().maxCoeff());
        EXPECT_NEAR((as_eigen(w).transpose() * m * as_eigen(w)).trace(), 0.0, 1e-9 * ratio);
    }
}

TEST_P(TrlnFixture, SafeDescentEndsAtTheGoldenPoint) {
    const SubspaceCase data = fixture_case(entry());
    for (const auto& expected : entry().at("m"))
        for (const auto& run : expected.at("trln")) {
            const double alpha = run.at("alpha"), value = run.at("F");
            SCOPED_TRACE("m = " + std::to_string(expected.at("m").get<int>()) +
                         ", alpha = " + std::to_string(alpha));
            const Projection found = trln(data.x, data.labels,
                                          {.dim = expected.at("m").get<Index>(),
                                           .alpha = alpha,
                                           .tolerance = 1e-9,
                                           .max_iterations = 3000});
            const bool small_row = run.at("smallest_row_norm").get<double>() < 1e-2;
            const double accuracy = small_row ? 1e-5 : 1e-8;
            EXPECT_NEAR(found.objective.value, value, accuracy * value);
            EXPECT_LT(largest_difference(span_of(found.weights), golden_dense(run.at("projector"))),
                      small_row ? 1e-4 : 1e-7);
            const auto eigenvalues = golden_numbers(run.at("eig_WtMW"));
            ASSERT_EQ(found.eigenvalues.size(), eigenvalues.size());
            for (std::size_t i = 0; i < eigenvalues.size(); ++i)
                EXPECT_NEAR(found.eigenvalues[i], eigenvalues[i], 10 * accuracy * value);
            EXPECT_EQ(found.stop, Stop::converged);
            for (std::size_t i = 1; i < found.objective.trace.size(); ++i)
                EXPECT_LE(found.objective.trace[i], found.objective.trace[i - 1]);
        }
}

TEST_P(TrlnFixture, PlainFollowsAlgorithm1) {
    const SubspaceCase data = fixture_case(entry());
    for (const auto& expected : entry().at("m"))
        for (const auto& run : expected.at("trln")) {
            const auto history = golden_numbers(run.at("plain_history"));
            const Projection found = trln(data.x, data.labels,
                                          {.dim = expected.at("m").get<Index>(),
                                           .alpha = run.at("alpha").get<double>(),
                                           .mode = DescentMode::plain,
                                           .tolerance = 1e-300,
                                           .max_iterations = static_cast<Index>(history.size()) - 1});
            ASSERT_EQ(found.objective.trace.size(), history.size());
            for (std::size_t i = 0; i < history.size(); ++i)
                EXPECT_NEAR(found.objective.trace[i], history[i], 1e-7 * history[i]);
            EXPECT_EQ(found.stop, Stop::iteration_limit);
        }
}

INSTANTIATE_TEST_SUITE_P(Golden, TrlnFixture, ::testing::Values("A", "B"),
                         [](const auto& entry) { return entry.param; });

TEST(TrlnDirect, EqualsTheDenseForm) {
    const SubspaceCase data = formula_case({5, 4, 6}, 40, 0.6, 0.8);
    Prepared made = prepare(data.x, data.labels);
    bool unbounded = false;
    const DenseMatrix start = trace_ratio_start(data.x, made.classes, made.means, 2, unbounded, {});
    for (const double alpha : {0.5, 5.0}) {
        const auto dense = dense_problem(data.x, data.labels, alpha),
                   direct = direct_problem(data.x, data.labels, alpha);
        const DescentOptions plain{.safe = false, .tolerance = 1e-300, .max_iterations = 5};
        const std::vector<double> a = descend(*dense, start, plain, {}).trace,
                                  b = descend(*direct, start, plain, {}).trace;
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9 * a[i]) << i;
        const DescentOptions exact{.tolerance = 1e-9, .max_iterations = 1000};
        const DescentResult by_matrix = descend(*dense, start, exact, {});
        const DescentResult directly = descend(*direct, start, exact, {});
        EXPECT_NEAR(directly.state.value, by_matrix.state.value, 1e-8 * by_matrix.state.value);
        EXPECT_TRUE(directly.monotone);
    }
}

// With few samples the direct form is the faster one also for some hundred features. It may end in another
// local minimum, which is about as low.
TEST(TrlnDirect, IsTakenForFewSamples) {
    const auto directly = [](const SubspaceCase& data, double alpha) {
        return is_worked_directly(data.x, prepare(data.x, data.labels).classes, alpha);
    };
    const SubspaceCase few = formula_case({2, 2, 2}, 300, 1.0, 0.8);
    EXPECT_TRUE(directly(few, 1.0));
    EXPECT_FALSE(directly(few, 0.0));
    EXPECT_FALSE(directly(formula_case({5, 4, 6}, 40, 0.6, 0.8), 1.0));
    EXPECT_FALSE(directly(formula_case({50, 40, 60}, 300, 1.0, 0.8), 1.0));
    EXPECT_TRUE(directly(formula_case({50, 40, 60}, 600, 1.0, 0.8), 1.0));
    EXPECT_FALSE(directly(formula_case({250, 240, 260}, 600, 1.0, 0.8), 1.0));

    const Projection found = trln(few.x, few.labels, {.dim = 2, .alpha = 1.0});
    EXPECT_EQ(found.stop, Stop::converged);
    Prepared made = prepare(few.x, few.labels);
    bool unbounded = false;
    const DenseMatrix start = trace_ratio_start(few.x, made.classes, made.means, 2, unbounded, {});
    const DescentResult by_matrix =
        descend(*dense_problem(few.x, few.labels, 1.0), start, {.max_iterations = 60}, {});
    EXPECT_LE(found.objective.value, by_matrix.state.value * 1.05);
    EXPECT_NEAR(dense_problem(few.x, few.labels, 1.0)->evaluate(found.weights).value, found.objective.value,
                1e-9 * found.objective.value);
}

// Fixture C: more features than samples.
TEST(TrlnFixtureC, PcaAndBothRoutes) {
    const SubspaceCase data = formula_case({5, 4, 6}, 40, 0.6, 0.8);
    const PcaBasis basis = pca_basis(data.x, 0.95);
    EXPECT_NEAR(basis.total, 223.8541476272, 1e-8);
    ASSERT_EQ(basis.eigenvalues.size(), 11U);
    EXPECT_NEAR(basis.eigenvalues[0], 82.4794581044, 1e-8);
    EXPECT_NEAR(basis.eigenvalues[10], 5.1841520921, 1e-8);

    struct Expected {
        double alpha, value;
        std::vector<Index> features;
        double first, last;
    };
    const auto best = [](const std::vector<double>& weights) {
        std::vector<Index> order(weights.size());
        std::iota(order.begin(), order.end(), Index{0});
        std::sort(order.begin(), order.end(),
                  [&](Index a, Index b) { return weights[at(a)] > weights[at(b)]; });
        order.resize(8);
        return order;
    };
    for (const Expected& expected :
         {Expected{0.0, 0.2296400287, {16, 31, 35, 17, 11, 19, 10, 12}, 0.4217094029, 0.2919846983},
          Expected{1.0, 2.9935439375, {31, 16, 11, 35, 12, 6, 17, 19}, 0.4063030105, 0.2856925032}}) {
        const Projection found = behind_pca(data.x, 0.95, {}, [&](const Rows& reduced) {
            return trln(reduced, data.labels,
                        {.dim = 2, .alpha = expected.alpha, .tolerance = 1e-10, .max_iterations = 3000});
        });
        EXPECT_NEAR(found.objective.value, expected.value, 1e-8 * expected.value);
        EXPECT_EQ(best(found.feature_weights), expected.features);
        EXPECT_NEAR(found.feature_weights[at(expected.features[0])], expected.first, 1e-6);
        EXPECT_NEAR(found.feature_weights[at(expected.features[7])], expected.last, 1e-6);
    }
    for (const auto& [alpha, first, second, value, rows] :
         {std::tuple{0.5, 4.2841526499, 1.8581894149, 1.44751889, 10},
          std::tuple{5.0, 40.7720514269, 13.0617467387, 11.59814000, 2}}) {
        const Projection found =
            trln(data.x, data.labels, {.dim = 2, .alpha = alpha, .tolerance = 1e-9, .max_iterations = 1000});
        EXPECT_NEAR(found.objective.trace[0], first, 1e-9 * first);
        EXPECT_NEAR(found.objective.trace[1], second, 1e-9 * second);
        EXPECT_NEAR(found.objective.value, value, 1e-6 * value);
        EXPECT_EQ(std::count_if(found.feature_weights.begin(), found.feature_weights.end(),
                                [](double weight) { return weight > 1e-3; }),
                  rows);
        EXPECT_EQ(best(found.feature_weights)[0], 31);
        EXPECT_EQ(best(found.feature_weights)[1], 16);
    }
}

TEST(Trln, DerivativeOfTheCriterionIsTwoMW) {
    const Labels labels = random_labels(40, 4, 3);
    const DenseMatrix x = random_matrix(40, 7, 3);
    const auto problem = dense_problem(x, labels, 0.7);
    DenseMatrix w = random_matrix(7, 2, 4);
    const PairwiseState state = problem->evaluate(w);
    problem->focus(state);
    const DenseMatrix image = problem->multiply(w);
    for (Index i = 0; i < 7; ++i)
        for (Index c = 0; c < 2; ++c) {
            constexpr double step = 1e-6;
            DenseMatrix up = w, down = w;
            up(i, c) += step;
            down(i, c) -= step;
            const double slope = (problem->evaluate(up).value - problem->evaluate(down).value) / (2 * step);
            EXPECT_NEAR(slope, 2 * image(i, c), 1e-5 * (1 + std::abs(slope)));
        }
}

// For two classes and no penalty Algorithm 1 is the iteration of the trace ratio: one optimum for both.
TEST(Trln, TwoClassesWithoutPenaltyAreTheTraceRatio) {
    const Labels labels = random_labels(50, 2, 5);
    const DenseMatrix x = random_matrix(50, 6, 5);
    const Projection ratio = tr_lda(x, labels, {.dim = 1});
    for (const DescentMode mode : {DescentMode::safe, DescentMode::plain}) {
        const Projection pairs = whtr(x, labels, {.dim = 1, .mode = mode, .tolerance = 1e-10});
        EXPECT_LT(largest_difference(span_of(pairs.weights), span_of(ratio.weights)), 1e-7);
        EXPECT_NEAR(pairs.objective.value, 50.0 / ratio.objective.value, 1e-8 * pairs.objective.value);
    }
}

TEST(Trln, DoesNotDependOnOriginAndUnit) {
    const Labels labels = random_labels(50, 3, 6);
    const DenseMatrix x = random_matrix(50, 6, 6);
    DenseMatrix moved = x;
    for (Index i = 0; i < 50; ++i)
        for (Index j = 0; j < 6; ++j) moved(i, j) = 40.0 * x(i, j) + 1000.0 * static_cast<double>(j);
    const Projection a = trln(x, labels, {.dim = 2}), b = trln(moved, labels, {.dim = 2});
    EXPECT_NEAR(a.objective.value, b.objective.value, 1e-8 * a.objective.value);
    EXPECT_LT(largest_difference(span_of(a.weights), span_of(b.weights)), 1e-4);
}

TEST(Trln, SafeNeverRisesAndPlainSaysWhenItCycles) {
    Index cycles = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const int classes = 3 + static_cast<int>(seed % 4);
        const Labels labels = random_labels(45, classes, seed);
        const DenseMatrix x = random_matrix(45, 8, seed);
        for (const double alpha : {0.0, 0.5, 5.0})
            for (const Index dim : {Index{1}, Index{2}}) {
                const Projection safe = trln(x, labels, {.dim = dim, .alpha = alpha});
                for (std::size_t i = 1; i < safe.objective.trace.size(); ++i)
                    ASSERT_LE(safe.objective.trace[i], safe.objective.trace[i - 1]);
                std::vector<std::string> warnings;
                Context context;
                context.warn = [&](const std::string& text) { warnings.push_back(text); };
                const Projection plain =
                    trln(x, labels, {.dim = dim, .alpha = alpha, .mode = DescentMode::plain}, context);
                const bool cycled = plain.stop == Stop::iteration_limit;
                cycles += cycled;
                ASSERT_EQ(warnings.size(), cycled ? 1U : 0U);
                for (const std::string& text : warnings)
                    EXPECT_THAT(text, ::testing::HasSubstr("did not converge"));
            }
    }
    EXPECT_GT(cycles, 40) << "Algorithm 1 usually cycles for few dimensions";
}

// With one dimension and many classes there are several minima, and more starts find better ones.
TEST(Trln, MoreStartsAreNeverWorseAndOftenBetter) {
    int better = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Labels labels = random_labels(60, 6, seed);
        const DenseMatrix x = random_matrix(60, 6, seed);
        const double one = trln(x, labels, {.dim = 1, .alpha = 0.1}).objective.value;
        const double eight = trln(x, labels, {.dim = 1, .alpha = 0.1, .starts = 8}).objective.value;
        EXPECT_LE(eight, one);
        better += eight < 0.999 * one;
    }
    EXPECT_GE(better, 3) << "of 10";
}

// A random start is another one for every seed, and with classes - 1 dimensions leads to the same minimum.
TEST(Trln, MayStartAnywhere) {
    const SubspaceCase data = fixture_case(fixture("B"));
    const Index dim = data.labels.classes() - 1;
    const Projection usual = trln(data.x, data.labels, {.dim = dim, .alpha = 0.1});
    std::set<double> firsts = {usual.objective.trace.front()};
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        Context context;
        context.seed = seed;
        const Projection found =
            trln(data.x, data.labels, {.dim = dim, .alpha = 0.1, .start = DescentStart::random}, context);
        EXPECT_NEAR(found.objective.value, usual.objective.value, 1e-5 * usual.objective.value);
        EXPECT_GT(found.objective.trace.front(), found.objective.value);
        firsts.insert(found.objective.trace.front());
    }
    EXPECT_EQ(firsts.size(), 4U);
}

TEST(Trln, PaperStopEndsEarly) {
    const SubspaceCase data = fixture_case(fixture("B"));
    const Projection paper = trln(data.x, data.labels, {.dim = 3, .stop = DescentStop::paper});
    EXPECT_LE(paper.iterations, 30);
    EXPECT_EQ(paper.stop, Stop::converged);
    const std::vector<double>& trace = paper.objective.trace;
    EXPECT_LT(trace[trace.size() - 2] - trace.back(), 0.05);
    for (std::size_t i = 1; i + 1 < trace.size(); ++i) EXPECT_GE(trace[i - 1] - trace[i], 0.05);
}

TEST(Trln, SaysWhatItCannotDo) {
    const auto message = [](const auto& call) -> std::string {
        try {
            call();
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    const Labels labels = random_labels(12, 3, 7);
    const DenseMatrix wide = random_matrix(12, 30, 7);
    EXPECT_EQ(
        message([&] { trln(wide, labels, {.alpha = 0.0}); }),
        "trln: the scatter within the classes is zero in 2 directions, as with fewer samples than features, "
        "so "
        "the criterion would be zero for any classes: use pca=0.95 or fewer components, or alpha above 0");
    EXPECT_THAT(message([&] { trln(wide, labels, {.alpha = -1.0}); }), ::testing::HasSubstr("alpha"));
    EXPECT_THAT(message([&] { trln(wide, labels, {.dim = 31}); }),
                ::testing::HasSubstr("trln cannot give 31 dimensions (the data have 30)"));
    DenseMatrix same(4, 2);
    same(0, 0) = same(2, 0) = 1.0;
    same(1, 1) = same(3, 1) = 1.0;
    EXPECT_EQ(message([&] {
                  trln(same, make_labels(std::vector<int>{0, 0, 1, 1}), {.dim = 1});
              }),
              "trln: classes '0' and '1' have the same mean, so no direction tells them apart: merge them or "
              "leave one out");
}

}  // namespace
}  // namespace tamis
