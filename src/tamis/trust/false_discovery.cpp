#include "tamis/trust/false_discovery.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace tamis::detail {

std::vector<double> q_values(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return p[a] != p[b] ? p[a] < p[b] : a < b; });
    std::vector<double> q(p.size());
    const auto all = static_cast<double>(p.size());
    double smallest = 1.0;
    for (std::size_t place = order.size(); place > 0; --place) {
        smallest = std::min(smallest, all * p[order[place - 1]] / static_cast<double>(place));
        q[order[place - 1]] = smallest;
    }
    return q;
}

}  // namespace tamis::detail
