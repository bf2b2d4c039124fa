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

}  // namespace tamis::detail
