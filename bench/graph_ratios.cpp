// How far the graph's two hot loops are from what they cannot do without, measured in one run:
//     exact neighbours  against the bare matrix products of the same blocks
//     edge energies     against one plain read of the data
// Usage: graph_ratios [samples features neighbors threads]
#include <cblas.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <vector>

#include "tamis/core/parallel.hpp"
#include "tamis/core/random.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/laplacian_operator.hpp"
#include "tamis/graph/neighbors.hpp"

namespace {

using namespace tamis;

double median_seconds(int repetitions, const std::function<void()>& work) {
    std::vector<double> seconds;
    work();  // once to warm up
    for (int r = 0; r < repetitions; ++r) {
        const Timer timer;
        work();
        seconds.push_back(timer.seconds());
    }
    std::nth_element(seconds.begin(), seconds.begin() + repetitions / 2, seconds.end());
    return seconds[static_cast<std::size_t>(repetitions / 2)];
}

DenseMatrix normal_data(Index samples, Index features) {
    Random random(1);
    DenseMatrix x(samples, features);
    for (Index i = 0; i < samples * features; ++i) x.data()[i] = random.normal();
    return x;
}

// The upper triangle of X·Xᵀ in blocks of 512 rows, and nothing else.
void bare_products(const DenseMatrix& x, const Context& context) {
    constexpr Index side = 512;
    const Index blocks = chunk_count(x.rows(), side);
    static std::vector<std::vector<double>> tiles(static_cast<std::size_t>(thread_count(context)));
    parallel_chunks(context, thread_count(context), 1, [&](const Chunk& worker) {
        std::vector<double>& tile = tiles[static_cast<std::size_t>(worker.number)];
        tile.resize(static_cast<std::size_t>(side * side));
        Index number = 0;
        for (Index i = 0; i < blocks; ++i)
            for (Index j = i; j < blocks; ++j) {
                if (number++ % thread_count(context) != worker.number) continue;
                const Index rows = std::min(side, x.rows() - i * side);
                const Index cols = std::min(side, x.rows() - j * side);
                cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(rows),
                            static_cast<int>(cols), static_cast<int>(x.cols()), -2.0, x.row(i * side),
                            static_cast<int>(x.cols()), x.row(j * side), static_cast<int>(x.cols()), 0.0,
                            tile.data(), static_cast<int>(side));
            }
    });
}

// Sum of all entries with `lanes` independent sums: 1 is the loop as one writes it, 8 runs at the speed of
// the memory.
template <int lanes>
double read_pass(const DenseMatrix& x, const Context& context) {
    return parallel_sum(context, x.rows(), 256, 0.0, [&](const Chunk& chunk) {
        double sums[lanes] = {};
        const double* value = x.row(chunk.begin);
        const double* end = x.row(chunk.end);
        for (; value + lanes <= end; value += lanes)
            for (int l = 0; l < lanes; ++l) sums[l] += value[l];
        for (; value != end; ++value) sums[0] += *value;
        double sum = 0.0;
        for (const double part : sums) sum += part;
        return sum;
    });
}

}  // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int position, long fallback) {
        return argc > position ? std::atol(argv[position]) : fallback;
    };
    const Index samples = argument(1, 10000), features = argument(2, 256), neighbors = argument(3, 5);
    Context context;
    context.threads = static_cast<int>(argument(4, 0));
    const DenseMatrix x = normal_data(samples, features);
    openblas_set_num_threads(1);

    fmt::print("{} samples x {} features, {} neighbours, {} threads\n", samples, features, neighbors,
               thread_count(context));
    const double products = median_seconds(5, [&] { bare_products(x, context); });
    const double search =
        median_seconds(5, [&] { find_neighbors(x, neighbors, Metric::euclidean, Search::exact, context); });
    fmt::print("exact neighbours   {:8.2f} ms   bare products {:8.2f} ms   ratio {:.2f}\n", 1e3 * search,
               1e3 * products, search / products);
    const Graph graph = build_graph(x, {.neighbors = neighbors}, context);
    double kept = 0.0;
    const double energy = median_seconds(21, [&] { kept += edge_energy(graph, x, context)[0]; });
    const double reading = median_seconds(21, [&] { kept += read_pass<1>(x, context); });
    const double streaming = median_seconds(21, [&] { kept += read_pass<8>(x, context); });
    fmt::print("edge energies      {:8.2f} ms   plain read    {:8.2f} ms   ratio {:.2f}   ({} edges)\n",
               1e3 * energy, 1e3 * reading, energy / reading, graph.edges());
    fmt::print("                                 fast read     {:8.2f} ms   ratio {:.2f}\n", 1e3 * streaming,
               energy / streaming);
    return kept == 0.0 ? 1 : 0;
}
