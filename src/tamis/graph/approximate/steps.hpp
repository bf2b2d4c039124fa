// What the approximate search asks of the samples, wherever they are.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/approximate/points.hpp"
#include "tamis/graph/approximate/recall.hpp"

namespace tamis::detail {

// Samples that a list may begin with where the leaves of the trees had too few: a small class is not in every
// leaf, and k can be larger than a leaf.
class RandomBeginnings {
  public:
    // `group_of` may be empty for one group.
    RandomBeginnings(Index samples, std::span<const int> group_of, Index groups, Index k, std::uint64_t seed);

    // Random members of the list's group that are not in the list of this sample yet; none if it has k.
    std::vector<Small> of(Index sample, Index group, const NearestLists& lists) const;

  private:
    Index groups_, k_;
    std::uint64_t seed_;
    std::vector<std::vector<Small>> members_;  // per group
};

class SearchSteps {
  public:
    using Advance = std::function<void(double part)>;  // hears of the part of a step that is done

    virtual ~SearchSteps() = default;

    virtual Index count() const = 0;
    // The trees that the search begins with.
    virtual ForestSize forest() const = 0;
    // Searches the given samples exactly.
    virtual ClassNeighbors probe(std::span<const Index> samples, Index k) const = 0;
    // Puts what is near within the leaves of the trees first … first + count - 1 into the lists. Returns the
    // samples in the order of the leaves of the first one.
    virtual std::vector<Small> search_trees(Index first, Index count, NearestLists& lists,
                                            const Advance& advance) = 0;
    virtual void fill_short_lists(const RandomBeginnings& beginnings, NearestLists& lists) = 0;
    // One round of NN-Descent. Samples that follow each other in `order` are near each other.
    virtual void descend(Index number, std::span<const Small> order, NearestLists& lists,
                         const Advance& advance) = 0;
};

}  // namespace tamis::detail
