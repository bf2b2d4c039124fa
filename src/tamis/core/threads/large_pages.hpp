// Large pages for large matrices: reading rows in any order is then not slowed down by address look-ups.
#pragma once

#include <cstddef>

namespace tamis::detail {

// Asks the system to back fresh memory with large pages if it can; small blocks are left alone. Never
// fails: without large pages everything works as before, only slower.
void ask_for_large_pages(void* memory, std::size_t bytes);

}  // namespace tamis::detail
