// A histogram of numbers whose range is not known before they come.
//
// The bins lie on the grid of multiples of 2^e, with the smallest e for which 20 of them hold all numbers.
// These grids are nested, so a number beyond the bins only joins neighboring ones, and the result follows
// from the numbers alone, in whatever order they are added and merged.
#pragma once

#include <cstdint>
#include <vector>

#include "tamis/pipeline/exhibits/exhibits.hpp"

namespace tamis::detail {

class DyadicHistogram {
  public:
    static constexpr int most_bins = 20;  // at least 11 of them lie between the ends

    explicit DyadicHistogram(Index groups = 1) : counts_(at(groups * most_bins), 0) {}

    // A finite number of a group.
    void add(double value, Index group = 0);
    void merge(const DyadicHistogram& later);

    // The bins between the outermost numbers.
    Histogram histogram() const;

  private:
    double cell_of(double value) const;  // on the grid, a whole number
    void first_spread(double other);
    void make_room(double lowest, double highest);
    void coarsen(int by);
    Index groups() const { return static_cast<Index>(counts_.size()) / most_bins; }
    Index& count(Index group, Index bin) { return counts_[at(group * most_bins + bin)]; }
    Index last_bin() const;

    std::vector<Index> counts_;  // groups × bins
    bool any_ = false, spread_ = false;
    double only_ = 0.0;       // the one value that there is, until there are two
    int exponent_ = 0;        // e
    double inverse_ = 1.0;    // 2^-e; 0 if that is no normal number
    std::int64_t first_ = 0;  // the grid cell of the first bin, which holds the smallest number
};

}  // namespace tamis::detail
