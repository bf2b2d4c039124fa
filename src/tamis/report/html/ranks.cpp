#include "tamis/report/html/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/report/html/markup.hpp"

namespace tamis::detail::html {

Svg rank_diagram(const Measured& measured, const std::vector<std::pair<std::size_t, std::size_t>>& groups) {
    constexpr double width = 760.0, margin = 170.0, axis = 34.0, row = 20.0, first_group = 14.0,
                     group_step = 9.0;
    const std::size_t count = measured.ranks.size(), left_half = (count + 1) / 2;
    const double below = axis + first_group + group_step * static_cast<double>(groups.size()) + 10.0;
    Svg svg(width, below + row * static_cast<double>(left_half) + 8.0, "Mean ranks on " + measured.title);
    const double last = std::max(2.0, static_cast<double>(count));
    const auto x = [&](double rank) { return margin + (width - 2.0 * margin) * (rank - 1.0) / (last - 1.0); };
    svg.line(x(1.0), axis, x(last), axis, "axis");
    const std::size_t step = count > 12 ? count / 6 : 1;
    for (std::size_t tick = 1; tick <= static_cast<std::size_t>(last); tick += step) {
        const double place = x(static_cast<double>(tick));
        svg.line(place, axis - 5.0, place, axis, "axis");
        svg.text(place, axis - 10.0, std::to_string(tick), "tick", "middle");
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const double y = axis + first_group + group_step * static_cast<double>(g);
        const double from = x(measured.ranks[groups[g].first].rank),
                     to = x(measured.ranks[groups[g].second].rank);
        svg.rect(std::min(from, to) - 4.0, y - 2.0, std::abs(to - from) + 8.0, 4.0, "bar muted");
    }
    for (std::size_t m = 0; m < count; ++m) {
        const MeanRankOf& one = measured.ranks[m];
        if (!std::isfinite(one.rank)) continue;
        // The better half is named at the left, from the top; the other at the right, from below.
        const bool left = m < left_half;
        const double y = below + row * static_cast<double>(left ? m : count - 1 - m) + 6.0;
        const double edge = left ? margin - 14.0 : width - margin + 14.0;
        svg.open(attribute("data-series", one.label));
        svg.path(line_path({{x(one.rank), axis}, {x(one.rank), y}, {edge, y}}), "axis");
        svg.mark(x(one.rank), axis, 0, "chosen", 3.0);
        svg.text(edge + (left ? -5.0 : 5.0), y + 4.0,
                 fmt::format("{} {:.2f}", shortened(one.label, 18), one.rank), "label",
                 left ? "end" : "start");
        svg.close();
    }
    return svg;
}

}  // namespace tamis::detail::html
