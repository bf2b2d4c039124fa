// Sums over groups of rows, and those of shards that came along with a round, so that nobody has to ask for
// them.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

struct GroupSums {
    std::vector<double> weight;  // per group: the number of samples, or the sum of their weights
    DenseMatrix shift;           // groups × features: what the sums are taken about
    DenseMatrix sum;             // Σ w(x - shift)
    DenseMatrix square;          // Σ w(x - shift)²

    Index groups() const { return shift.rows(); }
    Index features() const { return shift.cols(); }

    template <class Archive>
    void fields(Archive& archive) {
        archive(weight, shift, sum, square);
    }
};

class KnownSums {
  public:
    KnownSums() = default;
    // `group_of` as in Grouping, or nothing if all rows are one group; no weights. `constant`: per feature,
    // whether all rows have the same value.
    KnownSums(Index rows, std::vector<int> group_of, GroupSums sums, std::vector<char> constant)
        : rows_(rows),
          group_of_(std::move(group_of)),
          sums_(std::move(sums)),
          constant_(std::move(constant)) {}

    // Those of these groups if they are known, otherwise null.
    const GroupSums* of(std::span<const int> group_of, Index groups) const {
        const bool same = groups == sums_.groups() && static_cast<Index>(group_of.size()) == rows_ &&
                          (group_of_.empty() ? all_one(group_of) : std::ranges::equal(group_of, group_of_));
        return same ? &sums_ : nullptr;
    }
    // Whether there are some, and every row is in one of the groups.
    bool all_rows() const {
        const double rows = std::accumulate(sums_.weight.begin(), sums_.weight.end(), 0.0);
        return rows > 0.0 && rows == static_cast<double>(rows_);
    }
    const GroupSums& sums() const { return sums_; }
    const std::vector<char>& constant() const { return constant_; }

    // Whether all rows are in the first group.
    static bool all_one(std::span<const int> group_of) {
        return std::ranges::all_of(group_of, [](int group) { return group == 0; });
    }

  private:
    Index rows_ = 0;
    std::vector<int> group_of_;
    GroupSums sums_;
    std::vector<char> constant_;
};

}  // namespace tamis::detail
