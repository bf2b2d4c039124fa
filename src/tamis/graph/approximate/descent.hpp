// Neighbors of neighbors: rounds of NN-Descent (Dong, Charikar, Li 2011) in which all samples are served from
// the state before, so that the result does not depend on the threads.
#pragma once

#include <functional>
#include <span>

#include "tamis/core/context.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/approximate/points.hpp"

namespace tamis::detail {

struct Descent {
    const Points& points;
    std::span<const int> group_of;  // empty for one group
    Index groups;
    std::span<const Small> order;  // samples that follow each other are near each other
    NearestLists& lists;
    const QuickSquares* quick = nullptr;  // rules out most pairs, if there is one

    // Compares the neighbors and reverse neighbors of every sample with each other, new ones with all;
    // returns how many places of the lists changed. `round` seeds the choice among too many; `advance` hears
    // of the part of the round that is done.
    Index round(Index number, const Context& context, const std::function<void(double)>& advance) const;
};

}  // namespace tamis::detail
