// 20 splits × 6 selectors × 10 numbers of features with 1NN: the nearest-neighbor work as a multiple of the
// bare distance products; then 1NN on all features of sparse data as a multiple of the same data densified.
// Usage: evaluate_ratios FILE LABEL (usps2007.txt.gz first), or nothing for the digits.
#include <cmath>
#include <string>

#include "bench/timing.hpp"
#include "tamis/algebra/blas.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/eval/classify.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/io/load.hpp"
#include "tamis/pipeline/evaluate.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

constexpr Index orders = 6;  // one per selector

// What cannot be done without: one product of test and training rows for every number of features.
void bare_products(const DenseMatrix& train, const DenseMatrix& test, std::span<const Index> counts,
                   std::vector<double>& out) {
    out.resize(at(train.rows() * test.rows()));
    for (const Index count : counts)
        blas::multiply(test.rows(), train.rows(), count, -2.0, {test.data(), test.cols()},
                       {train.data(), train.cols(), blas::Form::transposed}, 0.0, out.data(), train.rows());
}

// As single-cell counts are: 2,100 samples, 20,670 features, 5 % of the cells filled.
Dataset sparse_counts() {
    constexpr Index samples = 2100, features = 20670;
    Random random(2);
    CsrArrays cells;
    std::vector<int> labels;
    for (Index i = 0; i < samples; ++i) {
        for (Index j = 0; j < features; ++j)
            if (random.uniform() < 0.05) cells.add(j, std::log1p(1.0 + 10.0 * random.uniform()));
        cells.end_row();
        labels.push_back(static_cast<int>(i) % 7);
    }
    Dataset data;
    data.name = "counts";
    data.x = SparseMatrix(samples, features, std::move(cells));
    data.labels = make_labels(labels);
    return data;
}

// The search alone on one thread, then a comparison with both baselines on all of them.
void measure_sparse() {
    const Dataset sparse = sparse_counts();
    Dataset dense = sparse;
    dense.x = to_dense(sparse.x);
    const Split split = make_splits(parse_protocol("holdout:0.5x1"), sparse.labels, 0, sparse.name).front();
    const Labels known = take_labels(sparse.labels, split.train),
                 asked = take_labels(sparse.labels, split.test);
    const std::vector<Index> all{sparse.features()};
    Context one;
    one.threads = 1;
    const auto search = [&](const Dataset& data) {
        const Matrix train = take_rows(data.x, split.train), test = take_rows(data.x, split.test);
        const Timer timer;
        bench::keep(
            static_cast<double>(one_nearest_correct({train, known}, {test, asked}, all, one).front()));
        return timer.seconds();
    };
    const double sparse_search = search(sparse), dense_search = search(dense);
    bench::print_ratio("sparse 1NN, one thread", sparse_search, "densified", dense_search, 1.0);
    const auto compare = [&](const Dataset& data) {
        const Timer timer;
        run_evaluate(
            data,
            {.methods = {"variance"}, .k = {50, 500}, .protocol = {.repeats = 10}, .scale = Scaling::none});
        return timer.seconds();
    };
    const double sparse_run = compare(sparse), dense_run = compare(dense);
    bench::print_ratio("sparse comparison", sparse_run, "densified", dense_run, 1.0);
}

}  // namespace

int main(int argc, char** argv) {
    const Dataset data = argc > 2 ? load(argv[1], {.label = argv[2]}) : load("digits");
    const blas::SingleThreaded guard;
    std::vector<Index> counts, columns;
    for (Index c = 1; c <= 10; ++c) counts.push_back(std::max<Index>(1, data.features() * c / 10));
    const std::vector<Split> splits =
        make_splits(parse_protocol("holdout:0.5x20"), data.labels, 0, data.name);
    Random random(1);
    std::vector<double> out;
    Context one;
    one.threads = 1;
    double searched = 0.0, products = 0.0;
    for (const Split& split : splits)
        for (Index o = 0; o < orders; ++o) {
            columns.resize(at(data.features()));
            for (Index j = 0; j < data.features(); ++j) columns[at(j)] = j;
            random.shuffle(columns);
            const DenseMatrix train = to_dense(take_columns(take_rows(data.x, split.train), columns));
            const DenseMatrix test = to_dense(take_columns(take_rows(data.x, split.test), columns));
            const Labels known = take_labels(data.labels, split.train),
                         asked = take_labels(data.labels, split.test);
            Timer timer;
            bench::keep(
                static_cast<double>(one_nearest_correct({train, known}, {test, asked}, counts, one).back()));
            searched += timer.lap();
            bare_products(train, test, counts, out);
            products += timer.lap();
        }
    bench::print_ratio("1NN, 10 k at once", searched, "bare products", products, 2.0);
    const Timer whole;
    run_evaluate(data, {.methods = {"variance", "fisher", "laplacian", "trace-ratio", "hsic", "lapdofs"},
                        .k = {10, 20, 30, 40, 50, 60},
                        .protocol = {.repeats = 20}});
    std::printf("whole comparison, six selectors, six k, all threads: %.1f s\n", whole.seconds());
    measure_sparse();
}
