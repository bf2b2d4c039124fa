// Numbers that come more than once.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace tamis::detail {

// Adds the numbers that come more than once to `repeated`, perhaps several times, and perhaps a 0 that comes
// once. Most of them come once and are spread evenly, as hashes are: then a table of those seen costs much
// less than sorting them all. `seen` is the table, kept by the caller for the next call.
template <class Number>
void add_repeated(std::span<const Number> numbers, std::vector<Number>& seen, std::vector<Number>& repeated) {
    constexpr Number nothing = 0;
    // A table that fits in the first-level cache may be roomy: two numbers rarely want the same place.
    constexpr std::size_t few = 512;
    const std::size_t room = numbers.size() <= few ? 6 : 2;
    const std::size_t size = std::bit_ceil(room * numbers.size() + 1), last = size - 1;
    seen.assign(size, nothing);
    for (const Number number : numbers) {
        std::size_t place = number & last;
        while (seen[place] != nothing && seen[place] != number) place = (place + 1) & last;
        if (seen[place] == number) repeated.push_back(number);
        seen[place] = number;
    }
}

}  // namespace tamis::detail
