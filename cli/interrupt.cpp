#include "interrupt.hpp"

#include <csignal>

namespace tamis::cli {

namespace {

std::atomic<bool> signal_came{false};
std::atomic<int> first_signal{SIGINT};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

void note_signal(int number) {
    if (!signal_came.load(std::memory_order_relaxed)) first_signal.store(number, std::memory_order_relaxed);
    signal_came.store(true, std::memory_order_relaxed);
}

}  // namespace

const std::atomic<bool>& watch_interrupts() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        ::sigaction(number, nullptr, &before);
        if (before.sa_handler == SIG_IGN) continue;  // as nohup wants it
        struct sigaction action {};
        action.sa_handler = note_signal;
        action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second signal finds the default: terminate
        ::sigaction(number, &action, nullptr);
    }
    // A file that grows beyond the limit of the user is an error of writing, not the end of the process.
    ::signal(SIGXFSZ, SIG_IGN);
    return signal_came;
}

int interrupted_exit_code() { return 128 + first_signal.load(std::memory_order_relaxed); }

}  // namespace tamis::cli
