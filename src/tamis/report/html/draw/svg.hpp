// A drawing in SVG. Colors come from classes of the style sheet, never from attributes, so that light, dark
// and print all work. Coordinates have one decimal.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tamis::detail::html {

using Points = std::vector<std::pair<double, double>>;

// "12.3", "12", "-0.5"
std::string coordinate(double value);

// "M1 2L3 4": a line through points; "" without any. Points that are not finite interrupt it.
std::string line_path(const Points& points);
// The same, closed.
std::string area_path(const Points& points);

class Svg {
  public:
    // `title` says in words what is drawn, for those who cannot see it.
    Svg(double width, double height, std::string title)
        : width_(width), height_(height), title_(std::move(title)) {}

    double width() const { return width_; }
    double height() const { return height_; }
    const std::string& title() const { return title_; }

    void line(double x1, double y1, double x2, double y2, std::string_view style);
    void path(std::string_view d, std::string_view style);
    void rect(double x, double y, double width, double height, std::string_view style);
    // `anchor`: start, middle or end. The text is escaped here; long ones are cut.
    void text(double x, double y, std::string_view content, std::string_view style,
              std::string_view anchor = "start");
    void turned_text(double x, double y, std::string_view content, std::string_view style);  // reads upward
    // The shape of series or class number `index`: circle, square, triangle, diamond, plus, cross.
    // `attributes` are added as they are.
    void mark(double x, double y, std::size_t index, std::string_view style, double radius = 3.2,
              std::string_view attributes = {});
    // A group with attributes as they are, until close().
    void open(std::string_view attributes);
    void close();

    // Inside a page.
    std::string embedded(std::string_view style = {}) const;
    // A file of its own, with the light theme in it and a legend of the series below it.
    std::string alone(const std::vector<std::string>& series = {}) const;

  private:
    double width_, height_;
    std::string title_;
    std::string content_;
};

// "series-3": twelve styles, then from the beginning.
std::string series_class(std::size_t index);

// A small drawing of a series for a legend.
std::string swatch(std::size_t series, bool with_line);

// name="value", escaped.
std::string attribute(std::string_view name, std::string_view value);

}  // namespace tamis::detail::html
