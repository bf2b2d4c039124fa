#include "tamis/graph/cells/packing.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::detail {

std::vector<Index> PackingScale::samples(Index rows, Index cols) {
    constexpr Index most_cells = 1000000;  // looked at, or 50 samples
    const Index count = std::min(rows, std::clamp<Index>(most_cells / (cols + 1), 50, 1000));
    std::vector<Index> chosen;
    for (Index p = 0; p < count; ++p) chosen.push_back(p * rows / count);
    return chosen;
}

PackingScale PackingScale::of(const DenseView& x, std::span<const double> factors, Unit kind) {
    const Matrix some = take_rows(x, samples(x.rows, x.cols));
    return of_samples(some.dense().view(), factors, kind);
}

PackingScale PackingScale::of_samples(const DenseView& some, std::span<const double> factors, Unit kind) {
    constexpr double usual_share = 0.999;
    PackingScale scale;
    scale.centers.resize(at(some.cols));
    std::vector<double> sizes, column(at(some.rows));
    for (Index j = 0; j < some.cols; ++j) {
        for (Index p = 0; p < some.rows; ++p) column[at(p)] = some.row(p)[j];
        std::nth_element(column.begin(), column.begin() + some.rows / 2, column.end());
        scale.centers[at(j)] = column[at(some.rows / 2)];
        const double factor = factors.empty() ? 1.0 : factors[at(j)];
        for (const double value : column)
            if (const double size = std::abs(value - scale.centers[at(j)]) * factor; size > 0.0)
                sizes.push_back(size);
    }
    if (sizes.empty()) return scale;
    auto unit = std::max_element(sizes.begin(), sizes.end());
    if (kind == Unit::usual) {
        unit = sizes.begin() + static_cast<Index>(usual_share * static_cast<double>(sizes.size()));
        std::nth_element(sizes.begin(), unit, sizes.end());
    }
    scale.unit = *unit;
    return scale;
}

}  // namespace tamis::detail
