// Pseudo-random numbers that depend on a few numbers alone, not on what was drawn before.
#pragma once

#include <cstdint>

namespace tamis::detail {

// A bijection that spreads every bit over all others (the finalizer of SplitMix64; Steele, Lea, Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

constexpr std::uint64_t mixed(std::uint64_t one, std::uint64_t other) { return mixed(mixed(one) ^ other); }

}  // namespace tamis::detail
