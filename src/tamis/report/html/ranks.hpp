// A diagram of mean ranks.
#pragma once

#include <utility>
#include <vector>

#include "tamis/report/html/comparison.hpp"
#include "tamis/report/html/draw/svg.hpp"

namespace tamis::detail::html {

// Methods along a line by their mean rank, with bars that join groups (first and last place of each).
Svg rank_diagram(const Measured& measured, const std::vector<std::pair<std::size_t, std::size_t>>& groups);

}  // namespace tamis::detail::html
