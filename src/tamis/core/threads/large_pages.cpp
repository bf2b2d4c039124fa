#include "tamis/core/threads/large_pages.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#endif

namespace tamis::detail {

#ifdef __linux__

void ask_for_large_pages(void* memory, std::size_t bytes) {
    constexpr std::size_t smallest = std::size_t{1} << 23;
    if (bytes < smallest) return;
    // Whole small pages: advice on a part would cut the mapping in pieces, and realloc could not move it.
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t first = begin / page * page;
    const std::uintptr_t last = (begin + bytes + page - 1) / page * page;
    static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));  // a wish only
}

#else

void ask_for_large_pages(void*, std::size_t) {}

#endif

}  // namespace tamis::detail
