#include "tamis/pipeline/exhibits/dyadic_histogram.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::detail {

namespace {

double cell(double value, int exponent) {
    const double scaled = std::ldexp(value, -exponent);
    return scaled == 0.0 && value < 0.0 ? -1.0 : std::floor(scaled);  // too small for a number below 0
}

}  // namespace

double DyadicHistogram::cell_of(double value) const {
    if (inverse_ == 0.0) return cell(value, exponent_);
    const double scaled = value * inverse_;
    return scaled == 0.0 && value < 0.0 ? -1.0 : std::floor(scaled);
}

void DyadicHistogram::add(double value, Index group) {
    if (!any_) {
        any_ = true;
        only_ = value;
    }
    if (!spread_) {
        if (value == only_) return void(++count(group, 0));
        first_spread(value);
    }
    double bin = cell_of(value) - static_cast<double>(first_);
    if (!(bin >= 0.0 && bin < most_bins)) {
        make_room(value, value);
        bin = cell_of(value) - static_cast<double>(first_);
    }
    ++count(group, static_cast<Index>(bin));
}

// From one value to a grid: the finest one that holds both.
void DyadicHistogram::first_spread(double other) {
    const double low = std::min(only_, other), high = std::max(only_, other);
    exponent_ = std::ilogb(high - low) - 5;  // more than 30 cells apart
    while (cell(high, exponent_) - cell(low, exponent_) >= most_bins) ++exponent_;
    coarsen(0);
    first_ = static_cast<std::int64_t>(cell_of(low));
    const auto own = static_cast<Index>(cell_of(only_) - static_cast<double>(first_));
    for (Index group = 0; group < groups(); ++group) std::swap(count(group, 0), count(group, own));
    spread_ = true;
}

Index DyadicHistogram::last_bin() const {
    for (Index bin = most_bins - 1; bin > 0; --bin)
        for (Index group = 0; group < groups(); ++group)
            if (counts_[at(group * most_bins + bin)] > 0) return bin;
    return 0;
}

// The grid becomes as coarse as it must be for the range to fit beside what is there, and the first bin the
// one with the smallest number.
void DyadicHistogram::make_room(double lowest, double highest) {
    const auto low = static_cast<double>(first_), high = static_cast<double>(first_ + last_bin());
    int by = 0;
    while (std::max(std::floor(std::ldexp(high, -by)), cell(highest, exponent_ + by)) -
               std::min(std::floor(std::ldexp(low, -by)), cell(lowest, exponent_ + by)) >=
           most_bins)
        ++by;
    coarsen(by);
    const auto cell_low = static_cast<std::int64_t>(cell_of(lowest));
    if (cell_low >= first_) return;
    const auto shift = static_cast<Index>(first_ - cell_low);
    for (Index group = 0; group < groups(); ++group)
        for (Index bin = most_bins - 1; bin >= 0; --bin)
            count(group, bin) = bin >= shift ? count(group, bin - shift) : 0;
    first_ = cell_low;
}

void DyadicHistogram::coarsen(int by) {
    exponent_ += by;
    inverse_ = std::ldexp(1.0, -exponent_);
    if (!std::isnormal(inverse_)) inverse_ = 0.0;
    if (by == 0) return;
    const int shift = std::min(by, 63);
    const std::int64_t first = first_ >> shift;
    for (Index group = 0; group < groups(); ++group) {
        std::vector<Index> joined(most_bins, 0);
        for (Index bin = 0; bin < most_bins; ++bin)
            if (count(group, bin) > 0) joined[at(((first_ + bin) >> shift) - first)] += count(group, bin);
        std::copy(joined.begin(), joined.end(), &count(group, 0));
    }
    first_ = first;
}

void DyadicHistogram::merge(const DyadicHistogram& later) {
    if (!later.any_) return;
    if (!any_) return void(*this = later);
    if (!later.spread_) {
        for (Index group = 0; group < groups(); ++group) {
            const Index more = later.counts_[at(group * most_bins)];
            if (more == 0) continue;
            add(later.only_, group);  // makes the bin
            const Index bin =
                spread_ ? static_cast<Index>(cell_of(later.only_) - static_cast<double>(first_)) : 0;
            count(group, bin) += more - 1;
        }
        return;
    }
    if (!spread_) {
        DyadicHistogram all = later;
        all.merge(*this);
        *this = std::move(all);
        return;
    }
    // The ends of the later bins stand for the numbers in them once the grid is at least as coarse.
    DyadicHistogram other = later;
    if (other.exponent_ < exponent_) other.coarsen(exponent_ - other.exponent_);
    if (exponent_ < other.exponent_) coarsen(other.exponent_ - exponent_);
    const double low = std::ldexp(static_cast<double>(other.first_), exponent_);
    const double high = std::ldexp(static_cast<double>(other.first_ + other.last_bin()), exponent_);
    make_room(low, high);
    if (other.exponent_ < exponent_) other.coarsen(exponent_ - other.exponent_);
    for (Index group = 0; group < groups(); ++group)
        for (Index bin = 0; bin < most_bins; ++bin)
            if (const Index more = other.count(group, bin); more > 0)
                count(group, static_cast<Index>(other.first_ + bin - first_)) += more;
}

Histogram DyadicHistogram::histogram() const {
    Histogram result{only_, only_, {}};
    const Index last = last_bin();
    if (spread_) {
        result.low = std::ldexp(static_cast<double>(first_), exponent_);
        result.high = std::ldexp(static_cast<double>(first_ + last + 1), exponent_);
    }
    for (Index group = 0; group < groups(); ++group) {
        const auto begin = counts_.begin() + group * most_bins;
        result.counts.emplace_back(begin, begin + last + 1);
    }
    return result;
}

}  // namespace tamis::detail
