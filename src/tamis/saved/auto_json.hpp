// The document of `auto`.
#pragma once

#include <string>

#include "tamis/pipeline/choice/auto_select.hpp"

namespace tamis::detail {

// "tamis.selection/1" with the entry `auto`: what was tried and what the choice is worth.
std::string to_json(const AutoRun& run, double load_seconds);

}  // namespace tamis::detail
