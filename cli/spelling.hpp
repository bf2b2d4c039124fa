// How messages of the library write options on the command line.
#pragma once

#include "tamis/core/message.hpp"

namespace tamis::cli {

using namespace detail;

// `--scale standard`, `-k 10`, `--set alpha=1`.
std::string spelled(const OptionMention& option);

}  // namespace tamis::cli
