// The script and the style sheet of the page, which are part of the program.
#pragma once

#include <string_view>

namespace tamis::detail {

std::string_view report_script();
std::string_view report_style();

}  // namespace tamis::detail
