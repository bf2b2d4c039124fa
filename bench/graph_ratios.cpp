// How far the graph's hot loops are from what they cannot do without, measured in one run:
//     exact neighbors             against the bare matrix products of the same blocks
//     Laplacian score of a graph   against one read of the data
// Usage: graph_ratios [samples features neighbors threads]
#include <cblas.h>

#include <cstdlib>

#include "bench/timing.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/edge_energy.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/methods/laplacian.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

// The upper triangle of X·Xᵀ in blocks of 512 rows, and nothing else.
void bare_products(const DenseMatrix& x, const Context& context) {
    constexpr Index side = 512;
    const Index blocks = chunk_count(x.rows(), side);
    static std::vector<std::vector<double>> tiles(at(thread_count(context)));
    parallel_chunks(context, thread_count(context), 1, [&](const Chunk& worker) {
        std::vector<double>& tile = tiles[at(worker.number)];
        tile.resize(at(side * side));
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

}  // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int position, long fallback) {
        return argc > position ? std::atol(argv[position]) : fallback;
    };
    const Index samples = argument(1, 10000), features = argument(2, 256), neighbors = argument(3, 5);
    Context context;
    context.threads = static_cast<int>(argument(4, 0));
    const DenseMatrix x = bench::normal_data(samples, features, context);
    openblas_set_num_threads(1);

    std::printf("%ld samples x %ld features, %ld neighbors, %d threads\n", samples, features, neighbors,
                thread_count(context));
    const double products = bench::median_seconds(5, [&] { bare_products(x, context); });
    const double search = bench::median_seconds(
        5, [&] { find_neighbors(x, neighbors, Metric::euclidean, Search::exact, context); });
    bench::print_ratio("exact neighbors", search, "bare products", products, 1.5);

    const Graph graph = build_graph(x, {.neighbors = neighbors}, context);
    const double plain =
        bench::median_seconds(21, [&] { bench::keep(bench::read_pass<1>(x.view(), context)); });
    const double fast =
        bench::median_seconds(21, [&] { bench::keep(bench::read_pass<8>(x.view(), context)); });
    const double energy =
        bench::median_seconds(21, [&] { bench::keep(edge_energy(graph, x, context).front()); });
    const double score = bench::median_seconds(
        21, [&] { bench::keep(laplacian(x, graph, {.k = 1}, context).objective.value); });
    std::printf(
        "the graph has %ld edges; plain sum of all entries %.2f ms, at the speed of the memory %.2f ms\n",
        graph.edges(), 1e3 * plain, 1e3 * fast);
    bench::print_ratio("Laplacian score", score, "plain sum", plain,
                       3.0 * static_cast<double>(neighbors) / 5.0);
    bench::print_ratio("Laplacian score", score, "read at the speed of the memory", fast);
    bench::print_ratio("edge energies alone", energy, "plain sum", plain);
}
