// How long the stages of a selection take, by samples × features × threads.
#include <benchmark/benchmark.h>

#include "tamis/core/random/engine.hpp"
#include "tamis/tamis.hpp"

namespace {

constexpr int classes = 10;

// Ten overlapping clouds, the same for every run.
tamis::Dataset clouds(tamis::Index samples, tamis::Index features) {
    tamis::detail::Random random(7);
    tamis::Dataset data;
    tamis::DenseMatrix x(samples, features);
    std::vector<int> labels;
    for (tamis::Index i = 0; i < samples; ++i) {
        const int group = static_cast<int>(i % classes);
        labels.push_back(group);
        for (tamis::Index j = 0; j < features; ++j)
            x(i, j) = random.normal() + (j % classes == group ? 1.5 : 0.0);
    }
    data.x = std::move(x);
    data.labels = tamis::make_labels(labels);
    return data;
}

void sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"samples", "features", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
    for (const int threads : {1, 2}) benchmark->Args({2000, 500, threads})->Args({500, 5000, threads});
}

template <class Work>
void measure(benchmark::State& state, Work&& work) {
    const tamis::Dataset data = clouds(state.range(0), state.range(1));
    tamis::Context context;
    context.threads = static_cast<int>(state.range(2));
    const tamis::Graph graph = tamis::build_graph(data.x, {.neighbors = 5}, context);
    for (auto _ : state) benchmark::DoNotOptimize(work(data, graph, context));
    state.counters["cells/s"] =
        benchmark::Counter(static_cast<double>(state.range(0) * state.range(1)),
                           benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
}

void variance(benchmark::State& state) {
    measure(state, [](const auto& data, const auto&, const auto& context) {
        return tamis::variance(data.x, {}, context);
    });
}
BENCHMARK(variance)->Apply(sizes);

void fisher(benchmark::State& state) {
    measure(state, [](const auto& data, const auto&, const auto& context) {
        return tamis::fisher(data.x, data.labels, {}, context);
    });
}
BENCHMARK(fisher)->Apply(sizes);

void laplacian_without_graph(benchmark::State& state) {
    measure(state, [](const auto& data, const auto& graph, const auto& context) {
        return tamis::laplacian(data.x, graph, {}, context);
    });
}
BENCHMARK(laplacian_without_graph)->Apply(sizes);

void graph(benchmark::State& state) {
    measure(state, [](const auto& data, const auto&, const auto& context) {
        return tamis::build_graph(data.x, {.neighbors = 5}, context);
    });
}
BENCHMARK(graph)->Apply(sizes);

}  // namespace
