// What the commands share while the program runs.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "console.hpp"

namespace tamis::cli {

struct Session {
    std::string command;  // as typed
    Console console;
    const std::atomic<bool>* interrupted = nullptr;
    // What an interrupted user should know, such as what is saved; may be empty.
    std::string when_interrupted;
    std::function<void()> action;  // set by the command that was asked for; runs after parsing
};

}  // namespace tamis::cli
