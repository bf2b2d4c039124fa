#include "kept_memory.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tamis::cli {

void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int largest_kept = 1 << 25;
    mallopt(M_MMAP_THRESHOLD, largest_kept);
    mallopt(M_TRIM_THRESHOLD, -1);  // never
#endif
}

void keep_large_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
#endif
}

}  // namespace tamis::cli
