#include "tamis/report/html/draw/heat.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::detail::html {

std::vector<std::string> level_paths(std::size_t rows, std::size_t columns, double left, double top,
                                     double cell, std::size_t levels,
                                     const std::function<int(std::size_t, std::size_t)>& level) {
    std::vector<std::string> paths(levels);
    std::vector<std::pair<double, double>> last(levels);  // where the last piece of each path begins
    const std::string side = coordinate(cell);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns;) {
            const int own = level(r, c);
            std::size_t end = c + 1;
            while (end < columns && level(r, end) == own) ++end;
            if (own >= 0) {
                std::string& path = paths[static_cast<std::size_t>(own)];
                auto& [last_x, last_y] = last[static_cast<std::size_t>(own)];
                const double x = left + cell * static_cast<double>(c),
                             y = top + cell * static_cast<double>(r);
                const std::string length = coordinate(cell * static_cast<double>(end - c));
                path += (path.empty() ? "M" : "m") + coordinate(x - last_x) + " " + coordinate(y - last_y) +
                        "h" + length + "v" + side + "h-" + length + "z";
                last_x = x;
                last_y = y;
            }
            c = end;
        }
    return paths;
}

int heat_level(double value) {
    if (std::isnan(value)) return -1;
    return static_cast<int>(std::lround(5.0 * std::clamp(value, -1.0, 1.0))) + 5;
}

namespace {

struct Group {
    std::vector<std::size_t> members;
};

// The two groups in a row so that the members that meet are as alike as possible.
Group joined(Group a, Group b, const std::vector<std::vector<double>>& likeness) {
    const auto meet = [&](std::size_t x, std::size_t y) { return likeness[x][y]; };
    const double ends[4] = {
        meet(a.members.back(), b.members.front()), meet(a.members.back(), b.members.back()),
        meet(a.members.front(), b.members.front()), meet(a.members.front(), b.members.back())};
    const std::size_t best = static_cast<std::size_t>(std::max_element(ends, ends + 4) - ends);
    if (best >= 2) std::reverse(a.members.begin(), a.members.end());
    if (best % 2 == 1) std::reverse(b.members.begin(), b.members.end());
    a.members.insert(a.members.end(), b.members.begin(), b.members.end());
    return a;
}

}  // namespace

std::vector<std::size_t> order_by_likeness(const std::vector<std::vector<double>>& likeness) {
    const std::size_t count = likeness.size();
    std::vector<Group> groups(count);
    for (std::size_t i = 0; i < count; ++i) groups[i].members = {i};
    std::vector<std::vector<double>> mean =
        likeness;  // between groups, averaged over the pairs of their members
    std::vector<bool> gone(count, false);
    for (std::size_t merges = 0; merges + 1 < count; ++merges) {
        std::size_t a = count, b = count;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = i + 1; j < count && !gone[i]; ++j)
                if (!gone[j] && (a == count || mean[i][j] > mean[a][b])) {
                    a = i;
                    b = j;
                }
        const double of_a = static_cast<double>(groups[a].members.size()),
                     of_b = static_cast<double>(groups[b].members.size());
        for (std::size_t i = 0; i < count; ++i) {
            if (gone[i] || i == a || i == b) continue;
            mean[i][a] = mean[a][i] = (of_a * mean[a][i] + of_b * mean[b][i]) / (of_a + of_b);
        }
        groups[a] = joined(std::move(groups[a]), std::move(groups[b]), likeness);
        gone[b] = true;
    }
    return count == 0 ? std::vector<std::size_t>() : groups.front().members;
}

}  // namespace tamis::detail::html
