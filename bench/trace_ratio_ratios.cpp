// The trace ratio solver on the two numbers per feature of 2,000 × 100,000 data, against one read pass over
// the data.
#include "bench/timing.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/trace_ratio/dinkelbach.hpp"

int main() {
    using namespace tamis;
    using namespace tamis::detail;
    constexpr Index rows = 2000, cols = 100000;
    const Context context;
    const DenseMatrix x = bench::normal_data(rows, cols, context);
    Random random(1);
    std::vector<double> between, within;
    for (Index j = 0; j < cols; ++j) {
        between.push_back(random.uniform() * random.uniform());
        within.push_back(0.1 + random.uniform());
    }
    const RatioTerms terms{between, within};

    std::printf("2,000 samples x 100,000 features, %d threads\n", thread_count(context));
    const double read =
        bench::median_seconds(5, [&] { bench::keep(bench::read_pass<8>(x.view(), context)); });
    std::printf("read at the speed of the memory %.2f ms\n", 1e3 * read);
    for (const Index k : {10, 1000, 50000}) {
        const double solve =
            bench::median_seconds(9, [&] { bench::keep(solve_trace_ratio(terms, k, context).lambda); });
        const std::string what = "trace ratio, k = " + std::to_string(k);
        bench::print_ratio(what.c_str(), solve, "read pass", read, 1.0);
    }
}
