// Ctrl-C, SIGTERM and SIGHUP ask the work to stop; a second one ends the program at once.
#pragma once

#include <atomic>

namespace tamis::cli {

const std::atomic<bool>& watch_interrupts();

// 128 + the signal that came, as shells count: 130, 143 or 129.
int interrupted_exit_code();

}  // namespace tamis::cli
