// The normal density cut into 256 layers of equal area, for drawing from it (Marsaglia, Tsang 2000).
#pragma once

#include <array>
#include <cstdint>

namespace tamis::detail {

struct Ziggurat {
    static constexpr double tail = 3.6541528853610087963519472518;  // where the lowest layer's box ends

    // A draw u of 52 bits lands at u·width in its layer, and below the density for sure if u < inside.
    struct Layer {
        std::uint64_t inside = 0;
        double width = 0.0;
        double density = 0.0;  // exp(-x²/2) at the right end
    };

    std::array<Layer, 256> layers;  // 0 is the one with the tail, then from the top downwards
};

const Ziggurat& ziggurat();

}  // namespace tamis::detail
