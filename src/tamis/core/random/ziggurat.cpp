#include "tamis/core/random/ziggurat.hpp"

#include <cmath>
#include <numbers>

namespace tamis::detail {

namespace {

double density(double x) { return std::exp(-0.5 * x * x); }

Ziggurat cut() {
    constexpr double draws = 0x1.0p52;
    constexpr double tail = Ziggurat::tail;
    const double beyond = std::sqrt(0.5 * std::numbers::pi) * std::erfc(tail / std::numbers::sqrt2);
    const double area = tail * density(tail) + beyond;  // of every layer
    const double lowest = area / density(tail);         // a box as wide as that holds the tail too
    const auto share = [](double part, double whole) {
        return static_cast<std::uint64_t>(std::llround(part / whole * draws));
    };
    Ziggurat result;
    result.layers[0] = {share(tail, lowest), lowest / draws, 1.0};
    double x = tail;
    for (std::size_t i = result.layers.size() - 1; i >= 1; --i) {
        // The next layer up starts at the height where this one ends.
        const double next = i > 1 ? std::sqrt(-2.0 * std::log(area / x + density(x))) : 0.0;
        result.layers[i] = {share(next, x), x / draws, density(x)};
        x = next;
    }
    return result;
}

}  // namespace

const Ziggurat& ziggurat() {
    static const Ziggurat result = cut();
    return result;
}

}  // namespace tamis::detail
