// The descent of TRLN on many features against the same criterion in one matrix, and what must hold of it.
#include "tamis/subspace/pairwise/working_set_descent.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/subspace/pairwise/pairwise_projection.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::random_matrix;

// Four classes that differ in twelve of many features.
struct Wide {
    DenseMatrix x;
    FilledClasses classes;
    ClassMeans means;
    DenseMatrix start;

    explicit Wide(Index features) : x(random_matrix(48, features, 11)) {
        std::vector<int> label;
        Random random(3);
        DenseMatrix centers(4, 12);
        for (Index i = 0; i < 48; ++i) centers.data()[i] = 2.0 * random.normal();
        for (Index i = 0; i < x.rows(); ++i) {
            label.push_back(static_cast<int>(i % 4));
            for (Index j = 0; j < 12; ++j) x(i, j) += centers(i % 4, j);
        }
        classes = filled_classes(make_labels(label), x.rows(), "test");
        means = class_means(x, classes, {});
        bool unbounded = false;
        start = trace_ratio_start(x, classes, means, 3, unbounded, {});
    }

    DescentResult minimize(double alpha, const DescentOptions& options, const Context& context = {}) const {
        return descend_on_working_set(x, classes, means, alpha, start, options, context);
    }
};

class WorkingSet : public ::testing::TestWithParam<double> {};

// The trace begins at the start and ends at the value of what is returned, by the definition in one matrix.
TEST_P(WorkingSet, TellsTheValuesOfStartAndEnd) {
    const Wide data(700);
    const Context context;
    const DescentResult found =
        data.minimize(GetParam(), {.tolerance = 1e-5, .max_iterations = 300}, context);
    const DenseMatrix gram = product_tn(found.state.w, found.state.w);
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j) EXPECT_NEAR(gram(i, j), i == j ? 1.0 : 0.0, 1e-10);
    const auto by_matrix = dense_pairwise_problem(data.x, data.classes, data.means, GetParam(), context);
    const double first = by_matrix->evaluate(orthonormal_columns(data.start)).value;
    const double last = by_matrix->evaluate(found.state.w).value;
    EXPECT_NEAR(found.trace.front(), first, 1e-9 * first);
    EXPECT_NEAR(found.trace.back(), last, 1e-9 * last);
    EXPECT_NEAR(found.state.value, last, 1e-9 * last);
    EXPECT_LT(last, first);
}

TEST_P(WorkingSet, ComesAsLowAsTheDescentOnAllFeatures) {
    const Wide data(700);
    const Context context;
    const DescentOptions options{.tolerance = 1e-5, .max_iterations = 300};
    const auto problem = direct_pairwise_problem(data.x, data.classes, data.means, GetParam(), context);
    const DescentResult all = descend(*problem, data.start, options, context);
    const DescentResult some = data.minimize(GetParam(), options, context);
    EXPECT_LE(some.state.value, 1.01 * all.state.value);
}

// Where it says that it has converged, rows of zeros are not drawn away from zero, and the others are in
// balance.
TEST_P(WorkingSet, ConvergesToAMinimum) {
    const Wide data(500);
    const Context context;
    const double alpha = GetParam();
    const DescentResult found = data.minimize(alpha, {.tolerance = 1e-6, .max_iterations = 20000}, context);
    ASSERT_EQ(found.stop, Stop::converged);
    const auto problem = dense_pairwise_problem(data.x, data.classes, data.means, alpha, context);
    const PairwiseState state = problem->evaluate(found.state.w);
    problem->focus(state);
    DenseMatrix pull = problem->multiply(state.w);
    scale(pull, 2.0);
    Index zeros = 0;
    for (Index f = 0; f < data.x.cols(); ++f) {
        if (state.row_lengths[at(f)] > 1e-4) continue;
        ++zeros;
        double sum = 0.0;  // of 2·M₀·W: without the penalty's part of M
        for (Index c = 0; c < 3; ++c) {
            const double own = alpha / state.row_lengths[at(f)] * state.w(f, c);
            sum += (pull(f, c) - own) * (pull(f, c) - own);
        }
        EXPECT_LE(std::sqrt(sum), alpha * 1.001) << f;
    }
    EXPECT_GT(zeros, 100);
}

TEST_P(WorkingSet, GivesTheSameBitsOnAnyNumberOfThreads) {
    const Wide data(3000);
    const DescentOptions options{.tolerance = 1e-5, .max_iterations = 25};
    Context context;
    context.threads = 1;
    const DescentResult first = data.minimize(GetParam(), options, context);
    for (const int threads : {2, 7}) {
        context.threads = threads;
        const DescentResult again = data.minimize(GetParam(), options, context);
        EXPECT_EQ(again.trace, first.trace);
        EXPECT_TRUE(std::equal(first.state.w.data(), first.state.w.data() + 9000, again.state.w.data()));
    }
}

INSTANTIATE_TEST_SUITE_P(Alpha, WorkingSet, ::testing::Values(1.0, 20.0));

}  // namespace
}  // namespace tamis
