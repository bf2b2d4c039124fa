// The lowest and the highest of some whole numbers.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <utility>

namespace tamis::detail {

// Both 0 if there are none.
template <std::integral T>
std::pair<T, T> range_of(std::span<const T> numbers) {
    if (numbers.empty()) return {0, 0};
    // Several at a time that do not wait for each other.
    constexpr std::size_t lanes = 4;
    std::array<T, lanes> low, high;
    low.fill(numbers.front());
    high.fill(numbers.front());
    std::size_t i = 0;
    for (; i + lanes <= numbers.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const T number = numbers[i + lane];
            low[lane] = number < low[lane] ? number : low[lane];
            high[lane] = number > high[lane] ? number : high[lane];
        }
    for (; i < numbers.size(); ++i) {
        low[0] = std::min(low[0], numbers[i]);
        high[0] = std::max(high[0], numbers[i]);
    }
    return {*std::min_element(low.begin(), low.end()), *std::max_element(high.begin(), high.end())};
}

}  // namespace tamis::detail
