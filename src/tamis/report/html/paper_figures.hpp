// The figures of a paper, redrawn from our runs.
#pragma once

#include "tamis/report/html/node.hpp"
#include "tamis/report/html/section.hpp"

namespace tamis::detail::html {

// A "tamis.figure/1" with its rows: curves, surfaces or masks, one panel next to the other.
void add_paper_figure(const Node& figure, Section& section);

}  // namespace tamis::detail::html
