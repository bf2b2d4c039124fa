// Ctrl-C asks the work to stop; a second Ctrl-C ends the program at once.
#pragma once

#include <atomic>

namespace tamis::cli {

const std::atomic<bool>& watch_interrupts();

}  // namespace tamis::cli
