// Chosen pixels of small images, drawn in the terminal.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// A text block: a title over lines.
struct Picture {
    std::string title;
    std::vector<std::string> lines;
};

// Pixels are numbered row by row. The first half of the selection is drawn in full (██), the second half
// shaded (▒▒), the rest as dots.
Picture draw_pixels(std::string title, std::span<const Index> chosen, Index height, Index width);

// The pictures in rows of at most `line_width` terminal columns.
std::string side_by_side(const std::vector<Picture>& pictures, std::size_t line_width);

}  // namespace tamis::detail
