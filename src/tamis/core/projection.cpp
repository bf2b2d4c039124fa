#include "tamis/core/projection.hpp"

#include <charconv>
#include <cmath>

#include "tamis/core/error.hpp"

namespace tamis {

Dimension Dimension::parse(const std::string& text) {
    if (text == "auto") return {};
    const char* const end = text.data() + text.size();
    Index count = 0;
    if (const auto [rest, error] = std::from_chars(text.data(), end, count);
        error == std::errc() && rest == end && count >= 1)
        return count;
    double share = 0.0;
    if (const auto [rest, error] = std::from_chars(text.data(), end, share);
        error == std::errc() && rest == end && share > 0.0 && share < 1.0)
        return share;
    throw UsageError(
        "a number of dimensions is a whole number from 1 on (3), a share of the variance between "
        "0 and 1 (0.95) or 'auto', not '" +
        text + "'");
}

std::vector<double> row_lengths(const DenseMatrix& weights) {
    std::vector<double> lengths(static_cast<std::size_t>(weights.rows()));
    for (Index i = 0; i < weights.rows(); ++i) {
        double sum = 0.0;
        for (Index j = 0; j < weights.cols(); ++j) sum += weights(i, j) * weights(i, j);
        lengths[static_cast<std::size_t>(i)] = std::sqrt(sum);
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

}  // namespace tamis
