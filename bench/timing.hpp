// Timing for the ratio programs: everything is measured in one run, as the median of a few repetitions.
#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/timer.hpp"

namespace tamis::bench {

using namespace detail;

// Several pieces of work in turn, round after round, so that what else the machine does meets all of them;
// the median of each.
inline std::vector<double> median_seconds_in_turn(int rounds,
                                                  const std::vector<std::function<void()>>& works) {
    std::vector<std::vector<double>> seconds(works.size());
    for (int round = -1; round < rounds; ++round)  // once to warm up
        for (std::size_t w = 0; w < works.size(); ++w) {
            const Timer timer;
            works[w]();
            if (round >= 0) seconds[w].push_back(timer.seconds());
        }
    std::vector<double> medians;
    for (std::vector<double>& times : seconds) {
        std::sort(times.begin(), times.end());
        medians.push_back(times[times.size() / 2]);
    }
    return medians;
}

inline double median_seconds(int repetitions, std::function<void()> work) {
    return median_seconds_in_turn(repetitions, {std::move(work)}).front();
}

// One read pass over the data: the sum of all entries with `lanes` independent sums, on the same threads.
// With 1 it is the loop as one writes it, with 8 it runs at the speed of the memory.
template <int lanes>
double read_pass(const DenseView& x, const Context& context) {
    return parallel_sum(context, x.rows, 1024, 0.0, [&](const Chunk& chunk) {
        double sums[lanes] = {};
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            const double* row = x.row(i);
            Index j = 0;
            for (; j + lanes <= x.cols; j += lanes)
                for (Index l = 0; l < lanes; ++l) sums[l] += row[j + l];
            for (; j < x.cols; ++j) sums[0] += row[j];
        }
        double sum = 0.0;
        for (const double part : sums) sum += part;
        return sum;
    });
}

inline DenseMatrix normal_data(Index samples, Index features, const Context& context) {
    DenseMatrix x = DenseMatrix::uninitialized(samples, features);
    parallel_chunks(context, samples, 1000, [&](const Chunk& chunk) {
        Random random(static_cast<std::uint64_t>(chunk.number));
        for (Index i = chunk.begin; i < chunk.end; ++i)
            for (Index j = 0; j < features; ++j) x(i, j) = random.normal();
    });
    return x;
}

// Keeps a result from being optimized away.
inline void keep(double value) {
    volatile double sink = value;
    static_cast<void>(sink);
}

inline void print_ratio(const char* what, double seconds, const char* base, double base_seconds,
                        double bound = 0.0) {
    std::printf("%-24s %9.2f ms  %6.2f x %s", what, 1e3 * seconds, seconds / base_seconds, base);
    if (bound > 0.0) std::printf(" (bound %.1f)", bound);
    std::printf("\n");
    std::fflush(stdout);
}

}  // namespace tamis::bench
