#include "tamis/core/directions.hpp"

#include <cmath>

namespace tamis::detail {

std::vector<double> row_lengths(const DenseMatrix& weights) {
    std::vector<double> lengths(at(weights.rows()));
    for (Index i = 0; i < weights.rows(); ++i) {
        double sum = 0.0;
        for (Index j = 0; j < weights.cols(); ++j) sum += weights(i, j) * weights(i, j);
        lengths[at(i)] = std::sqrt(sum);
    }
    return lengths;
}

void fix_signs(DenseMatrix& weights, DenseMatrix* companion) {
    const auto flip = [](DenseMatrix& matrix, Index j) {
        for (Index i = 0; i < matrix.rows(); ++i) matrix(i, j) = -matrix(i, j);
    };
    for (Index j = 0; j < weights.cols(); ++j) {
        Index largest = 0;
        for (Index i = 1; i < weights.rows(); ++i)
            if (std::abs(weights(i, j)) > std::abs(weights(largest, j))) largest = i;
        if (weights.rows() == 0 || weights(largest, j) >= 0.0) continue;
        flip(weights, j);
        if (companion != nullptr) flip(*companion, j);
    }
}

}  // namespace tamis::detail
