// Which samples a round of NN-Descent (Dong, Charikar, Li 2011) compares with each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/lists.hpp"

namespace tamis::detail {

// Samples per sample, up to 16 for each; of more than that the ones with the smallest random number stay.
class Chosen {
  public:
    explicit Chosen(Index samples) : of_(at(samples * most)), count_(at(samples)) {}

    std::span<const Small> of(Index i) const { return {of_.data() + i * most, at(Index{count_[at(i)]})}; }
    bool holds(Index i, Small j) const {
        const std::span<const Small> all = of(i);
        return std::find(all.begin(), all.end(), j) != all.end();
    }
    void add(Index i, Small j, std::uint64_t seed);

  private:
    static constexpr Index most = 16;

    std::vector<Small> of_;
    std::vector<std::uint8_t> count_;
};

// The neighbors and reverse neighbors of every sample, those that came in since the last round apart from the
// others.
struct ChosenNeighbors {
    Chosen fresh, old;

    // `number` of the round seeds the choice. What is chosen counts as compared from now on. `wanted`: per
    // sample, whether to choose for it; empty if for all.
    ChosenNeighbors(KnownNeighbors& lists, Index groups, Index number, const Context& context,
                    std::span<const char> wanted = {});
};

}  // namespace tamis::detail
