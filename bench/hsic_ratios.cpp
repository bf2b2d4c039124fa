// HSIC with the linear kernel on 200,000 × 500 as a multiple of one read pass over the same memory, and the
// Gaussian elimination as nanoseconds per exponential that it needs.
#include "bench/timing.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/hsic.hpp"
#include "tamis/methods/hsic/rbf_hsic.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

DenseMatrix uniform_data(Index rows, Index cols, const Context& context) {
    DenseMatrix x = DenseMatrix::uninitialized(rows, cols);
    parallel_chunks(context, rows, 1000, [&](const Chunk& chunk) {
        Random random(static_cast<std::uint64_t>(chunk.number));
        for (Index i = chunk.begin; i < chunk.end; ++i)
            for (Index j = 0; j < cols; ++j) x(i, j) = random.uniform();
    });
    return x;
}

Labels random_classes(Index rows) {
    Random random(1);
    std::vector<int> classes;
    for (Index i = 0; i < rows; ++i) classes.push_back(static_cast<int>(random.below(10)));
    return make_labels(classes);
}

}  // namespace

int main() {
    const Context context;
    {
        const DenseMatrix x = uniform_data(200000, 500, context);
        const Labels labels = random_classes(x.rows());
        const double read =
            bench::median_seconds(5, [&] { bench::keep(bench::read_pass<8>(x.view(), context)); });
        for (const HsicEstimator estimator : {HsicEstimator::biased, HsicEstimator::unbiased}) {
            const double time = bench::median_seconds(5, [&] {
                bench::keep(hsic(x, labels, {.k = 10, .estimator = estimator}, context).objective.value);
            });
            bench::print_ratio(estimator == HsicEstimator::biased ? "hsic linear biased, 200,000 x 500"
                                                                  : "hsic linear unbiased, 200,000 x 500",
                               time, "read pass", read, 2.5);
        }
    }
    const Index rows = 1000, cols = 200;
    const DenseMatrix x = uniform_data(rows, cols, context);
    const Labels labels = random_classes(rows);
    const LabelKernel kernel(labels, LabelKernelKind::onehot);
    const double round = bench::median_seconds(3, [&] {
        bench::keep(rbf_hsic_round(x, labels, kernel, 0.03, HsicEstimator::biased, context).whole);
    });
    const double exponentials = static_cast<double>(rows * (rows - 1) / 2 * cols);
    std::printf("one round of the elimination, 1,000 x 200: %.3f s, %.2f ns per exponential\n", round,
                1e9 * round / exponentials);
    const double whole = bench::median_seconds(1, [&] {
        bench::keep(hsic(x, labels, {.k = 10, .kernel = HsicOptions::Kernel::rbf}, context).objective.value);
    });
    std::printf("the whole elimination, 1,000 x 200: %.2f s\n", whole);
}
