// TRLN and WHTR against the fixtures, the definition pair by pair, and what must hold of every descent.
#include <gmock/gmock.h>

#include "tamis/core/error.hpp"
#include "tamis/core/random.hpp"
#include "tamis/subspace/all.hpp"
#include "tamis/subspace/pairwise_projection.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {
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
    const DenseMatrix start = trace_ratio_start(data.x, made.classes, made.means, 2, {});
    for (const double alpha : {0.5, 5.0}) {
        const auto dense = dense_problem(data.x, data.labels, alpha),
                   direct = direct_problem(data.x, data.labels, alpha);
        const DescentOptions plain{.safe = false, .tolerance = 1e-300, .max_iterations = 5};
        const std::vector<double> a = descend(*dense, start, plain, {}).trace,
                                  b = descend(*direct, start, plain, {}).trace;
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9 * a[i]) << i;
        const DescentResult safe = descend(*direct, start, {.tolerance = 1e-8, .max_iterations = 1000}, {});
        for (std::size_t i = 0; i < std::min<std::size_t>(safe.trace.size(), 8); ++i)
            std::printf("%.10f ", safe.trace[i]);
        std::printf(" F=%.10f iters %ld res %g short %ld shift %ld\n", safe.state.value, safe.iterations,
                    safe.residual, safe.shortened, safe.shifted);
        const DescentResult safe2 = descend(*dense, start, {.tolerance = 1e-8, .max_iterations = 1000}, {});
        std::printf(" dense F=%.10f iters %ld res %g short %ld shift %ld\n", safe2.state.value,
                    safe2.iterations, safe2.residual, safe2.shortened, safe2.shifted);
    }
}

}  // namespace
}  // namespace tamis
