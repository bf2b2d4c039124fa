// Small problems with included and excluded features, and all the sets that these leave.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "tamis/core/choice/fixed_features.hpp"
#include "tests/support/random_data.hpp"

namespace tamis::testing {

struct Problem {
    DenseMatrix x;
    Labels labels;
};

inline Problem problem(Index samples, Index features, std::uint64_t seed) {
    Problem made{random_matrix(samples, features, seed), random_labels(samples, 3, seed)};
    for (Index i = 0; i < samples; ++i)
        for (Index j = 0; j < features; j += 2)
            made.x(i, j) += 0.5 * static_cast<double>(j % 5) * made.labels.of[at(i)];
    return made;
}

// Calls visit(set) for all sets of k features that begin with the included ones and have no excluded one.
inline void for_each_set(Index k, const FixedFeatures& fixed, Index features,
                         const std::function<void(const std::vector<Index>&)>& visit) {
    const std::vector<Index> columns = arranged_columns(fixed, features);
    std::vector<Index> set = fixed.include;
    const std::function<void(std::size_t)> extend = [&](std::size_t next) {
        if (static_cast<Index>(set.size()) == k) return visit(set);
        for (std::size_t c = next; c < columns.size(); ++c) {
            set.push_back(columns[c]);
            extend(c + 1);
            set.pop_back();
        }
    };
    extend(fixed.include.size());
}

inline std::vector<Index> sorted(std::vector<Index> list) {
    std::sort(list.begin(), list.end());
    return list;
}

}  // namespace tamis::testing
