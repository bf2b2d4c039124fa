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
    const std::size_t before = reinterpret_cast<std::uintptr_t>(memory) % page;
    const std::size_t length = (before + bytes + page - 1) / page * page;
    static_cast<void>(madvise(static_cast<char*>(memory) - before, length, MADV_HUGEPAGE));  // a wish only
}

#else

void ask_for_large_pages(void*, std::size_t) {}

#endif

}  // namespace tamis::detail
