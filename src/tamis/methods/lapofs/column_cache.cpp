#include "tamis/methods/lapofs/column_cache.hpp"

namespace tamis {

ColumnCache::ColumnCache(Index features)
    : features_(features),
      entries_(static_cast<std::size_t>(std::min(capacity, features))),
      place_(static_cast<std::size_t>(features), Small{-1}),
      columns_(DenseMatrix::uninitialized(std::min(capacity, features), features)) {}

const ColumnCache::Entry* ColumnCache::find(Index feature) const {
    const Small place = place_[static_cast<std::size_t>(feature)];
    return place < 0 ? nullptr : &entries_[static_cast<std::size_t>(place)];
}

const double* ColumnCache::column(const Entry& entry) const { return columns_.row(&entry - entries_.data()); }

void ColumnCache::drop(Index feature) {
    Small& place = place_[static_cast<std::size_t>(feature)];
    if (place < 0) return;
    entries_[static_cast<std::size_t>(place)].feature = -1;
    place = -1;
}

void ColumnCache::clear() {
    for (const Entry& entry : entries_)
        if (entry.feature >= 0) drop(entry.feature);
}

void ColumnCache::store(std::span<const Entry> entries, const double* columns,
                        std::span<const double> merit) {
    for (const Entry& entry : entries) drop(entry.feature);
    std::vector<std::size_t> order(entries_.size());  // empty places first, then those that are worth least
    for (std::size_t p = 0; p < order.size(); ++p) order[p] = p;
    const auto value = [&](std::size_t p) { return merit[static_cast<std::size_t>(entries_[p].feature)]; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const bool empty_a = entries_[a].feature < 0, empty_b = entries_[b].feature < 0;
        if (empty_a || empty_b) return empty_a && !empty_b;
        return value(a) < value(b);
    });
    for (std::size_t c = 0; c < entries.size(); ++c) {
        const std::size_t p = order[c];
        if (entries_[p].feature >= 0) drop(entries_[p].feature);
        entries_[p] = entries[c];
        place_[static_cast<std::size_t>(entries[c].feature)] = static_cast<Small>(p);
        std::copy_n(columns + static_cast<Index>(c) * features_, features_,
                    columns_.row(static_cast<Index>(p)));
    }
}

}  // namespace tamis
