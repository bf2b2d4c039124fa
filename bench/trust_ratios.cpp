// How sure a selection is, as multiples of what it cannot do without: permutations and bootstraps of the
// Fisher score against the bare matrix products, half samples against as many separate selections, the test
// on a graph against the Laplacian score itself.
#include <numeric>

#include "bench/timing.hpp"
#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/pairs.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/pipeline/trust/rank_bootstrap.hpp"
#include "tamis/trust/bootstrap.hpp"
#include "tamis/trust/class_sums_test.hpp"
#include "tamis/trust/graph_test.hpp"
#include "tamis/trust/half_samples.hpp"
#include "tamis/trust/rank_intervals.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

constexpr Index samples = 171, features = 5748;
constexpr int rounds = 5;

Labels four_classes(Index count) {
    std::vector<int> of;
    for (Index i = 0; i < count; ++i) of.push_back(static_cast<int>(i % 4));
    return make_labels(of);
}

void permutations(const DenseMatrix& x, const Labels& labels, const Context& context) {
    constexpr Index draws = 999, rows = draws * 3;  // the last of the four classes follows from the others
    DenseMatrix marks(rows, samples);
    PermutationDraws orders(0, samples);
    for (Index b = 0; b < draws; ++b) {
        const std::vector<Index> order = orders.next();
        for (Index i = 0; i < samples; ++i)
            if (const int k = labels.of[at(order[at(i)])]; k < 3) marks(b * 3 + k, i) = 1.0;
    }
    DenseMatrix sums = DenseMatrix::uninitialized(rows, features);
    const auto times = bench::median_seconds_in_turn(
        rounds,
        {[&] {
             blas::multiply(rows, features, samples, 1.0, {marks.data(), samples}, {x.data(), features}, 0.0,
                            sums.data(), features);
             bench::keep(sums(0, 0));
         },
         [&] {
             bench::keep(permute_class_sums(x, labels, ClassStatistic::fisher, draws, 0, context).p[0]);
         }});
    bench::print_ratio("999 permutations", times[1], "their product", times[0], 1.5);
}

void bootstraps(const DenseMatrix& x, const Labels& labels, const Context& context) {
    constexpr Index draws = 200;
    const auto strata = strata_of(labels, samples);
    const DenseMatrix weights = bootstrap_weights(strata, samples, draws, 0);
    std::vector<DenseMatrix> own, cells;
    for (const std::vector<Index>& stratum : strata) {
        const auto size = static_cast<Index>(stratum.size());
        own.emplace_back(draws, size);
        cells.emplace_back(size, 2 * features);
        for (Index i = 0; i < size; ++i) {
            for (Index b = 0; b < draws; ++b) own.back()(b, i) = weights(b, stratum[at(i)]);
            for (Index j = 0; j < features; ++j) {
                cells.back()(i, j) = x(stratum[at(i)], j);
                cells.back()(i, features + j) = x(stratum[at(i)], j) * x(stratum[at(i)], j);
            }
        }
    }
    DenseMatrix sums = DenseMatrix::uninitialized(draws, 2 * features);
    const ConfiguredMethod fisher("fisher");
    const auto times = bench::median_seconds_in_turn(
        rounds, {[&] {
                     // On our threads: those of OpenBLAS go on spinning for a while, on the cores of what is
                     // measured next.
                     const blas::SingleThreaded guard;
                     parallel_chunks(context, 2 * features, features / 6, [&](const Chunk& columns) {
                         for (std::size_t k = 0; k < own.size(); ++k)
                             blas::multiply(draws, columns.end - columns.begin, own[k].cols(), 1.0,
                                            {own[k].data(), own[k].cols()},
                                            {cells[k].data() + columns.begin, 2 * features}, 0.0,
                                            sums.data() + columns.begin, 2 * features);
                     });
                     bench::keep(sums(0, 0));
                 },
                 [&] {
                     const auto rankings = bootstrap_rankings(fisher, x, labels, 10, draws, context);
                     bench::keep(rank_intervals(rankings, 10, context).mean[0]);
                 }});
    bench::print_ratio("200 bootstraps", times[1], "their products", times[0], 1.5);
}

void half_samples_of_laplacian(const Context& context) {
    constexpr Index rows = 800, cols = 400, pairs = 50;
    Dataset data;
    data.name = "normal data";
    data.x = bench::normal_data(rows, cols, context);
    std::vector<Dataset> halves;
    for (const HalfPair& pair : half_samples(strata_of({}, rows), pairs, 0))
        for (const std::vector<Index>& half : {pair.first, pair.second}) {
            halves.emplace_back().x = take_rows(data.x, half);
            halves.back().name = "a half";
        }
    const SelectRequest alone{.method = "laplacian", .k = 10};
    SelectRequest together = alone;
    together.trust.stability = pairs;
    const auto times = bench::median_seconds_in_turn(
        3, {[&] {
                for (const Dataset& half : halves)
                    bench::keep(run_select(half, alone, context).selection.objective.value);
            },
            [&] { bench::keep(run_select(data, together, context).trust.stability.value); }});
    bench::print_ratio("50 pairs of halves", times[1], "100 separate selections", times[0], 0.6);
}

void graph_tests(const DenseMatrix& x, const Context& context) {
    const Graph graph = build_graph(x, {}, context);
    const auto times = bench::median_seconds_in_turn(
        5 * rounds, {[&] { bench::keep(laplacian_pair(x, graph, context).within[0]); },
                     [&] { bench::keep(graph_test(x, graph, context).p[0]); }});
    bench::print_ratio("test on a graph", times[1], "the Laplacian score", times[0], 3.0);
}

}  // namespace

int main() {
    const Context context;
    const DenseMatrix x = bench::normal_data(samples, features, context);
    const Labels labels = four_classes(samples);
    std::printf("171 samples x 5,748 features, 4 classes, %d threads\n", thread_count(context));
    permutations(x, labels, context);
    bootstraps(x, labels, context);
    graph_tests(x, context);
    half_samples_of_laplacian(context);
}
