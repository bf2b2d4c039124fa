#include "tamis/core/random/numpy_random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "tamis/core/random/ziggurat.hpp"

namespace tamis::detail {

namespace {

// SeedSequence: spreads the bits of a seed over a pool of four words and draws words from it.
class SeedPool {
  public:
    explicit SeedPool(std::uint64_t seed) {
        std::uint32_t constant = 0x43b0d7e5;
        const auto scramble = [&](std::uint32_t value) { return scrambled(value, constant, 0x931e8875); };
        pool_ = {scramble(static_cast<std::uint32_t>(seed)),
                 scramble(static_cast<std::uint32_t>(seed >> 32U)), scramble(0), scramble(0)};
        for (std::size_t from = 0; from < pool_.size(); ++from)
            for (std::size_t to = 0; to < pool_.size(); ++to)
                if (from != to) pool_[to] = mixed(pool_[to], scramble(pool_[from]));
    }

    std::uint64_t next() {
        const std::uint64_t low = next_word();
        return low | std::uint64_t{next_word()} << 32U;
    }

  private:
    static std::uint32_t scrambled(std::uint32_t value, std::uint32_t& constant, std::uint32_t factor) {
        value ^= constant;
        constant *= factor;
        value *= constant;
        return value ^ value >> 16U;
    }

    static std::uint32_t mixed(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t value = 0xca01f9ddU * a - 0x4973f715U * b;
        return value ^ value >> 16U;
    }

    std::uint32_t next_word() { return scrambled(pool_[drawn_++ % pool_.size()], constant_, 0x58f38ded); }

    std::array<std::uint32_t, 4> pool_{};
    std::uint32_t constant_ = 0x8b51f9dd;
    std::size_t drawn_ = 0;
};

}  // namespace

NumpyRandom::NumpyRandom(std::uint64_t seed) {
    SeedPool pool(seed);
    const auto wide = [&] {
        const Wide high = pool.next();
        return high << 64U | pool.next();
    };
    const Wide start = wide();
    increment_ = wide() << 1U | 1U;
    next64();  // from state 0
    state_ += start;
    next64();
}

// A step of the 128-bit congruential generator; its halves combined and turned by the six highest bits.
std::uint64_t NumpyRandom::next64() {
    constexpr Wide factor = Wide{0x2360ed051fc65da4} << 64U | 0x4385df649fccf645;
    state_ = state_ * factor + increment_;
    const auto folded = static_cast<std::uint64_t>(state_ >> 64U) ^ static_cast<std::uint64_t>(state_);
    return std::rotr(folded, static_cast<int>(state_ >> 122U));
}

std::uint32_t NumpyRandom::next32() {
    if (std::exchange(has_half_, !has_half_)) return half_;
    const std::uint64_t both = next64();
    half_ = static_cast<std::uint32_t>(both >> 32U);
    return static_cast<std::uint32_t>(both);
}

double NumpyRandom::uniform() { return static_cast<double>(next64() >> 11U) * 0x1.0p-53; }

// One draw holds the layer (8 bits), the sign and the place (52 bits).
double NumpyRandom::normal() {
    const Ziggurat& cut = ziggurat();
    while (true) {
        const std::uint64_t draw = next64();
        const std::size_t i = draw & 0xffU;
        const std::uint64_t place = draw >> 9U & 0xfffffffffffffU;
        const Ziggurat::Layer& layer = cut.layers[i];
        const double x = (draw >> 8U & 1U) != 0 ? -static_cast<double>(place) * layer.width
                                                : static_cast<double>(place) * layer.width;
        if (place < layer.inside) return x;
        if (i == 0) return (place >> 8U & 1U) != 0 ? -beyond_the_tail() : beyond_the_tail();
        const double height = cut.layers[i - 1].density - layer.density;
        if (layer.density + height * uniform() < std::exp(-0.5 * x * x)) return x;
    }
}

// Marsaglia (1964): an exponential step, kept with the right probability.
double NumpyRandom::beyond_the_tail() {
    while (true) {
        const double step = -std::log1p(-uniform()) / Ziggurat::tail;
        const double level = -std::log1p(-uniform());
        if (level + level > step * step) return Ziggurat::tail + step;
    }
}

// The lowest bits that can hold `largest`, drawn until they do not exceed it.
std::uint32_t NumpyRandom::masked(std::uint32_t largest) {
    if (largest == 0) return 0;
    const std::uint32_t mask = ~std::uint32_t{0} >> std::countl_zero(largest);
    std::uint32_t draw = next32() & mask;
    while (draw > largest) draw = next32() & mask;
    return draw;
}

// The upper half of a product (Lemire 2019), drawn again where that would favor some.
std::uint32_t NumpyRandom::multiplied(std::uint32_t largest) {
    if (largest == 0) return 0;
    const std::uint32_t range = largest + 1;
    const std::uint32_t threshold = (~std::uint32_t{0} - largest) % range;
    std::uint64_t product = std::uint64_t{next32()} * range;
    while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{next32()} * range;
    return static_cast<std::uint32_t>(product >> 32U);
}

void NumpyRandom::shuffle(std::span<Index> elements) {
    for (std::size_t i = elements.size(); i > 1; --i)
        std::swap(elements[i - 1], elements[masked(static_cast<std::uint32_t>(i - 1))]);
}

// Floyd's sampling (Bentley, Floyd 1987), then a shuffle.
std::vector<Index> NumpyRandom::choose(Index all, Index count) {
    std::vector<Index> chosen;
    for (Index last = all - count; last < all; ++last) {
        const Index draw = multiplied(static_cast<std::uint32_t>(last));
        const bool is_new = std::find(chosen.begin(), chosen.end(), draw) == chosen.end();
        chosen.push_back(is_new ? draw : last);
    }
    for (std::size_t i = chosen.size(); i > 1; --i)
        std::swap(chosen[i - 1], chosen[multiplied(static_cast<std::uint32_t>(i - 1))]);
    return chosen;
}

}  // namespace tamis::detail
