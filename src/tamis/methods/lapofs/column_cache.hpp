// Columns of K that were computed ahead of their use: the best candidates of one step are mostly selected in
// the steps that follow, and a block of columns costs one pass over the data like a single one.
// A row of the cache is such a column, or what a method made of it: one or more parts of one number per
// feature.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

class ColumnCache {
  public:
    static constexpr Index block = 16;  // measured: 300 selections then need 20 to 35 passes
    static constexpr Index capacity = 6 * block;

    ColumnCache(Index features, Index parts);

    struct Row {
        const double* data;  // its parts one after the other; null if the row is not there
        Index base;          // what the method stored with it
    };
    Row find(Index feature) const;
    bool has(Index feature) const { return find(feature).data != nullptr; }

    // At most `block` rows: `rows` has the first part of all of them, then the second. If the cache is
    // full, the rows whose features have the lowest merit (one number per feature) go.
    void store(std::span<const Index> features, const DenseMatrix& rows, Index base,
               std::span<const double> merit);
    void drop(Index feature);

  private:
    Index parts_;
    std::vector<Index> held_;   // per row: its feature, or -1
    std::vector<Index> base_;   // per row
    std::vector<Small> place_;  // per feature: its row, or -1
    DenseMatrix rows_;
};

// The `count` features with the largest merit among those with wanted(f), best first, lower index first among
// equals.
template <class Wanted>
std::vector<Index> best_features(std::span<const double> merit, Index count, Wanted&& wanted) {
    std::vector<Index> all;
    for (Index f = 0; f < static_cast<Index>(merit.size()); ++f)
        if (wanted(f)) all.push_back(f);
    const auto before = [&](Index a, Index b) {
        const double left = merit[at(a)], right = merit[at(b)];
        return left != right ? left > right : a < b;
    };
    const auto kept = std::min<std::size_t>(all.size(), at(count));
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(), before);
    all.resize(kept);
    return all;
}

}  // namespace tamis::detail
