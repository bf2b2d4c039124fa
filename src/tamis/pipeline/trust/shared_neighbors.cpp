#include "tamis/pipeline/trust/shared_neighbors.hpp"

#include <algorithm>

namespace tamis::detail {

SharedNeighbors::SharedNeighbors(const MatrixView& x, Index count, Metric metric, const Context& context)
    : count_(count),
      samples_(x, metric, context),
      lists_(find_neighbors(x, std::min(x.rows() - 1, 4 * count + 12), metric, Search::exact, context)) {}

Neighbors SharedNeighbors::among(std::span<const Index> rows) const {
    const auto size = static_cast<Index>(rows.size());
    std::vector<Small> place(at(lists_.samples), -1);
    for (Index i = 0; i < size; ++i) place[at(rows[at(i)])] = static_cast<Small>(i);
    Neighbors found;
    found.samples = size;
    found.count = std::min(count_, size - 1);
    found.index.resize(at(size * found.count));
    found.squared_distances.resize(found.index.size());
    for (Index i = 0; i < size; ++i) {
        const std::span<const Small> list = lists_.of(rows[at(i)]);
        const std::span<const double> distances = lists_.distances_of(rows[at(i)]);
        Index taken = 0;
        for (std::size_t p = 0; p < list.size() && taken < found.count; ++p) {
            if (place[at(list[p])] < 0) continue;
            found.index[at(i * found.count + taken)] = place[at(list[p])];
            found.squared_distances[at(i * found.count + taken++)] = distances[p];
        }
        if (taken < found.count) search(rows, i, found);
    }
    return found;
}

void SharedNeighbors::search(std::span<const Index> rows, Index place, Neighbors& found) const {
    std::vector<std::pair<double, Small>> others;
    for (std::size_t p = 0; p < rows.size(); ++p)
        if (static_cast<Index>(p) != place)
            others.emplace_back(samples_.squared_distance(rows[at(place)], rows[p]), static_cast<Small>(p));
    std::partial_sort(others.begin(), others.begin() + found.count, others.end());
    for (Index n = 0; n < found.count; ++n) {
        found.squared_distances[at(place * found.count + n)] = others[at(n)].first;
        found.index[at(place * found.count + n)] = others[at(n)].second;
    }
}

}  // namespace tamis::detail
