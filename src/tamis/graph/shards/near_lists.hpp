// The nearest samples that were found for some, as they travel.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/graph/approximate/lists.hpp"

namespace tamis::detail {

// Lists of different lengths, one after the other; each by (distance, index).
struct NearLists {
    std::vector<Small> found;  // per list
    std::vector<Small> index;
    std::vector<double> distances;

    template <class Archive>
    void fields(Archive& archive) {
        archive(found, index, distances);
    }
};

NearLists near_lists_of(const NearestLists& lists);

// Puts what was found near samples into their lists; `numbers` are those of the samples. Throws Error if the
// answer is damaged.
void take_near(const NearLists& near, std::span<const Index> numbers, NearestLists& lists);

}  // namespace tamis::detail
