#include "tamis/passes/moments/known_moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tamis/passes/unit/column_units.hpp"

namespace tamis::detail {

namespace {

constexpr double smallest_ordinary = 0x1p-128;

// Moments of one group in one column.
struct CellMoments {
    double weight, shift, sum, square;

    double scatter() const { return std::max(0.0, square - sum * (sum / weight)); }
};

CellMoments cell_of(const GroupMoments& moments, Index group, Index j) {
    return {moments.weight[at(group)], moments.shift(group, j), moments.sum(group, j),
            moments.square(group, j)};
}

void set_cell(GroupMoments& moments, Index group, Index j, const CellMoments& cell) {
    moments.shift(group, j) = cell.shift;
    moments.sum(group, j) = cell.sum;
    moments.square(group, j) = cell.square;
}

// The same moments about the mean: `offset` is the mean minus the shift. What rounding the mean leaves over,
// found exactly, stays in the sum.
CellMoments about_mean(double weight, double shift, double offset, double scatter) {
    const double mean = shift + offset;
    const double added = mean - shift;
    const double rest = (shift - (mean - added)) + (offset - added);
    return {weight, mean, weight * rest, scatter + weight * rest * rest};
}

// n = a + b, d = difference of the means: the scatter grows by d²·ab/n.
CellMoments merged_cell(const CellMoments& one, const CellMoments& other) {
    if (other.weight == 0.0) return one;
    if (one.weight == 0.0) return other;
    const double all = one.weight + other.weight;
    const double offset = one.sum / one.weight;
    const double difference = (other.shift - one.shift) + (other.sum / other.weight - offset);
    const double between = (difference * (one.weight / all)) * (difference * other.weight);
    return about_mean(all, one.shift, offset + difference * (other.weight / all),
                      one.scatter() + other.scatter() + between);
}

double magnitude_of(const ColumnRanges& ranges, std::size_t j) {
    return std::max(std::abs(ranges.low[j]), std::abs(ranges.high[j]));
}

void set_exponents(KnownMoments& known) {
    known.exponent.resize(at(known.features()));
    for (std::size_t j = 0; j < known.exponent.size(); ++j)
        known.exponent[j] = unit_exponent(magnitude_of(known.ranges, j));
    known.moments.constant = known.ranges.constants();
}

GroupMoments empty_moments(Index groups, Index features) {
    GroupMoments moments;
    moments.weight.assign(at(groups), 0.0);
    moments.shift = DenseMatrix(groups, features);
    moments.sum = DenseMatrix(groups, features);
    moments.square = DenseMatrix(groups, features);
    moments.constant.assign(at(features), 1);
    return moments;
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
    known.moments = empty_moments(groups, features);
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
    known.moments.constant = known.ranges.constants();
    for (Index g = 0; g < known.groups(); ++g) {
        if (known.moments.weight[at(g)] == 0.0) continue;
        for (Index j = 0; j < known.features(); ++j) {
            const CellMoments cell = cell_of(known.moments, g, j);
            set_cell(known.moments, g, j,
                     about_mean(cell.weight, cell.shift, cell.sum / cell.weight, cell.scatter()));
        }
    }
    return known;
}

KnownMoments merged(const KnownMoments& one, const KnownMoments& other) {
    KnownMoments all = no_moments(one.groups(), one.features());
    for (std::size_t j = 0; j < all.exponent.size(); ++j) {
        all.ranges.low[j] = std::min(one.ranges.low[j], other.ranges.low[j]);
        all.ranges.high[j] = std::max(one.ranges.high[j], other.ranges.high[j]);
    }
    set_exponents(all);
    const GroupMoments first = one.in_units(all.exponent), second = other.in_units(all.exponent);
    for (Index g = 0; g < all.groups(); ++g) {
        all.moments.weight[at(g)] = first.weight[at(g)] + second.weight[at(g)];
        for (Index j = 0; j < all.features(); ++j)
            set_cell(all.moments, g, j, merged_cell(cell_of(first, g, j), cell_of(second, g, j)));
    }
    return all;
}

KnownMoments pooled(const KnownMoments& known) {
    KnownMoments one = known;
    one.moments = empty_moments(1, known.features());
    one.moments.constant = known.moments.constant;
    for (Index j = 0; j < known.features(); ++j) {
        CellMoments all{0.0, 0.0, 0.0, 0.0};
        for (Index g = 0; g < known.groups(); ++g) all = merged_cell(all, cell_of(known.moments, g, j));
        set_cell(one.moments, 0, j, all);
    }
    one.moments.weight[0] = known.samples();
    return one;
}

}  // namespace tamis::detail
