#include "tamis/pipeline/plan/machine_speed.hpp"

#include <algorithm>
#include <vector>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/timer.hpp"

namespace tamis::detail {

namespace {

// The best of a few times, in seconds.
template <class Work>
double fastest(Work&& work) {
    constexpr int times = 3;
    double best = 0.0;
    for (int i = 0; i < times; ++i) {
        const Timer timer;
        work();
        const double seconds = std::max(timer.seconds(), 1e-9);
        best = i == 0 ? seconds : std::min(best, seconds);
    }
    return best;
}

}  // namespace

MachineSpeed measure_machine(const Context& context) {
    constexpr Index numbers = Index{1} << 22, chunk_numbers = numbers / 64, side = 192;
    const std::vector<double> data(at(numbers), 1.0);
    std::vector<double> sums(64, 0.0);
    MachineSpeed speed;
    const double reading = fastest([&] {
        parallel_chunks(context, numbers, chunk_numbers, [&](const Chunk& chunk) {
            double parts[4] = {};
            for (Index i = chunk.begin; i < chunk.end; i += 4)
                for (Index lane = 0; lane < 4; ++lane) parts[lane] += data[at(i + lane)] * data[at(i + lane)];
            sums[at(chunk.number)] = parts[0] + parts[1] + parts[2] + parts[3];
        });
    });
    speed.bytes = static_cast<double>(numbers) * sizeof(double) / reading;
    speed.steps = static_cast<double>(numbers) / reading;
    std::vector<double> product(at(side * side));
    const double multiplying = fastest([&] {
        blas::multiply(side, side, side, 1.0, {data.data(), side}, {data.data(), side}, 0.0, product.data(),
                       side);
    });
    speed.products = static_cast<double>(side * side * side) / multiplying * thread_count(context);
    return speed;
}

}  // namespace tamis::detail
