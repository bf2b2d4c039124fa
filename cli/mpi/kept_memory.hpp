// Memory of messages, which come and go in every round. What the system takes back after each of them and
// hands out anew, page by page, costs more than the messages; so it is kept.
#pragma once

namespace tamis::cli {

// Blocks of up to 32 MB, which is the most that can be asked for.
void keep_freed_memory();
// Blocks of any size, from now on: for a process that has read its rows. A matrix that still grows would be
// copied as it grows.
void keep_large_freed_memory();

}  // namespace tamis::cli
