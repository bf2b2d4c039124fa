#include "tamis/report/html/paper_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tamis/report/escape.hpp"
#include "tamis/report/html/draw/chart.hpp"
#include "tamis/report/html/draw/curve.hpp"
#include "tamis/report/html/draw/heat.hpp"

namespace tamis::detail::html {

namespace {

struct Point {
    std::string panel, curve;
    double x = 0.0, x2 = 0.0, mean = 0.0, sd = 0.0;
    Index repeats = 0;
};

struct Drawing {
    int number = 0;
    std::string kind, x, x2, y;
    std::vector<std::string> panels, curves;
    std::vector<Point> points;
    bool percent = false;  // the values are fractions that are read in percent
};

Drawing drawing_of(const Node& figure) {
    Drawing drawing{.number = static_cast<int>(figure["figure"].index()),
                    .kind = figure["kind"].text(),
                    .x = figure["x"].text(),
                    .x2 = figure["x2"].text(),
                    .y = figure["y"].text(),
                    .panels = figure["panels"].texts(),
                    .curves = figure["legend"].texts()};
    for (const Node& row : figure["rows"].items()) {
        const bool pixel = static_cast<bool>(row["row"]);
        drawing.points.push_back({.panel = row["panel"].text(),
                                  .curve = row["curve"].text(),
                                  .x = row[pixel ? "column" : "x"].number(),
                                  .x2 = row[pixel ? "row" : "x2"].number(),
                                  .mean = row[pixel ? "value" : "mean"].number(),
                                  .sd = row["sd"].number(),
                                  .repeats = row["n"].index()});
    }
    const bool fractions = std::all_of(drawing.points.begin(), drawing.points.end(), [](const Point& point) {
        return !(point.mean < 0.0) && !(point.mean > 1.0);
    });
    const auto says = [&](const char* word) { return drawing.y.find(word) != drawing.y.npos; };
    drawing.percent = fractions && (says("ccuracy") || says("AC") || says("NMI"));
    return drawing;
}

// x axes over several powers of ten are drawn by their logarithms.
bool is_log(const std::vector<double>& values) {
    double low = 1e300, high = 0.0;
    for (const double value : values) {
        if (!(value > 0.0)) return false;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    return high > 1e3 * low;
}

Svg curve_panel(const Drawing& drawing, const std::string& panel) {
    Range x, y;
    std::vector<double> places;
    const bool banded = drawing.curves.size() <= 3;  // bands of many curves would hide each other
    for (const Point& point : drawing.points) {
        if (point.panel != panel) continue;
        x.show(point.x);
        places.push_back(point.x);
        y.show(point.mean);
        if (banded && point.repeats > 1 && std::isfinite(point.sd)) {
            y.show(point.mean - point.sd);
            y.show(point.mean + point.sd);
        }
    }
    Chart chart(380.0, 280.0, panel + ": " + drawing.y + " against " + drawing.x,
                {.range = x, .label = drawing.x, .log = is_log(places)},
                {.range = y.widened(0.05), .label = drawing.y, .percent = drawing.percent});
    for (std::size_t c = 0; c < drawing.curves.size(); ++c) {
        Points middle, lower, upper;
        for (const Point& point : drawing.points) {
            if (point.panel != panel || point.curve != drawing.curves[c]) continue;
            middle.emplace_back(point.x, point.mean);
            if (point.repeats < 2 || !(point.sd > 0.0)) continue;
            lower.emplace_back(point.x, point.mean - point.sd);
            upper.emplace_back(point.x, point.mean + point.sd);
        }
        if (middle.empty()) continue;
        std::stable_sort(middle.begin(), middle.end(), [](auto& a, auto& b) { return a.first < b.first; });
        const std::string style = series_class(c);
        chart.svg().open(attribute("data-series", drawing.curves[c]) + attribute("class", style));
        if (banded && lower.size() > 1) chart.band(lower, upper, "band " + style);
        chart.line(thinned(middle, 200), "line " + style);
        if (middle.size() <= 25) chart.marks(middle, c, drawing.curves[c]);
        chart.svg().close();
    }
    return chart.svg();
}

std::size_t place_of(const std::vector<double>& values, double value) {
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
}

// Cells by (x, x2): a surface seen from above, or a mask.
Svg cell_panel(const Drawing& drawing, const std::string& panel, const std::string& curve) {
    std::set<double> xs, ys;
    Range range;
    std::vector<const Point*> cells;
    for (const Point& point : drawing.points) {
        if (point.panel != panel || point.curve != curve) continue;
        xs.insert(point.x);
        ys.insert(point.x2);
        range.show(point.mean);
        cells.push_back(&point);
    }
    const bool mask = drawing.kind == "masks";
    const std::vector<double> x(xs.begin(), xs.end()), y(ys.begin(), ys.end());
    std::vector<std::vector<int>> level(y.size(), std::vector<int>(x.size(), -1));
    for (const Point* cell : cells) {
        const double span = mask ? std::max(range.high, 1e-300) : std::max(range.high - range.low, 1e-300);
        const double share = (cell->mean - (mask ? 0.0 : range.low)) / span;
        // Masks: 0 is off; surfaces: white is lowest.
        const int shade = std::clamp(static_cast<int>(std::lround(5.0 * share)), 0, 5);
        if (std::isfinite(cell->mean))
            level[place_of(y, cell->x2)][place_of(x, cell->x)] =
                mask && cell->mean > 0.0 ? std::max(1, shade) : shade;
    }
    const double largest = static_cast<double>(std::max<std::size_t>(1, std::max(x.size(), y.size())));
    const double side = std::max(1.0, std::floor(220.0 / largest));
    const double left = mask ? 8.0 : 70.0, top = mask ? 8.0 : 12.0;
    const double width = side * static_cast<double>(x.size()), height = side * static_cast<double>(y.size());
    Svg svg(std::max(left + width + 12.0, 200.0), top + height + (mask ? 8.0 : 62.0),
            panel + ", " + curve + ": " + drawing.y);
    const std::vector<std::string> styles = {mask ? "mask-off" : "cell heat-5",
                                             "cell heat-6",
                                             "cell heat-7",
                                             "cell heat-8",
                                             "cell heat-9",
                                             "cell heat-10"};
    const auto paths = level_paths(y.size(), x.size(), left, top, side, 6,
                                   [&](std::size_t r, std::size_t c) { return level[r][c]; });
    for (std::size_t i = 0; i < paths.size(); ++i) svg.path(paths[i], styles[i]);
    if (mask) return svg;
    for (std::size_t r = 0; r < y.size(); ++r)
        svg.text(left - 5.0, top + side * (static_cast<double>(r) + 0.5) + 4.0, number_text(y[r], 3), "tick",
                 "end");
    const std::size_t step = x.size() / 6 + 1;
    for (std::size_t c = 0; c < x.size(); c += step)
        svg.text(left + side * (static_cast<double>(c) + 0.5), top + height + 16.0, number_text(x[c], 3),
                 "tick", "middle");
    svg.text(left + 0.5 * width, top + height + 34.0, drawing.x, "label", "middle");
    svg.turned_text(14.0, top + 0.5 * height, drawing.x2, "label");
    const auto end = [&](double value) { return drawing.percent ? percent(value) : number_text(value, 3); };
    svg.text(left, top + height + 54.0, end(range.low) + " (light) to " + end(range.high) + " (dark)",
             "tick");
    return svg;
}

}  // namespace

void add_paper_figure(const Node& figure, Section& section) {
    if (figure["schema"].text() != "tamis.figure/1")
        throw WrongEntry{"'figures' holds something that is no figure"};
    const Drawing drawing = drawing_of(figure);
    section.subheading(fmt::format("Figure {}: {}", drawing.number, figure["title"].text()));
    std::string caption =
        html_text(figure["mirrors"].text()) + ". " + html_text(figure["protocol"].text()) + ".";
    for (const std::string& absent : figure["absent"].texts())
        caption += " Not made, for want of data: " + html_text(absent) + ".";
    if (drawing.points.empty()) {
        section.paragraph_html(caption, "note");
        return;
    }
    section.html("<figure>" + (drawing.kind == "curves" ? legend_html(drawing.curves) : std::string()) +
                 "<div class=\"small-plots\">");
    std::size_t panel_number = 0;
    const auto add = [&](const std::string& title, const Svg& svg) {
        section.html("<figure class=\"plot\"><figcaption>" + name_html(title, 60) + "</figcaption>" +
                     svg.embedded() + "</figure>");
        section.keep_figure(fmt::format("figure_{}_{}", drawing.number, ++panel_number), svg,
                            drawing.kind == "curves" ? drawing.curves : std::vector<std::string>());
    };
    for (const std::string& panel : drawing.panels) {
        if (drawing.kind == "curves") {
            add(panel, curve_panel(drawing, panel));
            continue;
        }
        for (const std::string& curve : drawing.curves) {
            const bool there =
                std::any_of(drawing.points.begin(), drawing.points.end(),
                            [&](const Point& point) { return point.panel == panel && point.curve == curve; });
            if (there) add(panel + ", " + curve, cell_panel(drawing, panel, curve));
        }
    }
    section.html("</div><figcaption>" + caption + "</figcaption></figure>\n");
}

}  // namespace tamis::detail::html
