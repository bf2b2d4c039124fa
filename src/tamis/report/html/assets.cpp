#include "tamis/report/html/assets.hpp"

namespace tamis::detail {

std::string_view report_script() { return ""; }
std::string_view report_style() { return ""; }

}  // namespace tamis::detail
