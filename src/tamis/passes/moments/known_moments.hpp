// Moments that are all that is known of some data: they can be kept in a file, merged with those of other
// samples, and are enough for the methods of methods/from_moments.
//
// Squares of very small numbers are none. So the moments of a column whose largest magnitude is below 2^-128
// are those of the column times a power of two, as WorkingUnit and ColumnUnits do with data at hand.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/passes/column_ranges.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail {

struct KnownMoments {
    GroupMoments moments;       // of column j times 2^exponent[j]
    ColumnRanges ranges;        // of the columns as they are; low is +inf and high -inf without samples
    std::vector<int> exponent;  // per column; follows from the ranges (`unit_exponent`)

    Index features() const { return moments.features(); }
    Index groups() const { return moments.groups(); }
    double samples() const;  // of all groups
    // The power of two that makes the largest cell of all of order 1 if that is below 2^-128; otherwise 0.
    int common_exponent() const;
    // The moments of every column times 2^of[j].
    GroupMoments in_units(std::vector<int> of) const;
    GroupMoments in_unit(int of) const { return in_units(std::vector<int>(exponent.size(), of)); }
};

// 0 for an ordinary magnitude, otherwise the power of two that brings it between 1 and 2.
int unit_exponent(double largest);

// Moments without samples.
KnownMoments no_moments(Index groups, Index features);

// Sums are about the means, so that the moments of a group of several samples hold none of them. Every sample
// must be in a group. Throws Error naming the cell if x holds a value that is not finite or too large to be
// squared.
KnownMoments known_moments(const Rows& x, const Grouping& grouping, const Context& context = {});

// The moments of the samples of both: of the same features, group by group, as in merged_sums.hpp.
KnownMoments merged(const KnownMoments& one, const KnownMoments& other);

// All groups as one.
KnownMoments pooled(const KnownMoments& known);

}  // namespace tamis::detail
