// Variance and Fisher score on 200,000 × 500, as multiples of one read pass over the same memory.
#include "bench/timing.hpp"
#include "tamis/core/random.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/variance.hpp"

int main() {
    using namespace tamis;
    constexpr Index rows = 200000, cols = 500;
    DenseMatrix x = DenseMatrix::uninitialized(rows, cols);
    const Context context;
    parallel_chunks(context, rows, 1000, [&](const Chunk& chunk) {
        Random random(static_cast<std::uint64_t>(chunk.number));
        for (Index i = chunk.begin; i < chunk.end; ++i)
            for (Index j = 0; j < cols; ++j) x(i, j) = random.uniform();
    });
    Random random(1);
    std::vector<int> classes;
    for (Index i = 0; i < rows; ++i) classes.push_back(static_cast<int>(random.below(10)));
    const Labels labels = make_labels(classes);

    const double read = bench::median_seconds(7, [&] { bench::keep(bench::read_pass(x.view(), context)); });
    std::printf("read pass over 200,000 x 500: %.4f s, %.1f GB/s, %d threads\n", read,
                static_cast<double>(rows * cols * 8) / read / 1e9, thread_count(context));
    const double variance_time =
        bench::median_seconds(7, [&] { bench::keep(variance(x, {.k = 10}, context).objective.value); });
    bench::print_ratio("variance, 200,000 x 500", variance_time, "read pass", read, 2.5);
    const double fisher_time =
        bench::median_seconds(7, [&] { bench::keep(fisher(x, labels, {.k = 10}, context).objective.value); });
    bench::print_ratio("fisher, 10 classes, 200,000 x 500", fisher_time, "read pass", read, 2.5);
}
