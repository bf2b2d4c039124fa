// SPEC on 5,000 × 500, as multiples of the Laplacian score on the same graph; and the search for hits and
// misses as a multiple of the plain neighbor search.
#include "bench/timing.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/class_neighbors.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/methods/laplacian.hpp"
#include "tamis/methods/spec.hpp"

int main() {
    using namespace tamis;
    using namespace tamis::detail;
    constexpr Index rows = 5000, cols = 500;
    DenseMatrix x = DenseMatrix::uninitialized(rows, cols);
    Random random(1);
    std::vector<int> classes;
    for (Index i = 0; i < rows; ++i) {
        classes.push_back(static_cast<int>(random.below(10)));
        for (Index j = 0; j < cols; ++j) x(i, j) = random.normal() + (j % 10 == classes.back() ? 2.0 : 0.0);
    }
    const Labels labels = make_labels(classes);
    const Context context;
    const Graph graph = build_graph(x, {.neighbors = 5}, context);
    const Inputs inputs{.labels = &labels, .graph = &graph};
    std::printf("5,000 x 500, %lld edges, %d threads\n", static_cast<long long>(graph.edges()),
                thread_count(context));

    const double base = bench::median_seconds(
        11, [&] { bench::keep(laplacian(x, graph, {.k = 10}, context).objective.value); });
    const auto time = [&](const char* what, const SpecOptions& options, double bound) {
        const double seconds =
            bench::median_seconds(7, [&] { bench::keep(spec(x, inputs, options, context).objective.value); });
        bench::print_ratio(what, seconds, "laplacian", base, bound);
    };
    using Criterion = SpecOptions::Criterion;
    using Similarity = SpecOptions::Similarity;
    time("spec phi2 p=1", {}, 1.25);
    time("spec phi2 p=2", {.power = 2}, 6.0);
    time("spec phi2 p=4", {.power = 4}, 6.0);
    time("spec phi2 p=1 diffusion", {.similarity = Similarity::diffusion}, 60.0);
    time("spec phi3 10 clusters", {.criterion = Criterion::phi3}, 60.0);

    const double search = bench::median_seconds(3, [&] {
        bench::keep(find_neighbors(x, 10, Metric::euclidean, Search::exact, context).squared_distances[0]);
    });
    const auto class_time = [&](const char* what, ClassMetric metric, double bound) {
        const double seconds = bench::median_seconds(
            3, [&] { bench::keep(find_class_neighbors(x, labels, 10, metric, {}, context).distances[0]); });
        bench::print_ratio(what, seconds, "10 neighbors", search, bound);
    };
    class_time("10 hits, 10 misses per class, Euclidean", ClassMetric::euclidean, 3.0);
    class_time("10 hits, 10 misses per class, Manhattan", ClassMetric::manhattan, 6.0);
}
