// The generator behind numpy.random.default_rng, so that the same splits can be drawn in Python:
// PCG64 (O'Neill 2014) seeded through SeedSequence, and what it makes of its numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

class NumpyRandom {
  public:
    explicit NumpyRandom(std::uint64_t seed);  // numpy.random.default_rng(seed)

    // Generator.shuffle; of 0 … n-1: Generator.permutation(n). Fewer than 2³² elements.
    void shuffle(std::span<Index> elements);
    // Generator.random(): on [0, 1), 53 bits.
    double uniform();
    // Generator.standard_normal(), but for the last one or two digits.
    double normal();
    // Generator.choice(all, count, replace=False) for up to 10,000; NumPy may go another way beyond.
    std::vector<Index> choose(Index all, Index count);

  private:
    __extension__ using Wide = unsigned __int128;

    std::uint64_t next64();
    double beyond_the_tail();
    std::uint32_t next32();  // halves of next64, the lower one first
    // Uniform on 0 … largest, in the two ways that NumPy has.
    std::uint32_t masked(std::uint32_t largest);
    std::uint32_t multiplied(std::uint32_t largest);

    Wide state_ = 0;
    Wide increment_ = 1;
    std::uint32_t half_ = 0;
    bool has_half_ = false;
};

}  // namespace tamis::detail
