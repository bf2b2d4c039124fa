#include "interrupt.hpp"

#include <csignal>

namespace tamis::cli {

namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

}  // namespace

const std::atomic<bool>& watch_interrupts() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted.store(true, std::memory_order_relaxed); };
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second signal finds the default: terminate
    ::sigaction(SIGINT, &action, nullptr);
    return interrupted;
}

}  // namespace tamis::cli
