#include "tamis/passes/repeated/row_signature.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace tamis::detail {

namespace {

constexpr Index dense_cells = 32;         // looked at per dense row, evenly spaced
constexpr std::size_t sparse_cells = 16;  // looked at per sparse row, the first that are not zero

void mix(std::uint64_t& signature, std::uint64_t part) {
    signature = (signature ^ part) * 0x9e3779b97f4a7c15U;
    signature ^= signature >> 32U;
}

void mix(std::uint64_t& signature, double value) {
    mix(signature, std::isnan(value) ? 1U : std::bit_cast<std::uint64_t>(value + 0.0));
}

}  // namespace

std::uint64_t row_signature(const SparseRow& row, Index filled) {
    std::uint64_t signature = 0;
    std::size_t looked_at = 0;
    for (std::size_t p = 0; p < row.columns.size() && looked_at < sparse_cells; ++p) {
        if (row.values[p] == 0.0) continue;
        ++looked_at;
        mix(signature, static_cast<std::uint64_t>(row.columns[p]));
        mix(signature, row.values[p]);
    }
    mix(signature, static_cast<std::uint64_t>(filled));
    return signature;
}

std::uint64_t row_signature(const MatrixView& x, Index i) {
    if (x.is_sparse()) {
        const SparseRow row = x.sparse().row(i);
        const auto filled =
            std::count_if(row.values.begin(), row.values.end(), [](double value) { return value != 0.0; });
        return row_signature(row, filled);
    }
    // Four at a time, which do not wait for each other.
    std::uint64_t signature = 0;
    const double* row = x.dense().row(i);
    const Index step = std::max<Index>(1, x.cols() / dense_cells);
    std::array<std::uint64_t, 4> parts{};
    Index j = 0;
    for (; j + 3 * step < x.cols(); j += 4 * step)
        for (Index lane = 0; lane < 4; ++lane) mix(parts[at(lane)], row[j + lane * step]);
    for (; j < x.cols(); j += step) mix(parts[0], row[j]);
    for (const std::uint64_t part : parts) mix(signature, part);
    return signature;
}

}  // namespace tamis::detail
