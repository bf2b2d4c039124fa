// Random numbers that are the same on every platform: the standard's generator (whose output is prescribed)
// with our own distributions (the standard's are not prescribed).
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    // Uniform on 0 … bound-1, without bias.
    Index below(Index bound) {
        const auto range = static_cast<std::uint64_t>(bound);
        const std::uint64_t limit = engine_.max() - engine_.max() % range;
        std::uint64_t draw = engine_();
        while (draw >= limit) draw = engine_();
        return static_cast<Index>(draw % range);
    }

    // Uniform on [0, 1), 53 random bits.
    double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

    // Standard normal, by Box and Muller.
    double normal() {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(6.283185307179586476925 * uniform());
    }

    template <class Element>
    void shuffle(std::vector<Element>& elements) {
        for (std::size_t i = elements.size(); i > 1; --i)
            std::swap(elements[i - 1], elements[at(below(static_cast<Index>(i)))]);
    }

  private:
    std::mt19937_64 engine_;
};

}  // namespace tamis::detail
