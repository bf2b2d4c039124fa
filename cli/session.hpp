// What the commands share while the program runs.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "console.hpp"
#include "mpi/ranks.hpp"

namespace tamis::cli {

struct Session {
    std::string command;  // as typed
    Console console;
    const std::atomic<bool>* interrupted = nullptr;
    // What an interrupted user should know, such as what is saved; may be empty.
    std::string when_interrupted;
    std::function<void()> action;  // set by the command that was asked for; runs after parsing
    int exit_code = 0;             // of a command that did what it should

    bool launched = false;   // by mpirun or srun
    Ranks* ranks = nullptr;  // of the job, if there are several
    bool served = false;     // rank 0, until it said stop
    bool serves() const { return ranks != nullptr && !ranks->is_driver(); }
};

}  // namespace tamis::cli
