#include "tamis/core/shards/known_rows.hpp"

#include <algorithm>

namespace tamis::detail {

std::optional<Matrix> KnownRows::take(std::span<const Index> rows) const {
    if (rows_.empty()) return std::nullopt;
    std::vector<Index> places;
    places.reserve(rows.size());
    for (const Index row : rows) {
        const auto found = std::lower_bound(rows_.begin(), rows_.end(), row);
        if (found == rows_.end() || *found != row) return std::nullopt;
        places.push_back(found - rows_.begin());
    }
    return take_rows(cells_, places);
}

}  // namespace tamis::detail
