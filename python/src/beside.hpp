// C++ work next to a live interpreter: the work runs on a thread of its own without the interpreter's lock,
// while the thread that called looks after Ctrl-C, the progress callback and warnings.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <functional>

#include "spelling.hpp"
#include "tamis/core/context.hpp"

namespace tamis::python {

using namespace detail;

struct RunOptions {
    int threads = 0;
    std::uint64_t seed = 0;
    pybind11::object progress = pybind11::none();  // callable(stage, done) or None
    Message::Spelling spell = spelled;             // how errors and warnings write options
};

// Calls work(context) and returns when it has ended. An exception of the work, of the callback or of a signal
// handler (KeyboardInterrupt) is thrown here; the latter two stop the work first. Warnings become Python's.
void run_beside_python(const RunOptions& options, const std::function<void(const Context&)>& work);

}  // namespace tamis::python
