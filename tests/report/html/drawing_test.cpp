#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include "tamis/report/html/comparison.hpp"
#include "tamis/report/html/draw/chart.hpp"
#include "tamis/report/html/draw/curve.hpp"
#include "tamis/report/html/draw/heat.hpp"
#include "tests/report/html/strict_html.hpp"

namespace tamis {

using namespace detail::html;

namespace {

TEST(Coordinate, HasOneDecimal) {
    EXPECT_EQ(coordinate(1.0), "1");
    EXPECT_EQ(coordinate(1.26), "1.3");
    EXPECT_EQ(coordinate(-0.01), "0");
    EXPECT_EQ(coordinate(-2.5), "-2.5");
}

TEST(LinePath, IsInterruptedWhereThereIsNoNumber) {
    const double nan = std::nan("");
    EXPECT_EQ(line_path({{0, 1}, {2, 3}, {4, nan}, {5, 6}, {7, 8}}), "M0 1L2 3M5 6L7 8");
    EXPECT_EQ(line_path({}), "");
}

TEST(NiceTicks, AreRoundAndInside) {
    EXPECT_EQ(nice_ticks(0.0, 1.0, 5), (std::vector<double>{0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0}));
    EXPECT_EQ(nice_ticks(3.0, 97.0, 5), (std::vector<double>{20, 40, 60, 80}));
    EXPECT_EQ(nice_ticks(2.0, 2.0, 5), (std::vector<double>{2.0}));
    for (const double scale : {1e-12, 1.0, 3.7e15}) {
        const auto ticks = nice_ticks(-scale, 2.3 * scale, 6);
        EXPECT_GE(ticks.size(), 3u);
        EXPECT_LE(ticks.size(), 14u);
        for (const double tick : ticks) {
            EXPECT_GE(tick, -scale * (1 + 1e-8));
            EXPECT_LE(tick, 2.3 * scale * (1 + 1e-8));
        }
    }
}

TEST(Chart, MapsTheRangeToTheBox) {
    const Chart chart(400, 200, "t", {.range = {0.0, 10.0, false}, .label = "x"},
                      {.range = {-1.0, 1.0, false}, .label = "y"});
    EXPECT_DOUBLE_EQ(chart.x(0.0), chart.left());
    EXPECT_DOUBLE_EQ(chart.x(10.0), chart.right());
    EXPECT_DOUBLE_EQ(chart.y(-1.0), chart.bottom());
    EXPECT_DOUBLE_EQ(chart.y(1.0), chart.top());
    const Chart log(400, 200, "t", {.range = {1.0, 100.0, false}, .label = "x", .log = true},
                    {.range = {0, 1, false}, .label = "y"});
    EXPECT_NEAR(log.x(10.0), 0.5 * (log.left() + log.right()), 1e-9);
}

// No range, a single value and huge numbers still give a drawing without "nan".
TEST(Chart, DrawsDegenerateRanges) {
    for (const Range range :
         {Range{}, Range{2.0, 2.0, false}, Range{-1e308, 1e308, false}, Range{1e-300, 2e-300, false}}) {
        Chart chart(300, 200, "t", {.range = range, .label = "x"}, {.range = range, .label = "y"});
        chart.line({{range.low, range.high}}, "line");
        const std::string text = chart.svg().embedded();
        EXPECT_NO_THROW(strict::elements(text));
        EXPECT_EQ(text.find("nan"), text.npos) << text;
        EXPECT_EQ(text.find("inf"), text.npos) << text;
    }
}

// How far the drawn curve is from the true one, as a share of the height.
double largest_error(const Points& points, const Points& kept) {
    double worst = 0.0;
    std::size_t piece = 0;
    for (const auto& [x, y] : points) {
        while (piece + 2 < kept.size() && kept[piece + 1].first < x) ++piece;
        const auto& [x0, y0] = kept[piece];
        const auto& [x1, y1] = kept[piece + 1];
        worst = std::max(worst, std::abs(y0 + (y1 - y0) * (x - x0) / (x1 - x0) - y));
    }
    return worst / (points.front().second - points.back().second);
}

TEST(Thinned, KeepsTheShape) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    for (const int kind : {0, 1, 2}) {
        std::vector<double> values;
        for (int i = 0; i < 100000; ++i) {
            const double u = uniform(random);
            values.push_back(kind == 0 ? u : kind == 1 ? std::pow(u, 40.0) : (i < 3 ? 100.0 - 10.0 * i : u));
        }
        std::sort(values.rbegin(), values.rend());
        Points points;
        for (std::size_t i = 0; i < values.size(); ++i)
            points.emplace_back(static_cast<double>(i), values[i]);
        const Points kept = thinned(points);
        EXPECT_LE(kept.size(), 400u);
        EXPECT_GE(kept.size(), 100u);
        EXPECT_EQ(kept.front(), points.front());
        EXPECT_EQ(kept.back(), points.back());
        EXPECT_LT(largest_error(points, kept), 0.011) << kind;
    }
    const Points few = {{0, 1}, {1, 5}, {2, 2}};
    EXPECT_EQ(thinned(few), few);
}

TEST(LevelPaths, CoverEveryCellOnce) {
    const std::size_t rows = 7, columns = 9;
    const auto level = [](std::size_t r, std::size_t c) { return static_cast<int>((r * r + c / 2) % 4) - 1; };
    const auto paths = level_paths(rows, columns, 10.0, 20.0, 2.0, 3, level);
    std::vector<std::vector<int>> seen(rows, std::vector<int>(columns, -1));
    for (std::size_t l = 0; l < paths.size(); ++l) {
        const char* at = paths[l].c_str();
        double x = 0, y = 0, right = 0, down = 0, width = 0, height = 0, back = 0;
        int read = 0;
        char move = 0;
        while (std::sscanf(at, "%c%lf %lfh%lfv%lfh-%lfz%n", &move, &right, &down, &width, &height, &back,
                           &read) == 6) {
            EXPECT_EQ(move, at == paths[l].c_str() ? 'M' : 'm');
            x += right;
            y += down;
            EXPECT_EQ(width, back);
            EXPECT_EQ(height, 2.0);
            for (double done = 0.0; done < width; done += 2.0) {
                int& cell = seen[static_cast<std::size_t>((y - 20.0) / 2.0)]
                                [static_cast<std::size_t>((x + done - 10.0) / 2.0)];
                EXPECT_EQ(cell, -1);
                cell = static_cast<int>(l);
            }
            at += read;
        }
        EXPECT_EQ(*at, '\0');
    }
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c) EXPECT_EQ(seen[r][c], level(r, c));
}

TEST(HeatLevel, FollowsTheSign) {
    EXPECT_EQ(heat_level(-1.0), 0);
    EXPECT_EQ(heat_level(0.0), 5);
    EXPECT_EQ(heat_level(1.0), 10);
    EXPECT_EQ(heat_level(7.0), 10);
    EXPECT_EQ(heat_level(std::nan("")), -1);
}

// Two blocks that are mixed come out apart.
TEST(OrderByLikeness, PutsBlocksTogether) {
    const std::size_t count = 20;
    std::vector<std::vector<double>> likeness(count, std::vector<double>(count));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j) likeness[i][j] = i == j ? 1.0 : i % 2 == j % 2 ? 0.8 : 0.1;
    const auto order = order_by_likeness(likeness);
    EXPECT_EQ(order, order_by_likeness(likeness));
    EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), count);
    int changes = 0;
    for (std::size_t i = 1; i < count; ++i) changes += order[i] % 2 != order[i - 1] % 2;
    EXPECT_EQ(changes, 1);
    EXPECT_TRUE(order_by_likeness({}).empty());
    EXPECT_EQ(order_by_likeness({{1.0}}), std::vector<std::size_t>{0});
}

Measured ranked(std::vector<std::string> labels, const std::vector<std::pair<int, int>>& apart) {
    Measured measured;
    for (std::size_t i = 0; i < labels.size(); ++i)
        measured.ranks.push_back({labels[i], static_cast<double>(i + 1)});
    for (std::size_t i = 0; i < labels.size(); ++i)
        for (std::size_t j = i + 1; j < labels.size(); ++j) {
            const bool differ = std::find(apart.begin(), apart.end(),
                                          std::pair(static_cast<int>(i), static_cast<int>(j))) != apart.end();
            measured.tests.push_back({labels[i], labels[j], 10, differ ? 0.01 : 0.9});
        }
    return measured;
}

TEST(GroupsAlike, AreTheLargestRunsWithoutADifference) {
    using Groups = std::vector<std::pair<std::size_t, std::size_t>>;
    EXPECT_EQ(groups_alike(ranked({"a", "b", "c", "d"}, {})), (Groups{{0, 3}}));
    EXPECT_EQ(groups_alike(ranked({"a", "b", "c", "d"}, {{0, 3}})), (Groups{{0, 2}, {1, 3}}));
    EXPECT_EQ(groups_alike(ranked({"a", "b", "c"}, {{0, 1}, {0, 2}, {1, 2}})), Groups{});
    EXPECT_EQ(groups_alike(ranked({"a", "b", "c", "d"}, {{0, 2}, {0, 3}, {1, 2}, {1, 3}})),
              (Groups{{0, 1}, {2, 3}}));
}

}  // namespace

}  // namespace tamis
