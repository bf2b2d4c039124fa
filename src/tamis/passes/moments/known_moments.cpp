#include "tamis/passes/moments/known_moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tamis/passes/moments/merged_sums.hpp"
#include "tamis/passes/unit/column_units.hpp"

namespace tamis::detail {

namespace {

constexpr double smallest_ordinary = 0x1p-128;

double magnitude_of(const ColumnRanges& ranges, std::size_t j) {
    return std::max(std::abs(ranges.low[j]), std::abs(ranges.high[j]));
}

void set_exponents(KnownMoments& known) {
    known.exponent.resize(at(known.features()));
    for (std::size_t j = 0; j < known.exponent.size(); ++j)
        known.exponent[j] = unit_exponent(magnitude_of(known.ranges, j));
    known.moments.constant = known.ranges.constants();
}

}  // namespace

int unit_exponent(double largest) {
    return largest > 0.0 && largest < smallest_ordinary ? -std::ilogb(largest) : 0;
}

double KnownMoments::samples() const {
    return std::accumulate(moments.weight.begin(), moments.weight.end(), 0.0);
}

int KnownMoments::common_exponent() const {
    double largest = 0.0;
    for (std::size_t j = 0; j < exponent.size(); ++j) largest = std::max(largest, magnitude_of(ranges, j));
    return unit_exponent(largest);
}

GroupMoments KnownMoments::in_units(std::vector<int> of) const {
    GroupMoments changed = moments;
    for (std::size_t j = 0; j < of.size(); ++j) of[j] -= exponent[j];
    for (Index g = 0; g < groups(); ++g)
        for (Index j = 0; j < features(); ++j) {
            const int by = of[at(j)];
            if (by == 0) continue;
            changed.shift(g, j) = std::ldexp(changed.shift(g, j), by);
            changed.sum(g, j) = std::ldexp(changed.sum(g, j), by);
            changed.square(g, j) = std::ldexp(changed.square(g, j), 2 * by);
        }
    return changed;
}

KnownMoments no_moments(Index groups, Index features) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    KnownMoments known;
    known.moments = GroupMoments(no_sums(groups, features));
    known.ranges = {std::vector<double>(at(features), infinite),
                    std::vector<double>(at(features), -infinite)};
    set_exponents(known);
    return known;
}

KnownMoments known_moments(const Rows& x, const Grouping& grouping, const Context& context) {
    if (x.rows() == 0) return no_moments(grouping.groups, x.cols());
    KnownMoments known;
    known.ranges = column_ranges(x, context);
    known.moments.shift = DenseMatrix(grouping.groups, x.cols());  // for the number of features
    set_exponents(known);
    const auto units = ColumnUnits::with(x, known.exponent, context);
    known.moments = group_moments(units ? units->x() : x, grouping, context);
    known.moments = GroupMoments(about_means(known.moments));
    known.moments.constant = known.ranges.constants();
    return known;
}

KnownMoments merged(const KnownMoments& one, const KnownMoments& other) {
    KnownMoments all = no_moments(one.groups(), one.features());
    for (std::size_t j = 0; j < all.exponent.size(); ++j) {
        all.ranges.low[j] = std::min(one.ranges.low[j], other.ranges.low[j]);
        all.ranges.high[j] = std::max(one.ranges.high[j], other.ranges.high[j]);
    }
    set_exponents(all);
    all.moments = GroupMoments(merged(one.in_units(all.exponent), other.in_units(all.exponent)));
    all.moments.constant = all.ranges.constants();
    return all;
}

KnownMoments pooled(const KnownMoments& known) {
    KnownMoments one = known;
    one.moments = GroupMoments(pooled(known.moments));
    one.moments.constant = known.moments.constant;
    return one;
}

}  // namespace tamis::detail
