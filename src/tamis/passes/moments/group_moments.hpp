// Counts, sums and sums of squares per group of samples and feature, in one pass over the data.
//
// Sums are taken about the group's first sample: a column that is constant within a group has a scatter of
// exactly 0, and a large mean does not cancel. If the first sample is far off (its distance dominates the
// scatter) the column is summed once more about the mean. Sparse data are never densified; their sums are
// about 0 if a column is not full.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/core/shards/known_sums.hpp"

namespace tamis::detail {

struct Grouping {
    std::span<const int> group_of;  // per sample: 0 … groups-1, negative: takes no part
    Index groups = 1;
    std::span<const double> weights = {};  // per sample, positive if it takes part; empty = 1 each
};

// Per group: the number of samples, or the sum of their weights.
std::vector<double> group_weights(const Grouping& grouping);

struct GroupMoments : GroupSums {
    GroupMoments() = default;
    explicit GroupMoments(GroupSums sums) : GroupSums(std::move(sums)) {}

    std::vector<char> constant;  // per feature: max == min over all samples that take part

    double mean(Index group, Index feature) const;
    // Σ w(x - mean)² of one group, never negative.
    double scatter(Index group, Index feature) const;
    // The mean of each group minus the mean of all, for one feature; 0 for an empty group. A large common
    // mean does not cancel.
    void centered_means(Index feature, std::span<double> means) const;
};

// Throws Error naming the cell if x holds a value that is not finite or too large to be squared. Sums that
// came with the survey of shards are not taken again.
GroupMoments group_moments(const Rows& x, const Grouping& grouping, const Context& context = {});

// The same in steps, for a pass that takes the sums along with something else: `start_moments` gives the
// weights and what the sums are to be taken about, all sums still 0; then `sum` and `square` are filled;
// `finish_moments` finds the constant features, and sums once more if the first sample was far off, which
// `sum_again_if_far_off` does alone. It throws as `group_moments` does.
GroupMoments start_moments(const Rows& x, const Grouping& grouping);
void sum_again_if_far_off(const Rows& x, const Grouping& grouping, GroupMoments& moments,
                          const Context& context);
void finish_moments(const Rows& x, const Grouping& grouping, GroupMoments& moments, const Context& context);

// Scatter between the group means and within the groups, per feature (eq. 10 and 11 of nie2008).
struct Scatter {
    std::vector<double> between;
    std::vector<double> within;
    std::vector<char> constant;
};

Scatter group_scatter(const GroupMoments& moments);

// The scatter of labeled data; samples without a label take no part.
Scatter class_scatter(const Rows& x, const Labels& labels, const Context& context = {});

}  // namespace tamis::detail
