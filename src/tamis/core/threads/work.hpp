// How much work is worth a thread: handing it over takes a few microseconds, and more if the thread
// sleeps.
#pragma once

#include <algorithm>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// Items per chunk of a parallel loop over `count` items that take about `operations` simple ones each (a
// multiplication and its loads), so that a chunk takes longer than handing it over and all have about the
// same size. Small jobs become one chunk, which stays on the calling thread. Depends on the work alone, never
// on the number of threads.
inline Index chunk_of_work(Index count, Index operations) {
    constexpr Index worth_a_thread = Index{1} << 15U;
    const auto parts = [](Index whole, Index part) { return (whole + part - 1) / part; };
    const Index most = std::max<Index>(1, worth_a_thread / std::max<Index>(1, operations));
    return std::max<Index>(1, parts(count, std::max<Index>(1, parts(count, most))));
}

}  // namespace tamis::detail
