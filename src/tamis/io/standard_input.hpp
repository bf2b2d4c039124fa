// Data from standard input.
#pragma once

#include <string>

namespace tamis::detail {

constexpr const char* standard_input_path = "-";
constexpr const char* standard_input_name = "standard input";

// All of it: text is read twice, which a stream cannot be. Throws Error where it is empty or cannot be read,
// and where it begins like one of the formats that are no text.
std::string read_standard_input();

}  // namespace tamis::detail
