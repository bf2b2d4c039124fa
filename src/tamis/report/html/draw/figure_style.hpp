// The look of figures that stand alone.
#pragma once

#include <string_view>

namespace tamis::detail::html {

// The light theme of the page for the classes that figures use, without variables: other programs read these
// files.
std::string_view figure_style();

}  // namespace tamis::detail::html
