#include "tamis/graph/cells/packing.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::detail {

Packing::Packing(const DenseView& x, std::span<const double> factors, Unit kind) : x_(x), factors_(factors) {
    constexpr Index most_cells = 1000000;  // looked at, or 50 samples
    constexpr double usual_share = 0.999;
    const Index count = std::min(x.rows, std::clamp<Index>(most_cells / (x.cols + 1), 50, 1000));
    centers_.resize(at(x.cols));
    std::vector<double> sizes, column(at(count));
    for (Index j = 0; j < x.cols; ++j) {
        for (Index p = 0; p < count; ++p) column[at(p)] = x.row(p * x.rows / count)[j];
        std::nth_element(column.begin(), column.begin() + count / 2, column.end());
        centers_[at(j)] = column[at(count / 2)];
        for (const double value : column)
            if (const double size = std::abs(value - centers_[at(j)]) * factor(j); size > 0.0)
                sizes.push_back(size);
    }
    if (sizes.empty()) return;
    auto unit = std::max_element(sizes.begin(), sizes.end());
    if (kind == Unit::usual) {
        unit = sizes.begin() + static_cast<Index>(usual_share * static_cast<double>(sizes.size()));
        std::nth_element(sizes.begin(), unit, sizes.end());
    }
    unit_ = *unit;
}

}  // namespace tamis::detail
