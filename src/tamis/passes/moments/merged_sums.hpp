// Sums of groups of samples put together from those of parts: the pairwise formulas of Chan, Golub and
// LeVeque. The result is the same to rounding whatever was merged before; it has the same bits if the same
// sums are merged in the same order.
#pragma once

#include "tamis/core/shards/known_sums.hpp"

namespace tamis::detail {

// Throws Error unless sums that came from elsewhere are of so many groups and features.
void require_shape(const GroupSums& sums, Index groups, Index features);

// Sums without samples.
GroupSums no_sums(Index groups, Index features);

// The same sums about the means, so that those of a group of several samples hold none of them.
GroupSums about_means(const GroupSums& sums);

// Those of the samples of both: of the same features, group by group.
GroupSums merged(const GroupSums& one, const GroupSums& other);

// All groups as one.
GroupSums pooled(const GroupSums& sums);

}  // namespace tamis::detail
