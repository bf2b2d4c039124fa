// Runs that may take long and need not end.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tamis/core/context.hpp"

namespace tamis::testing {

// Calls work(context) on one thread and asks it to stop after 0.2 s. It may end, stop or refuse; a refusal
// has a text.
template <class Work>
void run_stopped_soon(Work&& work) {
    std::atomic<bool> cancel{false}, done{false};
    const std::jthread watch([&] {
        for (int i = 0; i < 200 && !done; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        cancel = true;
    });
    Context context;
    context.threads = 1;
    context.cancel = &cancel;
    try {
        work(context);
    } catch (const Cancelled&) {
    } catch (const Error& refusal) {
        EXPECT_STRNE(refusal.what(), "");
    }
    done = true;
}

}  // namespace tamis::testing
