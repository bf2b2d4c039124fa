// 20 splits × 6 selectors × 10 numbers of features with 1NN: the nearest-neighbor work as a multiple of the
// bare distance products. Usage: evaluate_ratios FILE LABEL (usps2007.txt.gz first), or nothing for the
// digits.
#include <string>

#include "bench/timing.hpp"
#include "tamis/algebra/blas.hpp"
#include "tamis/eval/classify.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/io/load.hpp"
#include "tamis/pipeline/evaluate.hpp"

namespace {

using namespace tamis;

constexpr Index orders = 6;  // one per selector

// What cannot be done without: one product of test and training rows for every number of features.
void bare_products(const DenseMatrix& train, const DenseMatrix& test, std::span<const Index> counts,
                   std::vector<double>& out) {
    out.resize(static_cast<std::size_t>(train.rows() * test.rows()));
    for (const Index count : counts)
        blas::multiply(test.rows(), train.rows(), count, -2.0, {test.data(), test.cols()},
                       {train.data(), train.cols(), blas::Form::transposed}, 0.0, out.data(), train.rows());
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
            columns.resize(static_cast<std::size_t>(data.features()));
            for (Index j = 0; j < data.features(); ++j) columns[static_cast<std::size_t>(j)] = j;
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
}
