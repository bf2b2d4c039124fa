#include "tamis/report/html/draw/curve.hpp"

#include <cmath>

#include "tamis/report/html/draw/chart.hpp"

namespace tamis::detail::html {

Points thinned(const Points& points, std::size_t most) {
    if (points.size() <= most) return points;
    Range x, y;
    for (const auto& [px, py] : points) {
        x.show(px);
        y.show(py);
    }
    const double width = x.high > x.low ? x.high - x.low : 1.0,
                 height = y.high > y.low ? y.high - y.low : 1.0;
    const auto step = [&](std::size_t i) {
        const double length = std::abs(points[i].first - points[i - 1].first) / width +
                              std::abs(points[i].second - points[i - 1].second) / height;
        return std::isfinite(length) ? length : 0.0;
    };
    double total = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i) total += step(i);
    Points kept = {points.front()};
    // A point is kept where the length passes a multiple of the gap, and before a jump that is longer than
    // the gap. There are at most total/gap of either.
    const double gap = 2.0 * total / static_cast<double>(most - 2);
    double length = 0.0, next = gap;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        length += step(i);
        if (length < next && step(i + 1) < gap) continue;
        kept.push_back(points[i]);
        while (next <= length) next += gap;
    }
    kept.push_back(points.back());
    return kept;
}

}  // namespace tamis::detail::html
