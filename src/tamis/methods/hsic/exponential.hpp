// exp(-x) for long arrays of numbers that are not negative: written so that compilers vectorize loops over
// it, and without FMA, so that it rounds alike on every machine. Relative error below 3e-16.
#pragma once

#include <bit>
#include <cstdint>

namespace tamis::detail {

// exp(-x) for x >= 0; above 708, where the result would lose digits, exp(-708) = 3e-308.
inline double exp_minus(double x) {
    constexpr double shifter = 0x1.8p52;  // adding it rounds to whole numbers and leaves them in the low bits
    constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
    // min(x, 708) without a branch, on the bits: they sort like the numbers.
    constexpr auto limit = std::bit_cast<std::uint64_t>(708.0);
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t above = 0 - ((limit - bits) >> 63);
    x = -std::bit_cast<double>((bits & ~above) | (limit & above));
    const double shifted = x * 0x1.71547652b82fep0 + shifter;
    const double power = shifted - shifter;
    const double r = (x - power * ln2_high) - power * ln2_low;  // |r| <= ln(2)/2
    double sum = 1.0 / 6227020800.0;                            // Taylor's series up to r¹³/13!
    sum = sum * r + 1.0 / 479001600.0;
    sum = sum * r + 1.0 / 39916800.0;
    sum = sum * r + 1.0 / 3628800.0;
    sum = sum * r + 1.0 / 362880.0;
    sum = sum * r + 1.0 / 40320.0;
    sum = sum * r + 1.0 / 5040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    sum = (sum * r) * r + r;
    const auto exponent = (std::bit_cast<std::uint64_t>(shifted) + 1023U) << 52;
    return std::bit_cast<double>(exponent) * (1.0 + sum);
}

}  // namespace tamis::detail
