// Timing for the ratio programs: everything is measured in one run, as the median of a few repetitions.
#pragma once

#include <algorithm>
#include <cstdio>
#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/core/parallel.hpp"
#include "tamis/core/timer.hpp"

namespace tamis::bench {

template <class Work>
double median_seconds(int repetitions, Work&& work) {
    std::vector<double> seconds;
    for (int i = 0; i < repetitions; ++i) {
        const Timer timer;
        work();
        seconds.push_back(timer.seconds());
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

// One plain read pass over the data: the sum of all entries, on the same threads.
inline double read_pass(const DenseView& x, const Context& context) {
    return parallel_sum(context, x.rows, 1024, 0.0, [&](const Chunk& chunk) {
        double lanes[8] = {};
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            const double* row = x.row(i);
            Index j = 0;
            for (; j + 8 <= x.cols; j += 8)
                for (Index l = 0; l < 8; ++l) lanes[l] += row[j + l];
            for (; j < x.cols; ++j) lanes[0] += row[j];
        }
        double sum = 0.0;
        for (const double lane : lanes) sum += lane;
        return sum;
    });
}

// Keeps a result from being optimised away.
inline void keep(double value) {
    volatile double sink = value;
    static_cast<void>(sink);
}

inline void print_ratio(const char* what, double seconds, const char* base, double base_seconds,
                        double bound) {
    std::printf("%-44s %8.4f s  %6.2f x %s (bound %.2f)\n", what, seconds, seconds / base_seconds, base,
                bound);
    std::fflush(stdout);
}

}  // namespace tamis::bench
