// One object passed down through every call: how many threads, which seed, whom to notify, when to stop.
// The library keeps no globals and prints nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "tamis/core/error.hpp"
#include "tamis/core/index.hpp"
#include "tamis/core/message.hpp"

namespace tamis {

struct Context {
    int threads = 0;                               // 0 = all cores; results have the same bits for any number
    std::uint64_t seed = 0;                        // for all random choices
    const std::atomic<bool>* cancel = nullptr;     // set to true from anywhere to stop with `Cancelled`
    std::function<void(const std::string&)> warn;  // things the user should know; may be empty
    Message::Spelling spell;                       // how messages write options; empty: name=value
    // Called from time to time with the stage and the part of it that is done (0 … 1); may be empty.
    // Calls come from one thread at a time.
    std::function<void(std::string_view stage, double done)> progress;

    // For the library: whether to stop, stopping (throws Cancelled), and the two callbacks if there are
    // any.
    bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
    void check_cancel() const {  // throws Cancelled
        if (cancelled()) throw Cancelled();
    }
    // Warns the user; options that the message mentions are written by `spell`.
    void warning(const Message& message) const {
        if (warn) warn(spell ? message.text(spell) : message.text());
    }
    void report(std::string_view stage, double done) const {  // calls `progress`
        if (progress) progress(stage, done);
    }
};

}  // namespace tamis
