// Scores as whole numbers, so that features are ranked without comparing floating-point numbers.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// The smaller key comes first; the order is that of core/ranking.hpp.
using RankKey = std::uint64_t;

// A feature that is constant in the sample: behind all others.
inline constexpr RankKey constant_key = std::numeric_limits<RankKey>::max();

// A key that rises as the score falls.
inline RankKey falling_key(double score) {
    constexpr RankKey sign = RankKey{1} << 63U;
    const auto bits = std::bit_cast<RankKey>(score + 0.0);  // -0 is 0
    return (bits & sign) != 0 ? bits : ~bits ^ sign;
}

// The key of a/b ≥ 0 that is not 0/0; among infinite ratios the larger a comes first.
inline RankKey ratio_key(double a, double b) {
    constexpr RankKey finite = RankKey{1} << 63U;
    constexpr auto largest = std::bit_cast<RankKey>(std::numeric_limits<double>::infinity());
    const bool infinite = !(b > 0.0);
    return largest - std::bit_cast<RankKey>(infinite ? a : a / b) + (infinite ? 0 : finite);
}

// keys[j] = ratio_key(a[j], b[j]), or constant where both are 0; a and b are not negative.
void ratio_keys(const double* a, const double* b, std::size_t count, RankKey* keys);

// Ranks one list of keys after the other, and keeps its memory.
class KeyRanker {
  public:
    // ranks[j] = 1 + the number of features with a smaller key, or with the same key and a lower index. A
    // radix sort by the leading digits of the keys; what is equal in these is compared.
    void rank(std::span<const RankKey> keys, std::span<Small> ranks);

  private:
    using Packed = std::uint64_t;  // leading digits of a key, then the feature

    void pack(std::span<const RankKey> keys, std::span<Small> ranks);
    void sort_by_digits();
    void sort_equal_digits(std::span<const RankKey> keys);

    unsigned passes_ = 0;    // digits that are sorted by
    unsigned sorted_ = 0;    // where they begin in Packed
    std::size_t count_ = 0;  // features that are not constant
    std::vector<Packed> packed_, other_;
    std::vector<std::uint32_t> places_;
};

}  // namespace tamis::detail
