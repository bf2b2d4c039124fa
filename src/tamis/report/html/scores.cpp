#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/preprocess/cells.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/draw/chart.hpp"
#include "tamis/report/html/draw/curve.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

constexpr double width = 760.0, height = 300.0;
constexpr std::size_t most_marks = 200;

Section weight_curve(const Result& result) {
    Section section("scores", "All feature weights");
    std::vector<double> weights = per_feature(result, result.root["feature_weights"], "feature_weights");
    std::erase_if(weights, [](double value) { return !std::isfinite(value); });
    if (weights.empty()) return section;
    std::sort(weights.rbegin(), weights.rend());
    Points points;
    Range range;
    range.show(0.0);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        points.emplace_back(static_cast<double>(i + 1), weights[i]);
        range.show(weights[i]);
    }
    Chart chart(width, height, "Lengths of the rows of the projection, largest first",
                {.range = {1.0, static_cast<double>(points.size()), false},
                 .label = "feature, by weight",
                 .whole = true},
                {.range = range, .label = "weight"});
    chart.line(thinned(points), "line chosen");
    section.figure("weights", "scores", chart.svg(),
                   "Length of every feature's row in the matrix of the projection, largest first.");
    const std::vector<double> trace =
        result.root["objective"] ? result.root["objective"]["trace"].numbers() : std::vector<double>();
    if (trace.size() < 2) return section;
    Points steps;
    Range values;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        steps.emplace_back(static_cast<double>(i), trace[i]);
        values.show(trace[i]);
    }
    Chart curve(
        width, 240.0, "The objective over the iterations",
        {.range = {0.0, static_cast<double>(trace.size() - 1), false}, .label = "iteration", .whole = true},
        {.range = values.widened(0.05), .label = shortened(result.root["objective"]["name"].text(), 30)});
    curve.line(thinned(steps), "line chosen");
    section.figure("objective", "", curve.svg(), "What the method optimizes, over its iterations.");
    return section;
}

// Where each chosen feature is on the curve.
void add_marks(Chart& chart, const Result& result, const std::vector<Index>& order, const Points& points) {
    const std::vector<bool> chosen = result.chosen();
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < points.size() && drawn < most_marks; ++i)
        if (chosen[at(order[i])]) {
            chart.svg().mark(chart.x(points[i].first), chart.y(points[i].second), 0, "chosen", 2.6);
            ++drawn;
        }
}

std::string caption(const Result& result, std::size_t without, bool cut) {
    const bool smaller = result.smaller_is_better && !result.raw_scores.empty();
    std::string text =
        fmt::format("The {} of all {}, best first. ", smaller ? "scores (smaller is better)" : "scores",
                    counted(result.features, "feature"));
    text += cut ? "The dashed line is the cut: chosen to its left, left out to its right. "
                : "Dots are chosen features: the method judges sets, so they need not have the best single "
                  "scores. ";
    if (without > 0)
        text += counted(static_cast<Index>(without), "feature") + " without a finite score " +
                (without == 1 ? "is" : "are") + " not drawn. ";
    return text;
}

}  // namespace

Section scores_part(const Result& result) {
    if (result.kind == ResultKind::projection) return weight_curve(result);
    Section section("scores", "All scores");
    if (result.kind != ResultKind::selection) return section;
    if (result.scores.empty()) {
        section.note("This method gives no score to single features: it judges whole sets.");
        return section;
    }
    const std::vector<double>& shown = result.shown_scores();
    std::vector<Index> order = result.by_score();
    const std::size_t all = order.size();
    std::erase_if(order, [&](Index j) { return !std::isfinite(shown[at(j)]); });
    if (order.empty()) {
        section.note("No feature has a finite score: there is nothing to draw.");
        return section;
    }
    Points points;
    Range range;
    for (std::size_t i = 0; i < order.size(); ++i) {
        points.emplace_back(static_cast<double>(i + 1), shown[at(order[i])]);
        range.show(points.back().second);
    }
    Chart chart(width, height, "Scores of all features, best first",
                {.range = {1.0, static_cast<double>(std::max<std::size_t>(2, points.size())), false},
                 .label = "feature, by score",
                 .whole = true},
                {.range = range.widened(0.04), .label = "score"});
    const bool cut = result.chose_the_best() && result.selected.size() < all;
    const std::size_t k = result.selected.size();
    chart.line(thinned(points), "line dropped");
    if (cut && k <= points.size())
        chart.line(thinned(Points(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(k))),
                   "line chosen");
    add_marks(chart, result, order, points);
    if (cut) {
        const double x = chart.x(static_cast<double>(k) + 0.5);
        chart.svg().line(x, chart.top(), x, chart.bottom(), "cut");
        const bool right = x < 0.7 * width;
        chart.svg().text(right ? x + 6.0 : x - 6.0, chart.top() + 10.0, fmt::format("{} chosen", k), "cut",
                         right ? "start" : "end");
    }
    section.figure("scores", "scores", chart.svg(), html_text(caption(result, all - order.size(), cut)));
    return section;
}

}  // namespace tamis::detail::html
