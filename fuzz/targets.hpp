// One function per reader. Each takes any bytes, and must come back: with a result that holds together, or
// with an Error. Anything else (a crash, another exception, a result that differs) ends the process.
#pragma once

#include <span>
#include <string_view>

namespace tamis::fuzz {

struct Target {
    const char* name;
    void (*run)(std::string_view bytes);
};

std::span<const Target> targets();

}  // namespace tamis::fuzz
