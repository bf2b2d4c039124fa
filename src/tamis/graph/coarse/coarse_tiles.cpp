#include "tamis/graph/coarse/coarse_tiles.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::detail {

float CoarseTiles::limit(double squared_distance) const {
    const double value = std::min(squared_distance * scale_ * scale_, 0x1.0p120);
    const auto nearest = static_cast<float>(value);
    return static_cast<double>(nearest) < value
               ? std::nextafter(nearest, std::numeric_limits<float>::infinity())
               : nearest;
}

bool CoarseTiles::tell_apart(const float* tile, Index begin, Index count, Index wanted) const {
    constexpr Index looked_at = 16;
    const Index step = std::max<Index>(1, count / looked_at);
    if (count <= 2 * wanted) return true;  // nearly all of them are wanted
    std::vector<float> row(at(count));
    Index looked = 0, close = 0;
    for (Index r = 0; r < count; r += step, ++looked) {
        const Index i = begin + r;
        for (Index c = 0; c < count; ++c) row[at(c)] = tile[r * tile_rows + c] + (base(i) + base(begin + c));
        row[at(r)] = std::numeric_limits<float>::max();
        std::nth_element(row.begin(), row.begin() + (wanted - 1), row.end());
        const float most = limit(real(row[at(wanted - 1)]) + 2.0 * margin(i));
        close += std::count_if(row.begin(), row.end(), [&](float lower) { return lower <= most; });
    }
    return close <= looked * (2 * wanted + 16);
}

}  // namespace tamis::detail
