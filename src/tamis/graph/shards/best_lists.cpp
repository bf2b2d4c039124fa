#include "tamis/graph/shards/best_lists.hpp"

#include <algorithm>
#include <limits>

#include "tamis/core/error.hpp"

namespace tamis::detail {

BestLists::BestLists(Index lists, Index k)
    : k_(k),
      index_(at(lists * k)),
      found_(at(lists)),
      distances_(at(lists * k)),
      merged_index_(at(k)),
      merged_distances_(at(k)) {}

BestLists::BestLists(std::vector<double> caps, Index k) : BestLists(static_cast<Index>(caps.size()), k) {
    caps_ = std::move(caps);
}

double BestLists::cap(Index list) const {
    const double given = caps_.empty() ? std::numeric_limits<double>::infinity() : caps_[at(list)];
    return found_[at(list)] < k_ ? given : std::min(given, distances_[at(list * k_ + k_ - 1)]);
}

void BestLists::offer(Index list, std::span<const Small> index, std::span<const double> distances) {
    Small* const old_index = index_.data() + list * k_;
    double* const old_distances = distances_.data() + list * k_;
    const std::size_t old = at(found_[at(list)]), room = at(k_);
    std::size_t a = 0, b = 0, used = 0;
    for (; used < room && (a < old || b < index.size()); ++used) {
        const bool keep =
            b == index.size() || (a < old && (old_distances[a] < distances[b] ||
                                              (old_distances[a] == distances[b] && old_index[a] < index[b])));
        merged_index_[used] = keep ? old_index[a] : index[b];
        merged_distances_[used] = keep ? old_distances[a] : distances[b];
        ++(keep ? a : b);
    }
    std::copy_n(merged_index_.begin(), used, old_index);
    std::copy_n(merged_distances_.begin(), used, old_distances);
    found_[at(list)] = static_cast<Small>(used);
}

void BestLists::offer(std::span<const RowStretch> rows, Index per_row, const NearLists& lists) {
    const auto damaged = [] { throw Error("an answer with neighbors is damaged"); };
    if (static_cast<Index>(lists.found.size()) != rows_of(rows) * per_row ||
        lists.index.size() != lists.distances.size())
        damaged();
    std::size_t place = 0;
    auto found = lists.found.begin();
    for (const RowStretch& some : rows)
        for (Index list = some.number * per_row; list < some.number_end() * per_row; ++list, ++found) {
            if (*found < 0 || place + at(*found) > lists.index.size()) damaged();
            offer(list, std::span(lists.index).subspan(place, at(*found)),
                  std::span(lists.distances).subspan(place, at(*found)));
            place += at(*found);
        }
}

NearLists BestLists::some(Index first, Index count) const {
    NearLists lists;
    for (Index l = first; l < first + count; ++l) {
        lists.found.push_back(found_[at(l)]);
        lists.index.insert(lists.index.end(), of(l).begin(), of(l).end());
        lists.distances.insert(lists.distances.end(), distances_of(l).begin(), distances_of(l).end());
    }
    return lists;
}

}  // namespace tamis::detail
