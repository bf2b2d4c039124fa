#include "tamis/report/picture.hpp"

#include <algorithm>

#include "tamis/report/table.hpp"

namespace tamis::detail {

namespace {

constexpr std::size_t gap = 3;  // blanks between neighboring pictures

std::size_t width_of(const Picture& picture) {
    std::size_t width = display_width(picture.title);
    for (const std::string& line : picture.lines) width = std::max(width, display_width(line));
    return width;
}

std::string one_row(std::span<const Picture> pictures) {
    std::size_t height = 0;
    for (const Picture& picture : pictures) height = std::max(height, picture.lines.size());
    std::string text;
    for (std::size_t i = 0; i <= height; ++i) {
        std::string line;
        for (const Picture& picture : pictures) {
            const std::string part = i == 0                         ? picture.title
                                     : i - 1 < picture.lines.size() ? picture.lines[i - 1]
                                                                    : "";
            line += padded(part, width_of(picture) + gap);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace

Picture draw_pixels(std::string title, std::span<const Index> chosen, Index height, Index width) {
    std::vector<std::string> pixels(at(height * width), "· ");
    for (std::size_t rank = 0; rank < chosen.size(); ++rank)
        if (chosen[rank] >= 0 && chosen[rank] < height * width)
            pixels[at(chosen[rank])] = rank < (chosen.size() + 1) / 2 ? "██" : "▒▒";
    Picture picture{std::move(title), {}};
    for (Index row = 0; row < height; ++row) {
        std::string line;
        for (Index column = 0; column < width; ++column) line += pixels[at(row * width + column)];
        picture.lines.push_back(std::move(line));
    }
    return picture;
}

std::string side_by_side(const std::vector<Picture>& pictures, std::size_t line_width) {
    std::string text;
    std::size_t start = 0;
    while (start < pictures.size()) {
        std::size_t end = start, used = 0;
        while (end < pictures.size() && (end == start || used + width_of(pictures[end]) <= line_width)) {
            used += width_of(pictures[end]) + gap;
            ++end;
        }
        if (start > 0) text += "\n";
        text += one_row(std::span(pictures).subspan(start, end - start));
        start = end;
    }
    return text;
}

}  // namespace tamis::detail
