#include "tamis/report/html/draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/report/escape.hpp"
#include "tamis/report/html/draw/figure_style.hpp"
#include "tamis/report/html/markup.hpp"

namespace tamis::detail::html {

namespace {

constexpr std::size_t most_letters = 40;  // of a text in a drawing

// A closed or open shape around the origin.
std::string shape(std::size_t index, double x, double y, double r) {
    const auto around = [&](std::initializer_list<std::pair<double, double>> corners) {
        Points points;
        for (const auto& [dx, dy] : corners) points.emplace_back(x + r * dx, y + r * dy);
        return area_path(points);
    };
    const double a = 0.35, b = 1.15;  // half the thickness and the length of the arms of a plus
    switch (index % 6) {
        case 1:
            return around({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
        case 2:
            return around({{0.0, -1.2}, {1.1, 0.9}, {-1.1, 0.9}});
        case 3:
            return around({{0.0, -1.3}, {1.1, 0.0}, {0.0, 1.3}, {-1.1, 0.0}});
        case 4:
            return around({{-a, -b},
                           {a, -b},
                           {a, -a},
                           {b, -a},
                           {b, a},
                           {a, a},
                           {a, b},
                           {-a, b},
                           {-a, a},
                           {-b, a},
                           {-b, -a},
                           {-a, -a}});
        case 5:
            return around({{0.0, -0.5},
                           {0.7, -1.1},
                           {1.1, -0.7},
                           {0.5, 0.0},
                           {1.1, 0.7},
                           {0.7, 1.1},
                           {0.0, 0.5},
                           {-0.7, 1.1},
                           {-1.1, 0.7},
                           {-0.5, 0.0},
                           {-1.1, -0.7},
                           {-0.7, -1.1}});
        default:
            return "";
    }
}

std::string path_of(const Points& points, bool closed) {
    std::string d;
    bool drawing = false;
    for (const auto& [x, y] : points) {
        const bool finite = std::isfinite(x) && std::isfinite(y);
        if (finite) d += (drawing ? "L" : "M") + coordinate(x) + " " + coordinate(y);
        drawing = finite;
    }
    return d.empty() || !closed ? d : d + "z";
}

}  // namespace

std::string coordinate(double value) {
    std::string text = fmt::format("{:.1f}", value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text == "-0" ? "0" : text;
}

std::string line_path(const Points& points) { return path_of(points, false); }
std::string area_path(const Points& points) { return path_of(points, true); }

std::string attribute(std::string_view name, std::string_view value) {
    return " " + std::string(name) + "=\"" + html_text(value) + "\"";
}

std::string series_class(std::size_t index) { return "series-" + std::to_string(index % 12); }

void Svg::line(double x1, double y1, double x2, double y2, std::string_view style) {
    path("M" + coordinate(x1) + " " + coordinate(y1) + "L" + coordinate(x2) + " " + coordinate(y2), style);
}

void Svg::path(std::string_view d, std::string_view style) {
    if (!d.empty()) content_ += fmt::format("<path class=\"{}\" d=\"{}\"/>", style, d);
}

void Svg::rect(double x, double y, double width, double height, std::string_view style) {
    content_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", style,
                            coordinate(x), coordinate(y), coordinate(width), coordinate(height));
}

void Svg::text(double x, double y, std::string_view content, std::string_view style,
               std::string_view anchor) {
    content_ +=
        fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>", style, coordinate(x), coordinate(y),
                    anchor == "start" ? "" : fmt::format(" text-anchor=\"{}\"", anchor),
                    html_text(shortened(content, most_letters)));
}

void Svg::turned_text(double x, double y, std::string_view content, std::string_view style) {
    content_ += fmt::format(
        "<text class=\"{}\" transform=\"translate({} {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        style, coordinate(x), coordinate(y), html_text(shortened(content, most_letters)));
}

void Svg::mark(double x, double y, std::size_t index, std::string_view style, double radius,
               std::string_view attributes) {
    if (!std::isfinite(x) || !std::isfinite(y)) return;
    const std::string d = shape(index, x, y, radius);
    if (d.empty())
        content_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>", style, coordinate(x),
                                coordinate(y), coordinate(radius), attributes);
    else
        content_ += fmt::format("<path class=\"{}\" d=\"{}\"{}/>", style, d, attributes);
}

void Svg::open(std::string_view attributes) { content_ += fmt::format("<g{}>", attributes); }
void Svg::close() { content_ += "</g>"; }

std::string Svg::embedded(std::string_view style) const {
    return fmt::format("<svg{} viewBox=\"0 0 {} {}\" role=\"img\"><title>{}</title>{}</svg>",
                       style.empty() ? "" : fmt::format(" class=\"{}\"", style), coordinate(width_),
                       coordinate(height_), html_text(title_), content_);
}

std::string Svg::alone(const std::vector<std::string>& series) const {
    constexpr double row = 18.0, column = 180.0;
    const std::size_t across = static_cast<std::size_t>(std::max(1.0, std::floor(width_ / column)));
    const std::size_t rows = (series.size() + across - 1) / across;
    const double height = height_ + row * static_cast<double>(rows);
    Svg whole = *this;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::size_t down = i / across;
        const double x = 14.0 + column * static_cast<double>(i % across),
                     y = height_ + row * (static_cast<double>(down) + 0.5);
        whole.line(x, y, x + 24.0, y, "line " + series_class(i));
        whole.mark(x + 12.0, y, i, "mark " + series_class(i));
        whole.text(x + 30.0, y + 4.0, shortened(series[i], 22), "label");
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\"><title>{2}</title><style>{3}</style><rect "
        "class=\"paper\" width=\"{0}\" height=\"{1}\"/>{4}</svg>\n",
        coordinate(width_), coordinate(height), html_text(title_), figure_style(), whole.content_);
}

std::string swatch(std::size_t series, bool with_line) {
    Svg svg(22, 12, "");
    const std::string style = series_class(series);
    if (with_line) svg.line(1, 6, 21, 6, "line " + style);
    svg.mark(11, 6, series, "mark " + style);
    std::string text = svg.embedded("swatch");
    // The name stands next to it: nothing to read out.
    const std::string spoken = " role=\"img\"><title></title>";
    return text.replace(text.find(spoken), spoken.size(), " aria-hidden=\"true\">");
}

}  // namespace tamis::detail::html
