#include "tamis/graph/shards/near_lists.hpp"

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void damaged_lists() { throw Error("an answer with neighbors is damaged"); }

}  // namespace

NearLists near_lists_of(const NearestLists& lists) {
    NearLists near;
    std::size_t all = 0;
    for (Index i = 0; i < lists.lists(); ++i) all += at(lists.count(i));
    near.found.reserve(at(lists.lists()));
    near.index.reserve(all);
    near.distances.reserve(all);
    for (Index i = 0; i < lists.lists(); ++i) {
        const std::span<const double> away = lists.distances_of(i);
        near.found.push_back(static_cast<Small>(lists.count(i)));
        near.index.insert(near.index.end(), lists.of(i).begin(), lists.of(i).end());
        near.distances.insert(near.distances.end(), away.begin(), away.end());
    }
    return near;
}

void take_near(const NearLists& near, std::span<const Index> numbers, NearestLists& lists) {
    if (near.found.size() != numbers.size() || near.index.size() != near.distances.size()) damaged_lists();
    std::size_t place = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (near.found[i] < 0) damaged_lists();
        for (Index left = near.found[i]; left > 0; --left, ++place) {
            if (place == near.index.size()) damaged_lists();
            const Index other = near.index[place];
            if (other < 0 || at(other) >= numbers.size() || at(other) == i) damaged_lists();
            lists.insert(numbers[i], static_cast<Small>(numbers[at(other)]), near.distances[place]);
        }
    }
    if (place != near.index.size()) damaged_lists();
}

}  // namespace tamis::detail
