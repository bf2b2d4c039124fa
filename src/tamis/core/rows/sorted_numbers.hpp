// Numbers in ascending order, each of them once.
#pragma once

#include <algorithm>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

inline void sort_once(std::vector<Index>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// Where a number is among them.
inline Index place_of(const std::vector<Index>& sorted, Index number) {
    return std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin();
}

}  // namespace tamis::detail
