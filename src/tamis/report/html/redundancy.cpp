#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/report/escape.hpp"
#include "tamis/report/html/draw/heat.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

constexpr std::size_t most_labels = 40;  // more names than this cannot be read
constexpr std::size_t most_shown = 200;

std::vector<std::vector<double>> square(const Node& rows, std::size_t count) {
    std::vector<std::vector<double>> r;
    for (const Node& row : rows.items()) r.push_back(row.numbers());
    const bool fits = r.size() == count &&
                      std::all_of(r.begin(), r.end(), [&](const auto& row) { return row.size() == count; });
    if (!fits) throw WrongEntry{"'correlations' is not a square of as many numbers as features"};
    return r;
}

void add_scale(Svg& svg, double left, double top, double width) {
    const double step = width / 11.0;
    for (int level = 0; level <= 10; ++level)
        svg.rect(left + step * level, top, step, 10.0, fmt::format("cell heat-{}", level));
    svg.text(left, top + 24.0, "r = −1", "tick");
    svg.text(left + 0.5 * width, top + 24.0, "0", "tick", "middle");
    svg.text(left + width, top + 24.0, "1", "tick", "end");
}

}  // namespace

Section redundancy_part(const Result& result) {
    Section section("redundancy", "Redundancy of the chosen features");
    if (result.kind != ResultKind::selection) return section;
    const Node correlations = result.exhibits ? result.exhibits["correlations"] : Node();
    if (!correlations) {
        if (result.selected.size() > 1)
            section.paragraph_html("The correlations of the chosen features are not in this result; " +
                                       result.option_html("report") + " adds them.",
                                   "note");
        return section;
    }
    const std::vector<Index> features = correlations["features"].indices();
    const std::size_t count = features.size();
    if (count < 2 || count > most_shown) return section;
    for (const Index feature : features)
        if (feature < 0 || feature >= result.features)
            throw WrongEntry{"'correlations' names a feature that is not there"};
    const std::vector<std::vector<double>> r = square(correlations["r"], count);
    std::vector<std::vector<double>> likeness = r;
    for (auto& row : likeness)
        for (double& value : row) value = std::isnan(value) ? 0.0 : std::abs(value);
    const std::vector<std::size_t> order = order_by_likeness(likeness);
    const bool named = count <= most_labels;
    const double cell = std::max(2.0, std::floor(480.0 / static_cast<double>(count)));
    const double side = cell * static_cast<double>(count);
    const double left = named ? 150.0 : 8.0, top = 8.0;
    Svg svg(left + side + 8.0, top + side + 44.0,
            fmt::format("Correlations of {} chosen features, alike ones next to each other", count));
    std::string places;
    for (const std::size_t place : order) places += (places.empty() ? "" : " ") + std::to_string(place);
    svg.open(
        fmt::format(" class=\"heat\" data-left=\"{}\" data-top=\"{}\" data-cell=\"{}\" data-order=\"{}\"",
                    coordinate(left), coordinate(top), coordinate(cell), places));
    const std::vector<std::string> paths = level_paths(
        count, count, left, top, cell, 11,
        [&](std::size_t row, std::size_t column) { return heat_level(r[order[row]][order[column]]); });
    for (std::size_t level = 0; level < paths.size(); ++level)
        svg.path(paths[level], fmt::format("cell heat-{}", level));
    svg.close();
    if (named)
        for (std::size_t row = 0; row < count; ++row)
            svg.text(left - 6.0, top + cell * (static_cast<double>(row) + 0.5) + 4.0,
                     shortened(result.feature(features[order[row]]), 20), "tick", "end");
    add_scale(svg, left, top + side + 8.0, std::min(side, 220.0));
    section.figure("redundancy", "redundancy", svg,
                   html_text(fmt::format(
                       "Correlations of the {} chosen features{}. Features that are alike stand next to "
                       "each other; orange rises together, blue moves against each other.",
                       count, named ? "" : " (too many to print their names)")));
    return section;
}

}  // namespace tamis::detail::html
