// Which columns of a table count its rows: 0, 1, 2, … or 1, 2, 3, …; and which of a few hold whole numbers
// that all differ.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

class CounterWatch {
  public:
    // Features whose whole numbers are watched.
    explicit CounterWatch(const std::vector<Index>& watched = {}) {
        for (const Index feature : watched) distinct_[feature];
    }

    // The next rows, without gaps between them.
    void add(const double* cells, Index rows, Index features);

    bool counts_up(Index feature) const;
    // Whole and all different. Only for the watched features.
    bool distinct_whole_numbers(Index feature) const { return distinct_.contains(feature); }

  private:
    struct Counter {
        Index feature;
        double start;
    };

    Index rows_ = 0;
    std::vector<Counter> counting_;  // those that did so far, ascending
    std::unordered_map<Index, std::unordered_set<double>>
        distinct_;  // those that were so far, with their values
};

}  // namespace tamis::detail
