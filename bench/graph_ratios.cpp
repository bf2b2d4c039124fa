// How far the graph's hot loops are from what they cannot do without, measured in one run:
//     exact neighbors              against the bare matrix products of the same blocks, in double
//     exact neighbors              against the same search with tiles in double
//     approximate neighbors        against the exact ones (with `approximate` as the fifth argument)
//     a leaf pass of its trees     against the bare products of the leaves, in single precision
//     Laplacian score of a graph   against one read of the data
// Usage: graph_ratios [samples features neighbors threads [approximate | sparse]]
// With `sparse` the approximate search runs on texts.
#include <cblas.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "bench/timing.hpp"
#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/leaf_search.hpp"
#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/edge_energy.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/methods/laplacian.hpp"
#include "tests/graph/fine_tiles.hpp"

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

// A mixture like that of make_mixture.py: 50 clusters with 10 strong directions each, and noise.
DenseMatrix mixture(Index samples, Index features, const Context& context) {
    constexpr Index clusters = 50, strong = 10;
    const DenseMatrix centers = bench::normal_data(clusters, features, context);
    const DenseMatrix axes = bench::normal_data(clusters * strong, features, context);
    DenseMatrix x = bench::normal_data(samples, features, context);
    parallel_chunks(context, samples, 1000, [&](const Chunk& chunk) {
        Random random(1000000 + static_cast<std::uint64_t>(chunk.number));
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            const Index cluster = random.below(clusters);
            for (Index j = 0; j < features; ++j) x(i, j) = centers(cluster, j) + 0.3 * x(i, j);
            for (Index s = 0; s < strong; ++s) {
                const double inside = random.normal() / std::sqrt(static_cast<double>(strong));
                for (Index j = 0; j < features; ++j) x(i, j) += inside * axes(cluster * strong + s, j);
            }
        }
    });
    return x;
}

// All pairs within every leaf of one tree, and nothing else.
void bare_leaves(const DenseMatrix& x, const Leaves& leaves, const Context& context) {
    const Index columns = x.cols();
    parallel_chunks(context, leaves.count(), 1, [&](const Chunk& chunk) {
        static thread_local std::vector<float> rows, tile;
        const Index begin = leaves.start[at(chunk.number)],
                    count = leaves.start[at(chunk.number) + 1] - begin;
        rows.resize(at(count * columns));
        tile.resize(at(count * count));
        for (Index r = 0; r < count; ++r)
            std::copy_n(x.row(leaves.order[at(begin + r)]), columns, rows.begin() + r * columns);
        blas::multiply_rows(count, count, columns, -2.0F, {rows.data(), columns}, {rows.data(), columns},
                            0.0F, tile.data(), count);
    });
}

void approximate_ratios(Index samples, Index features, Index neighbors, const Context& context) {
    const DenseMatrix x = mixture(samples, features, context);
    const SampleRows rows(x, Metric::euclidean, context);
    const std::unique_ptr<Points> points = make_points(rows, 0);
    const std::vector<Leaves> trees = grow_trees(*points, 1000, 0, 4, context);
    const auto leaf_pass = [&] {
        NearestLists lists(samples, std::max<Index>(3 * neighbors, 15));
        BufferPool pool;
        for (const Leaves& leaves : trees) search_leaves(*points, leaves, {}, 1, lists, pool, context);
    };
    const auto bare_pass = [&] {
        for (const Leaves& leaves : trees) bare_leaves(x, leaves, context);
    };
    const std::vector<double> leaf = bench::median_seconds_in_turn(3, {bare_pass, leaf_pass});
    bench::print_ratio("leaf pass of four trees", leaf[1], "bare products of the leaves", leaf[0], 2.5);
    FoundBy found_by;
    const std::vector<double> seconds = bench::median_seconds_in_turn(
        1, {[&] { find_neighbors(x, neighbors, Metric::euclidean, Search::exact, context); },
            [&] {
                found_by =
                    find_neighbors(x, neighbors, Metric::euclidean, Search::approximate, context).found_by;
            }});
    std::printf("recall %.3f (%.3f to %.3f) with %ld trees and %ld rounds\n", found_by.recall,
                found_by.recall_low, found_by.recall_high, found_by.trees, found_by.rounds);
    bench::print_ratio("approximate neighbors", seconds[1], "exact neighbors", seconds[0]);
}

// Texts of 0.5 % of the words, half of them drawn from the words of one of 50 topics.
SparseMatrix texts(Index samples, Index words) {
    constexpr Index topics = 50;
    const Index length = std::max<Index>(4, words / 200), own = words / topics;
    Random random(3);
    CsrArrays cells;
    for (Index i = 0; i < samples; ++i) {
        const Index first = random.below(topics) * own;
        std::vector<Small> row;
        for (Index w = 0; w < length; ++w)
            row.push_back(static_cast<Small>(w % 2 == 0 ? first + random.below(own) : random.below(words)));
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        for (const Small word : row) cells.add(word, static_cast<double>(1 + random.below(3)));
        cells.end_row();
    }
    return {samples, words, std::move(cells)};
}

// What `--search approximate` does, and trees and rounds where it takes the exact search instead.
void sparse_ratios(Index samples, Index features, Index neighbors, const Context& context) {
    const SparseMatrix x = texts(samples, features);
    const SampleRows rows(x, Metric::euclidean, context);
    FoundBy asked, by_trees;
    const std::vector<double> seconds = bench::median_seconds_in_turn(
        1, {[&] { find_neighbors(x, neighbors, Metric::euclidean, Search::exact, context); },
            [&] {
                asked =
                    find_neighbors(x, neighbors, Metric::euclidean, Search::approximate, context).found_by;
            },
            [&] {
                by_trees = approximate_search(*make_points(rows, 0), {}, 1, neighbors, {}, context).found_by;
            }});
    std::printf(
        "recall %.3f with the search asked for; by trees and rounds %.3f (%.3f to %.3f), %ld and %ld\n",
        asked.recall, by_trees.recall, by_trees.recall_low, by_trees.recall_high, by_trees.trees,
        by_trees.rounds);
    bench::print_ratio("approximate search asked for", seconds[1], "exact neighbors", seconds[0], 1.1);
    bench::print_ratio("trees and rounds", seconds[2], "exact neighbors", seconds[0]);
}

}  // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int position, long fallback) {
        return argc > position ? std::atol(argv[position]) : fallback;
    };
    const Index samples = argument(1, 10000), features = argument(2, 256), neighbors = argument(3, 5);
    Context context;
    context.threads = static_cast<int>(argument(4, 0));
    if (argc > 5) {
        const blas::SingleThreaded guard;
        std::printf("%ld samples x %ld features, %ld neighbors, %d threads\n", samples, features, neighbors,
                    thread_count(context));
        const bool sparse = std::string_view(argv[5]) == "sparse";
        (sparse ? sparse_ratios : approximate_ratios)(samples, features, neighbors, context);
        return 0;
    }
    const DenseMatrix x = bench::normal_data(samples, features, context);
    openblas_set_num_threads(1);

    std::printf("%ld samples x %ld features, %ld neighbors, %d threads\n", samples, features, neighbors,
                thread_count(context));
    const std::vector<double> times = bench::median_seconds_in_turn(
        3, {[&] { bare_products(x, context); },
            [&] { find_neighbors(x, neighbors, Metric::euclidean, Search::exact, context); },
            [&] { tamis::testing::fine_search(x, Metric::euclidean, {}, 1, neighbors, context); }});
    bench::print_ratio("exact neighbors", times[1], "bare products", times[0], 2.0);
    bench::print_ratio("with tiles in double", times[2], "exact neighbors", times[1]);

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
