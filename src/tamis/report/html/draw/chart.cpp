#include "tamis/report/html/draw/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/report/html/markup.hpp"

namespace tamis::detail::html {

namespace {

constexpr double most_left = 84.0;
constexpr double letter = 6.6;  // width of a digit

std::size_t letters_in(double length) { return static_cast<std::size_t>(std::max(8.0, length / letter)); }

std::string tick_text(double value, const Axis& axis) {
    if (axis.percent) return number_text(100.0 * value, 4) + " %";
    return number_text(value, 4);
}

std::vector<double> powers_of_ten(const Range& range) {
    std::vector<double> ticks;
    const int first = static_cast<int>(std::ceil(std::log10(range.low) - 1e-9)),
              last = static_cast<int>(std::floor(std::log10(range.high) + 1e-9));
    const int step = std::max(1, (last - first) / 6 + ((last - first) % 6 > 0 && last - first > 6 ? 1 : 0));
    for (int power = first; power <= last; power += step) ticks.push_back(std::pow(10.0, power));
    return ticks;
}

std::vector<double> ticks_of(const Axis& axis, int count) {
    if (!axis.ticks.empty()) return axis.ticks;
    if (axis.log) return powers_of_ten(axis.range);
    std::vector<double> ticks = nice_ticks(axis.range.low, axis.range.high, count);
    if (axis.whole) std::erase_if(ticks, [](double tick) { return tick != std::floor(tick); });
    return ticks;
}

double share_of(const Axis& axis, double value) {
    if (axis.log) return std::log(value / axis.range.low) / std::log(axis.range.high / axis.range.low);
    return (value - axis.range.low) / (axis.range.high - axis.range.low);
}

double widest(const Axis& axis) {
    std::size_t letters = 0;
    for (const double tick : ticks_of(axis, 5))
        letters = std::max(letters, display_width(tick_text(tick, axis)));
    return letter * static_cast<double>(letters);
}

}  // namespace

std::vector<double> nice_ticks(double low, double high, int count) {
    std::vector<double> ticks;
    const double span = high - low;
    if (!(span > 0.0) || !std::isfinite(span)) return {low};
    const double rough = span / std::max(1, count);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double ratio = rough / power;
    const double step = power * (ratio < 1.5 ? 1.0 : ratio < 3.5 ? 2.0 : ratio < 7.5 ? 5.0 : 10.0);
    const double first = std::ceil(low / step - 1e-9);
    for (int i = 0; i < 4 * count + 4; ++i) {
        const double tick = (first + i) * step;
        if (tick > high + 1e-9 * span) break;
        ticks.push_back(tick);
    }
    return ticks;
}

void Range::show(double value) {
    if (!std::isfinite(value)) return;
    low = empty ? value : std::min(low, value);
    high = empty ? value : std::max(high, value);
    empty = false;
}

Range Range::widened(double share) const {
    Range wider = *this;
    wider.empty = false;
    const double width = high - low;
    const double more = width > 0.0 ? share * width : std::max(0.5, 0.05 * std::abs(high));
    wider.low -= more;
    wider.high += more;
    return wider;
}

Chart::Chart(double width, double height, std::string title, Axis x, Axis y)
    : svg_(width, height, std::move(title)), x_axis_(std::move(x)), y_axis_(std::move(y)) {
    for (Axis* axis : {&x_axis_, &y_axis_}) {
        if (!(axis->range.high > axis->range.low)) axis->range = axis->range.widened(0.05);
        axis->log = axis->log && axis->range.low > 0.0;
    }
    left_ = std::min(most_left, 26.0 + widest(y_axis_));
    right_ = width - 14.0;
    top_ = 12.0;
    bottom_ = height - 40.0;
    draw_y_axis();
    draw_x_axis();
}

double Chart::x(double value) const { return left_ + (right_ - left_) * share_of(x_axis_, value); }
double Chart::y(double value) const { return bottom_ - (bottom_ - top_) * share_of(y_axis_, value); }

void Chart::draw_x_axis() {
    const int count = std::max(2, static_cast<int>((right_ - left_) / 80.0));
    svg_.line(left_, bottom_, right_, bottom_, "axis");
    for (const double tick : ticks_of(x_axis_, count)) {
        svg_.line(x(tick), bottom_, x(tick), bottom_ + 4.0, "axis");
        svg_.text(x(tick), bottom_ + 17.0, tick_text(tick, x_axis_), "tick", "middle");
    }
    svg_.text(0.5 * (left_ + right_), bottom_ + 34.0, shortened(x_axis_.label, letters_in(right_ - left_)),
              "label", "middle");
}

void Chart::draw_y_axis() {
    const int count = std::max(2, static_cast<int>((bottom_ - top_) / 50.0));
    for (const double tick : ticks_of(y_axis_, count)) {
        svg_.line(left_, y(tick), right_, y(tick), "grid");
        svg_.text(left_ - 6.0, y(tick) + 4.0, tick_text(tick, y_axis_), "tick", "end");
    }
    svg_.line(left_, top_, left_, bottom_, "axis");
    svg_.turned_text(12.0, 0.5 * (top_ + bottom_), shortened(y_axis_.label, letters_in(bottom_ - top_)),
                     "label");
}

Points Chart::drawn(const Points& points) const {
    Points placed;
    for (const auto& [px, py] : points) placed.emplace_back(x(px), y(py));
    return placed;
}

void Chart::line(const Points& points, std::string_view style) { svg_.path(line_path(drawn(points)), style); }

void Chart::band(const Points& lower, const Points& upper, std::string_view style) {
    Points around = drawn(upper);
    const Points back = drawn(lower);
    around.insert(around.end(), back.rbegin(), back.rend());
    std::erase_if(around, [](const auto& p) { return !std::isfinite(p.first) || !std::isfinite(p.second); });
    for (auto& [px, py] : around) py = std::clamp(py, top_, bottom_);
    svg_.path(area_path(around), style);
}

void Chart::marks(const Points& points, std::size_t series, std::string_view name) {
    for (const auto& [px, py] : points)
        svg_.mark(x(px), y(py), series, "mark " + series_class(series), 3.2,
                  attribute("data-x", exact_number(px)) + attribute("data-y", exact_number(py)) +
                      attribute("data-name", name));
}

void Chart::bars(double low, double high, const std::vector<double>& counts, std::string_view style) {
    const double width = (high - low) / static_cast<double>(std::max<std::size_t>(1, counts.size()));
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double from = x(low + width * static_cast<double>(i)),
                     to = x(low + width * static_cast<double>(i + 1));
        const double top = y(counts[i]);
        if (counts[i] > 0.0) svg_.rect(from, top, std::max(0.5, to - from - 0.6), bottom_ - top, style);
    }
}

}  // namespace tamis::detail::html
