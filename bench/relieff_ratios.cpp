// ReliefF on 5,000 × 200 in 5 classes, as a multiple of the exact search for class-wise neighbors that it
// needs, and a few random probes against all of them.
#include "bench/timing.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/graph/class_neighbors.hpp"
#include "tamis/methods/relieff.hpp"

int main() {
    using namespace tamis;
    using namespace tamis::detail;
    constexpr Index rows = 5000, cols = 200;
    DenseMatrix x(rows, cols);
    Random random(1);
    std::vector<int> classes;
    for (Index i = 0; i < rows; ++i) {
        classes.push_back(static_cast<int>(random.below(5)));
        for (Index j = 0; j < cols; ++j) x(i, j) = random.normal() + (j < 10 ? classes.back() : 0);
    }
    const Labels labels = make_labels(classes);
    const Context context;
    const std::vector<double> factors(cols, 0.125);

    const auto search = [&](ClassMetric metric) {
        return bench::median_seconds(3, [&] {
            bench::keep(find_class_neighbors(x, labels, 10, metric, factors, context).distances[0]);
        });
    };
    const auto whole = [&](RelieffOptions options) {
        options.k = 10;
        return bench::median_seconds(
            3, [&] { bench::keep(relieff(x, labels, options, context).objective.value); });
    };
    using Diff = RelieffOptions::Diff;
    const double all = whole({});
    bench::print_ratio("relieff l1, 5,000 x 200, 5 classes", all, "class neighbors",
                       search(ClassMetric::manhattan), 2.5);
    bench::print_ratio("relieff squared, 5,000 x 200, 5 classes", whole({.diff = Diff::squared}),
                       "class neighbors", search(ClassMetric::euclidean), 2.5);
    bench::print_ratio("relieff l1 with 100 probes", whole({.samples = 100}), "all probes", all, 0.2);
}
