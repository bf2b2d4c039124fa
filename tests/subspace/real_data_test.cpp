// The data sets of the paper: the safeguarded descent never rises, whatever the dimension and the penalty.
#include <gmock/gmock.h>

#include "tamis/subspace/all.hpp"
#include "tamis/subspace/pca_basis.hpp"
#include "tests/support/paper_set.hpp"
#include "tests/support/subspace_cases.hpp"

namespace tamis {

using namespace detail;

namespace {

using namespace testing;

class PaperData : public ::testing::TestWithParam<std::string> {};

TEST_P(PaperData, SafeDescentIsMonotone) {
    const std::optional<Dataset> data = paper_file(GetParam() + ".mat");
    if (!data) GTEST_SKIP() << GetParam() << " is not there";
    const PcaBasis basis = pca_basis(data->x, 0.95);
    const Index classes = data->labels.classes();
    for (const Index dim : {Index{1}, (classes - 1) / 2, classes - 1})
        for (const double alpha : {0.0, 0.1, 1.0, 10.0}) {
            SCOPED_TRACE("dim " + std::to_string(dim) + ", alpha " + std::to_string(alpha));
            const Projection found =
                trln(basis.rows, data->labels, {.dim = dim, .alpha = alpha, .max_iterations = 60});
            const std::vector<double>& trace = found.objective.trace;
            for (std::size_t i = 1; i < trace.size(); ++i) ASSERT_LE(trace[i], trace[i - 1]) << i;
            const Dense w = as_eigen(found.weights);
            EXPECT_LT(largest_difference(w.transpose() * w, Dense::Identity(dim, dim)), 1e-10);
            const DenseScatter scatter = dense_scatter(basis.rows, data->labels);
            double penalty = 0.0;
            for (const double length : found.feature_weights) penalty += std::sqrt(length * length + 1e-12);
            const double value = pairwise_ratio(scatter, w) + alpha * penalty;
            EXPECT_NEAR(found.objective.value, value, 1e-9 * value) << "the sum over all pairs";
        }
}

TEST_P(PaperData, AllDirectionsAreTheSameForFourMethods) {
    const std::optional<Dataset> data = paper_file(GetParam() + ".mat");
    if (!data) GTEST_SKIP() << GetParam() << " is not there";
    const PcaBasis basis = pca_basis(data->x, 0.95);
    const Dense span = span_of(flda(basis.rows, data->labels).weights);
    EXPECT_LT(largest_difference(span, span_of(apac(basis.rows, data->labels).weights)), 1e-7);
    EXPECT_LT(largest_difference(span, span_of(hmss(basis.rows, data->labels).weights)), 1e-7);
    EXPECT_LT(largest_difference(span, span_of(gmss(basis.rows, data->labels).weights)), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Shared, PaperData,
                         ::testing::Values("yale", "glioma", "tox_171", "pixraw10p", "orl", "coil20"),
                         [](const auto& entry) { return entry.param; });

}  // namespace
}  // namespace tamis
