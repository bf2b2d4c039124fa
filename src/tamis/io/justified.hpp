// Nothing is allocated because a file says so: sizes that a file declares are held against its own size
// first.
#pragma once

#include <cstdint>

namespace tamis::detail {

// Deflated data, the best packed that are common, grow 1,032 times at most.
constexpr std::uint64_t best_packing = 1100;

// Whether `wanted` bytes can come out of `stored` ones. A few MB are always granted: they do no harm, and
// constant data pack better than anything else.
constexpr bool is_justified(std::uint64_t wanted, std::uint64_t stored, bool packed) {
    constexpr std::uint64_t harmless = std::uint64_t{64} << 20U;
    if (wanted <= harmless) return true;
    return packed ? wanted / best_packing <= stored : wanted <= stored;
}

}  // namespace tamis::detail
