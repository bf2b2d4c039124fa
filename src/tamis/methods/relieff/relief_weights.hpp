// The weights of ReliefF in two steps, so that tests with other labels can take the neighbors from elsewhere.
#pragma once

#include <span>
#include <vector>

#include "tamis/graph/class_neighbors.hpp"
#include "tamis/methods/relieff.hpp"
#include "tamis/passes/column_ranges.hpp"

namespace tamis::detail {

// Of data that must outlive it; nothing in here depends on the labels.
class ReliefWeights {
  public:
    ReliefWeights(const Rows& x, const RelieffOptions& options, const Context& context);

    // Hits and misses: the `count` nearest of every class, for the probes.
    ClassNeighbors neighbors(const Labels& labels, Index count) const;
    // One weight per feature; larger is better.
    std::vector<double> of(const Labels& labels, const ClassNeighbors& nearest) const;
    const ColumnRanges& ranges() const { return ranges_; }
    std::span<const Index> probes() const { return probes_; }  // ascending

  private:
    const Rows x_;
    const RelieffOptions options_;
    const Context& context_;
    const ColumnRanges ranges_;
    const std::vector<Index> probes_;
};

}  // namespace tamis::detail
