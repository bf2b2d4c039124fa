// Variance and Fisher score on 200,000 × 500, as multiples of one read pass over the same memory.
#include "bench/timing.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/variance.hpp"

int main() {
    using namespace tamis;
    using namespace tamis::detail;
    constexpr Index rows = 200000, cols = 500;
    const Context context;
    const DenseMatrix x = bench::normal_data(rows, cols, context);
    Random random(1);
    std::vector<int> classes;
    for (Index i = 0; i < rows; ++i) classes.push_back(static_cast<int>(random.below(10)));
    const Labels labels = make_labels(classes);

    std::printf("200,000 samples x 500 features, %d threads\n", thread_count(context));
    const double plain =
        bench::median_seconds(9, [&] { bench::keep(bench::read_pass<1>(x.view(), context)); });
    const double fast =
        bench::median_seconds(9, [&] { bench::keep(bench::read_pass<8>(x.view(), context)); });
    std::printf("plain sum of all entries %.2f ms, at the speed of the memory %.2f ms (%.1f GB/s)\n",
                1e3 * plain, 1e3 * fast, static_cast<double>(rows * cols * 8) / fast / 1e9);
    const double variance_time =
        bench::median_seconds(9, [&] { bench::keep(variance(x, {.k = 10}, context).objective.value); });
    bench::print_ratio("variance", variance_time, "plain sum", plain);
    bench::print_ratio("variance", variance_time, "read at the speed of the memory", fast, 2.5);
    const double fisher_time =
        bench::median_seconds(9, [&] { bench::keep(fisher(x, labels, {.k = 10}, context).objective.value); });
    bench::print_ratio("fisher, 10 classes", fisher_time, "plain sum", plain);
    bench::print_ratio("fisher, 10 classes", fisher_time, "read at the speed of the memory", fast, 2.5);
}
