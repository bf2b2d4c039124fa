// How much work is worth a thread: handing it over takes a few microseconds, and more where the thread
// sleeps.
#pragma once

#include <algorithm>

#include "tamis/core/index.hpp"

namespace tamis {

// Items per chunk of a parallel loop when each takes about `operations` simple ones (a multiplication and its
// loads), so that a chunk takes longer than handing it over. Small jobs become one chunk, which stays
// on the calling thread. Depends on the work alone, never on the number of threads.
inline Index chunk_of_work(Index operations) {
    constexpr Index worth_a_thread = Index{1} << 15U;
    return std::max<Index>(1, worth_a_thread / std::max<Index>(1, operations));
}

// Likewise for `count` items, all chunks but the last of the same size.
inline Index even_chunk_of_work(Index count, Index operations) {
    const auto parts = [](Index whole, Index part) { return (whole + part - 1) / part; };
    return std::max<Index>(1, parts(count, std::max<Index>(1, parts(count, chunk_of_work(operations)))));
}

}  // namespace tamis
