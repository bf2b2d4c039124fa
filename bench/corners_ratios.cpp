// Exchanges, proven optima, Chebyshev moments and the complete graph, as multiples of what they cannot do
// without:
//     one exchange               against one greedy selection
//     branch and bound           nodes per second
//     Chebyshev moments          against the products with the graph that they need
//     tiles of the complete graph against the bare matrix products
#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/timing.hpp"
#include "tamis/algebra/blas.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/io/load.hpp"
#include "tamis/methods/exchange/exchange.hpp"
#include "tamis/methods/lapdofs.hpp"
#include "tamis/methods/lapofs/greedy.hpp"
#include "tamis/methods/spec/feature_blocks.hpp"
#include "tamis/methods/spec/rbf.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

constexpr double lambda = 0.01;

DenseMatrix random_data(Index samples, Index features, std::uint64_t seed) {
    Random random(seed);
    DenseMatrix x(samples, features);
    for (Index i = 0; i < samples * features; ++i) x.data()[i] = random.normal();
    return x;
}

// From the first k features, so that there is much to exchange.
void exchanges(Design design, const Context& context) {
    constexpr Index k = 50;
    const DenseMatrix x = random_data(1440, 1024, 1);
    const Graph graph = build_graph(x, {.neighbors = 4, .weights = Weights::binary}, context);
    const FeatureGram gram(x, graph, lambda, LaplacianKind::plain, context);
    const auto rows = [&](std::span<const Index> features, double* out) {
        gram.rows(features, out, context);
    };
    const ExchangeProblem problem{.goal = design == Design::d ? ExchangeGoal::log_det : ExchangeGoal::trace,
                                  .diagonal = gram.diagonal(),
                                  .ridge = lambda,
                                  .rows = rows};
    std::vector<Index> start(at(k));
    std::iota(start.begin(), start.end(), Index{0});
    Exchanged found;
    const std::vector<double> seconds = bench::median_seconds_in_turn(
        5, {[&] { bench::keep(select_greedily(gram, design, lambda, k, context).value); },
            [&] { found = exchange_features(problem, start, context); }});
    std::printf("%c, %ld exchanges of %ld features, %ld passes: ", design == Design::d ? 'D' : 'A',
                static_cast<long>(found.swaps), static_cast<long>(k), static_cast<long>(found.passes));
    bench::print_ratio("one exchange", seconds[1] / static_cast<double>(std::max<Index>(1, found.swaps)),
                       "one greedy selection", seconds[0] / static_cast<double>(k), 3.0);
}

void proven(const char* name, Index k, const Context& context) {
    const Dataset data = load(name);
    const Graph graph = build_graph(data.x, LapdofsOptions::about().graph, context);
    const Timer timer;
    const Selection found = lapdofs(data.x, graph, {.k = k, .solver = DesignSolver::exact}, context);
    const double seconds = timer.seconds();
    const Index nodes = std::get<Index>(*find(found.certificate, "nodes"));
    std::printf("%s, k = %ld: %s after %ld nodes, %.3f s, %.0f nodes per second\n", name,
                static_cast<long>(k), std::get<bool>(*find(found.certificate, "optimal")) ? "proven" : "open",
                static_cast<long>(nodes), seconds, static_cast<double>(nodes) / seconds);
}

void moments(const Context& context) {
    const DenseMatrix x = random_data(4000, 256, 3);
    const Graph graph = build_graph(x, {.neighbors = 10}, context);
    const spec_parts::Setting setting = spec_parts::make_setting(x, {.graph = &graph}, {}, context);
    const spec_parts::Sizes sizes = spec_parts::measure_features(x, setting, context);
    const WalkOperator walk(graph, setting.takes_part, setting.kind);
    SpecOptions options;
    options.spectral_function = SpecOptions::Function::walk;
    const spec_parts::SpectralFunction gamma(options);
    const ChebyshevSum sum = *chebyshev_sum(gamma, 1.0);
    const auto products = static_cast<Index>(sum.coefficients.size() / 2);
    const std::vector<double> seconds = bench::median_seconds_in_turn(
        7, {[&] {
                spec_parts::for_each_feature_block(x, context, [&](const spec_parts::FeatureBlock& features) {
                    std::vector<double> block = spec_parts::load_centered(features, walk, sizes),
                                        out(block.size());
                    for (Index p = 0; p < products; ++p) {
                        walk.apply(block.data(), out.data());
                        block.swap(out);
                    }
                    bench::keep(block[0]);
                });
            },
            [&] {
                bench::keep(spec_parts::moment_forms(x, walk, setting, sizes, gamma, sum, context).values[0]);
            }});
    std::printf("%zu moments, 4,000 x 256, 10 neighbors: ", sum.coefficients.size());
    bench::print_ratio("moments", seconds[1], "their products", seconds[0], 1.2);
}

void tiles(const Context& context) {
    constexpr Index n = 3000, d = 500, rows = 256;
    const DenseMatrix x = random_data(n, d, 4);
    const double bandwidth = spec_parts::mean_square_distance(x, context);
    const spec_parts::RbfTiles made(x, bandwidth, context);
    spec_parts::Setting setting;
    setting.takes_part.assign(at(n), 1);
    setting.own.samples = n;
    setting.own.row_start.assign(at(n + 1), 0);
    setting.own.degrees = made.degrees();
    const spec_parts::Sizes sizes = spec_parts::measure_features(x, setting, context);
    const std::vector<double> seconds = bench::median_seconds_in_turn(
        5, {[&] {
                // n² · d multiplications: half for the distances, half for the products.
                const blas::SingleThreaded guard;
                parallel_chunks(context, n, rows, [&](const Chunk& chunk) {
                    std::vector<double> out(at((chunk.end - chunk.begin) * n));
                    blas::multiply(chunk.end - chunk.begin, n, d, 1.0, {x.row(chunk.begin), d},
                                   {x.data(), d, blas::Form::transposed}, 0.0, out.data(), n);
                    bench::keep(out[0]);
                });
            },
            [&] { bench::keep(made.whole_powers(setting.own.degrees, sizes, 1).values[0]); }});
    std::printf("complete graph, 3,000 x 500, tiles: ");
    bench::print_ratio("phi2", seconds[1], "bare matrix product", seconds[0], 3.0);
}

}  // namespace

int main() {
    const Context context;
    exchanges(Design::d, context);
    exchanges(Design::a, context);
    proven("ionosphere", 12, context);
    proven("sonar", 10, context);
    moments(context);
    tiles(context);
}
