#include "tamis/core/csr.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

namespace {

bool sound_offsets(Index rows, Index cols, std::span<const Index> row_start, std::size_t stored) {
    if (rows < 0 || cols < 0 || cols > std::numeric_limits<Small>::max()) return false;
    if (row_start.size() != at(rows) + 1) return false;
    return row_start.front() == 0 && std::is_sorted(row_start.begin(), row_start.end()) &&
           at(row_start.back()) <= stored;
}

}  // namespace

CsrState examine_csr(Index rows, Index cols, std::span<const Index> row_start, std::span<const Small> columns,
                     std::size_t stored) {
    if (!sound_offsets(rows, cols, row_start, std::min(columns.size(), stored))) return CsrState::broken;
    std::atomic<bool> sorted{true}, inside{true};
    parallel_chunks({}, rows, 1024, [&](const Chunk& chunk) {
        bool good = true, ascending = true;
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            const Small* first = columns.data() + row_start[at(i)];
            const Small* last = columns.data() + row_start[at(i) + 1];
            if (first == last) continue;
            int falls = 0;  // without branches, so that the compiler compares several at once
            for (const Small* p = first + 1; p < last; ++p) falls |= p[0] <= p[-1] ? 1 : 0;
            ascending &= falls == 0;
            const auto [smallest, largest] =
                falls == 0 ? std::pair(first, last - 1) : std::minmax_element(first, last);
            good &= *smallest >= 0 && *largest < cols;
        }
        if (!good) inside.store(false, std::memory_order_relaxed);
        if (!ascending) sorted.store(false, std::memory_order_relaxed);
    });
    if (!inside) return CsrState::broken;
    return sorted ? CsrState::sound : CsrState::unsorted;
}

}  // namespace tamis::detail
