// The options of reading by name, for callers that have them as texts.
#pragma once

#include <span>
#include <string>

#include "tamis/io/load.hpp"

namespace tamis::detail {

struct ReadingOption {
    const char* name;
    std::string LoadOptions::*value;
};

// Those that are texts: all but `transpose` and `max_features`.
std::span<const ReadingOption> text_reading_options();

}  // namespace tamis::detail
