// Optimal designs after the graph is built, as multiples of what they cannot do without or replace:
//     300 greedy selections      against 300 products Xᵀv
//     one greedy selection       against one of the paper's, which updates an n × n inverse
//     relaxed designs, support near 100, to a certified gap of 1e-8, against 100 greedy selections
// Usage: lapofs_ratios [FOLDER]    FOLDER: has orl.mat, coil20.mat and mnist2000.mat; without it made-up
// images of
//                                 the same sizes stand in for them
#include <cblas.h>

#include <cmath>

#include "bench/timing.hpp"
#include "tamis/algebra/blas.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/io/load.hpp"
#include "tamis/methods/lapofs/greedy.hpp"
#include "tamis/methods/lapofs/relaxation.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

constexpr double lambda = 0.01;

// Smooth images with pixels 0 … 255: a few strong components and noise, so that the pivots fall as they do on
// photographs.
DenseMatrix images(Index samples, Index features, std::uint64_t seed) {
    constexpr Index components = 60;
    Random random(seed);
    DenseMatrix loadings(components, features), x(samples, features);
    for (Index c = 0; c < components; ++c)
        for (Index j = 0; j < features; ++j)
            loadings(c, j) = random.normal() * 60.0 / std::sqrt(1.0 + static_cast<double>(c));
    for (Index i = 0; i < samples; ++i) {
        double* row = x.row(i);
        for (Index c = 0; c < components; ++c) {
            const double weight = random.normal();
            for (Index j = 0; j < features; ++j) row[j] += weight * loadings(c, j);
        }
        for (Index j = 0; j < features; ++j)
            row[j] = std::round(std::clamp(100.0 + row[j] + 10.0 * random.normal(), 0.0, 255.0));
    }
    return x;
}

// Xᵀv in strips of columns on the same threads, a strip each.
void product(const DenseMatrix& x, const double* v, double* out, const Context& context) {
    parallel_chunks(context, x.cols(), chunk_count(x.cols(), thread_count(context)), [&](const Chunk& strip) {
        cblas_dgemv(CblasRowMajor, CblasTrans, static_cast<int>(x.rows()),
                    static_cast<int>(strip.end - strip.begin), 1.0, x.data() + strip.begin,
                    static_cast<int>(x.cols()), v, 1, 0.0, out + strip.begin, 1);
    });
}

void against_products(const char* name, const DenseMatrix& x, const Context& context) {
    // Of the graph only its size counts here: a few columns make one of the same size in less time.
    const Matrix some = take_columns(x, std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7});
    const Graph graph = build_graph(some, {.neighbors = 4, .weights = Weights::binary}, context);
    std::vector<double> v(at(x.rows()), 1.0), out(at(x.cols()));
    Index passes[2] = {};
    const auto select = [&](Design design, Index& count) {
        const FeatureGram gram(x, graph, lambda, LaplacianKind::plain, context);
        const GreedyDesign result = select_greedily(gram, design, lambda, 300, context);
        bench::keep(result.value);
        count = result.passes;
    };
    const std::vector<double> seconds = bench::median_seconds_in_turn(
        7, {[&] {
                const blas::SingleThreaded guard;  // our threads, a strip each
                for (int p = 0; p < 300; ++p) product(x, v.data(), out.data(), context);
                bench::keep(out[0]);
            },
            [&] { select(Design::d, passes[0]); }, [&] { select(Design::a, passes[1]); }});
    for (const int design : {0, 1}) {
        std::printf("%s, lap%cofs, %ld passes: ", name, "da"[design], static_cast<long>(passes[design]));
        bench::print_ratio("300 selections", seconds[at(design) + 1], "300 products", seconds[0], 0.6);
    }
}

// One selection as the paper writes it: fᵀA⁻¹f for every feature with a dense n × n inverse, O(n²d), and the
// rank-one update of the inverse.
void select_as_the_paper(const DenseMatrix& x, int selections) {
    const Index n = x.rows(), d = x.cols();
    std::vector<double> inverse(at(n * n)), image(at(n * d));
    for (Index i = 0; i < n; ++i) inverse[at(i * n + i)] = 1.0 / lambda;
    for (int s = 0; s < selections; ++s) {
        blas::multiply(n, d, n, 1.0, {inverse.data(), n}, {x.data(), d}, 0.0, image.data(), d);
        Index best = 0;
        double largest = -1.0;
        std::vector<double> scores(at(d));
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < d; ++j) scores[at(j)] += x(i, j) * image[at(i * d + j)];
        for (Index j = 0; j < d; ++j)
            if (scores[at(j)] > largest) largest = scores[at(j)], best = j;
        std::vector<double> u(at(n));
        for (Index i = 0; i < n; ++i) u[at(i)] = image[at(i * d + best)];
        cblas_dger(CblasRowMajor, static_cast<int>(n), static_cast<int>(n), -1.0 / (1.0 + largest), u.data(),
                   1, u.data(), 1, inverse.data(), static_cast<int>(n));
    }
    bench::keep(inverse[0]);
}

void against_paper(const char* name, const DenseMatrix& x, const Context& context) {
    const Graph graph = build_graph(x, {.neighbors = 4, .weights = Weights::binary}, context);
    // Some of each, so that both take long enough to be measured.
    constexpr int runs = 10, of_the_paper = 10;
    const std::vector<double> seconds = bench::median_seconds_in_turn(
        9, {[&] {
                for (int run = 0; run < runs; ++run) {
                    const FeatureGram gram(x, graph, lambda, LaplacianKind::plain, context);
                    bench::keep(select_greedily(gram, Design::d, lambda, 100, context).value);
                }
            },
            [&] { select_as_the_paper(x, of_the_paper); }});
    const double greedy = seconds[0] / (100 * runs), paper = seconds[1] / of_the_paper;
    std::printf("%s: one of 100 selections %.6f s, one of the paper's %.4f s (all BLAS threads): %.0f x\n",
                name, greedy, paper, paper / greedy);
}

void relaxed(const DenseMatrix& x, const Context& context) {
    const Graph graph = build_graph(x, {.neighbors = 4, .weights = Weights::binary}, context);
    const FeatureGram gram(x, graph, lambda, LaplacianKind::plain, context);
    for (const Design design : {Design::d, Design::a}) {
        const double greedy = bench::median_seconds(
            5, [&] { bench::keep(select_greedily(gram, design, lambda, 100, context).value); });
        Relaxation search(gram, design, lambda, context);
        const Timer timer;
        const RelaxedSelection found = select_relaxed(search, 100, 1e-8);
        const double search_seconds = timer.seconds();
        Relaxed solution;
        const double seconds = bench::median_seconds(3, [&] {
            Relaxation relaxation(gram, design, lambda, context);
            solution = relaxation.solve(found.solution.price, 1e-8);
        });
        std::printf("relaxed %c, support %zu, gap %.1e: ", design == Design::d ? 'D' : 'A',
                    solution.support.size(), solution.gap);
        bench::print_ratio("one price", seconds, "100 selections", greedy, 20.0);
        std::printf("    with the search of the price for 100 features: ");
        bench::print_ratio("all", search_seconds, "100 selections", greedy, 20.0);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const Context context;
    const auto data = [&](const char* name, Index samples, Index features, std::uint64_t seed) {
        if (argc < 2) return images(samples, features, seed);
        return to_dense(load(std::string(argv[1]) + "/" + name + ".mat").x);
    };
    const DenseMatrix mnist = data("mnist2000", 2000, 784, 1), orl = data("orl", 400, 1024, 3),
                      coil = data("coil20", 1440, 1024, 4);
    against_products("mnist2000, 2,000 x 784", mnist, context);
    DenseMatrix noise = DenseMatrix::uninitialized(20000, 2000);
    Random random(2);
    for (Index i = 0; i < 20000 * 2000; ++i) noise.data()[i] = random.normal();
    against_products("20,000 x 2,000 random", noise, context);
    against_paper("orl, 400 x 1,024", orl, context);
    against_paper("coil20, 1,440 x 1,024", coil, context);
    relaxed(coil, context);
}
