#include "tamis/methods/lapofs/column_cache.hpp"

#include <numeric>

namespace tamis::detail {

ColumnCache::ColumnCache(Index features, Index parts)
    : parts_(parts),
      held_(at(std::min(capacity, features)), Index{-1}),
      place_(at(features), Small{-1}),
      rows_(DenseMatrix::uninitialized(std::min(capacity, features), parts * features)) {
    base_.resize(held_.size());
}

ColumnCache::Row ColumnCache::find(Index feature) const {
    const Small place = place_[at(feature)];
    if (place < 0) return {nullptr, 0};
    return {rows_.row(place), base_[at(place)]};
}

void ColumnCache::drop(Index feature) {
    Small& place = place_[at(feature)];
    if (place < 0) return;
    held_[at(place)] = -1;
    place = -1;
}

void ColumnCache::store(std::span<const Index> features, const DenseMatrix& rows, Index base,
                        std::span<const double> merit) {
    std::vector<std::size_t> order(held_.size());  // empty rows first, then those that are worth least
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const Index left = held_[a], right = held_[b];
        if (left < 0 || right < 0) return left < 0 && right >= 0;
        return merit[at(left)] < merit[at(right)];
    });
    for (std::size_t c = 0; c < features.size(); ++c) {
        const std::size_t row = order[c];
        if (held_[row] >= 0) drop(held_[row]);
        held_[row] = features[c];
        place_[at(features[c])] = static_cast<Small>(row);
        base_[row] = base;
        for (Index part = 0; part < parts_; ++part)
            std::copy_n(rows.row(part * static_cast<Index>(features.size()) + static_cast<Index>(c)),
                        rows.cols(), rows_.row(static_cast<Index>(row)) + part * rows.cols());
    }
}

}  // namespace tamis::detail
