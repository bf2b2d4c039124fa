// Explanations: what the chosen features say about all features, as a multiple of the one product that it
// cannot do without.
#include "bench/timing.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/pipeline/choice/explain.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

DenseMatrix made_up(Index rows, Index cols) {
    Random random(1);
    DenseMatrix x(rows, cols);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j) x(i, j) = random.normal();
    return x;
}

void measure(Index samples, Index features, Index count) {
    const DenseMatrix x = made_up(samples, features);
    std::vector<Index> chosen;
    for (Index j = 0; j < count; ++j) chosen.push_back(j * (features / count));
    const Context context{.threads = 1};
    const CenteredData data(x, std::vector<double>(at(features), 0.5));
    const DenseMatrix left = data.gather(chosen);
    const auto multiply = [&] {
        double sum = 0.0;
        data.multiply(
            left, [&](Index, Index, const double* block) { sum += block[0]; }, context);
        bench::keep(sum);
    };
    const auto explain_all = [&] { bench::keep(explained_by(x, chosen, context).r2.front()); };
    const std::vector<double> seconds = bench::median_seconds_in_turn(7, {multiply, explain_all});
    std::printf("%ld x %ld, %ld chosen: product %.1f ms, explanations %.2f x\n", static_cast<long>(samples),
                static_cast<long>(features), static_cast<long>(count), 1e3 * seconds[0],
                seconds[1] / seconds[0]);
}

}  // namespace

int main() {
    measure(171, 5748, 50);
    measure(1000, 4000, 100);
    measure(2000, 784, 100);
}
