// Leave-one-out accuracy of the nearest neighbor on some of the features, by its definition.
#pragma once

#include <limits>
#include <span>

#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::testing {

using namespace detail;

// Ties go to the lower index.
inline double leave_one_out_accuracy(const MatrixView& x, const Labels& labels,
                                     std::span<const Index> features) {
    const DenseMatrix part = to_dense(take_columns(x, features));
    const Index right = parallel_sum({}, part.rows(), 64, Index{0}, [&](const Chunk& chunk) {
        Index hits = 0;
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            double least = std::numeric_limits<double>::infinity();
            Index nearest = -1;
            for (Index j = 0; j < part.rows(); ++j) {
                if (j == i) continue;
                double sums[4] = {};
                const double *a = part.row(i), *b = part.row(j);
                for (Index c = 0; c < part.cols(); ++c) sums[c % 4] += (a[c] - b[c]) * (a[c] - b[c]);
                const double distance = (sums[0] + sums[1]) + (sums[2] + sums[3]);
                if (distance < least) least = distance, nearest = j;
            }
            hits += labels.of[at(i)] == labels.of[at(nearest)];
        }
        return hits;
    });
    return static_cast<double>(right) / static_cast<double>(part.rows());
}

}  // namespace tamis::testing
