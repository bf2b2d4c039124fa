// A drawing with two axes.
#pragma once

#include <string>
#include <vector>

#include "tamis/report/html/draw/svg.hpp"

namespace tamis::detail::html {

// Round numbers between `low` and `high`, about `count` of them.
std::vector<double> nice_ticks(double low, double high, int count);

// The smallest interval that holds all finite numbers that it was shown.
struct Range {
    double low = 0.0, high = 0.0;
    bool empty = true;

    void show(double value);
    // A little larger, and never without width.
    Range widened(double share) const;
};

struct Axis {
    Range range;
    std::string label;
    bool percent = false;            // the numbers are fractions
    bool log = false;                // needs a range above 0
    bool whole = false;              // counts: ticks at whole numbers only
    std::vector<double> ticks = {};  // in place of round numbers
};

class Chart {
  public:
    Chart(double width, double height, std::string title, Axis x, Axis y);

    double x(double value) const;
    double y(double value) const;
    double left() const { return left_; }
    double right() const { return right_; }
    double top() const { return top_; }
    double bottom() const { return bottom_; }

    // In the units of the axes.
    void line(const Points& points, std::string_view style);
    void band(const Points& lower, const Points& upper, std::string_view style);
    // Marks that a reader can point at: `name` goes with them.
    void marks(const Points& points, std::size_t series, std::string_view name);
    // Bars of equal width between low and high.
    void bars(double low, double high, const std::vector<double>& counts, std::string_view style);

    Svg& svg() { return svg_; }
    const Svg& svg() const { return svg_; }

  private:
    Points drawn(const Points& points) const;
    void draw_x_axis();
    void draw_y_axis();

    Svg svg_;
    Axis x_axis_, y_axis_;
    double left_, right_, top_, bottom_;
};

}  // namespace tamis::detail::html
