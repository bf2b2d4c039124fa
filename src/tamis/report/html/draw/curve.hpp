// Curves of many points, drawn with few.
#pragma once

#include "tamis/report/html/draw/svg.hpp"

namespace tamis::detail::html {

// At most `most` of the points, evenly spread along the curve as it is drawn: steep places keep as many as
// flat ones. The first and the last are always among them.
Points thinned(const Points& points, std::size_t most = 400);

}  // namespace tamis::detail::html
