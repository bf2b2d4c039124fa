// What an approximate search has missed, measured on random samples.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/graph/approximate/lists.hpp"
#include "tamis/graph/approximate/points.hpp"

namespace tamis::detail {

struct MeasuredRecall {
    double mean, low, high;
};

// Up to 1,000 random samples; distinct and ascending.
std::vector<Index> recall_samples(Index samples, std::uint64_t seed);

// The k nearest of every group for the given samples, among all points.
ClassNeighbors exact_probe(const Points& points, std::span<const int> group_of, Index groups, Index k,
                           std::span<const Index> samples, const Context& context);

class RecallProbe {
  public:
    // The true neighbors of some samples.
    RecallProbe(std::vector<Index> samples, ClassNeighbors truth)
        : samples_(std::move(samples)), truth_(std::move(truth)) {}
    // Searches recall_samples exactly, for k neighbors of every group.
    RecallProbe(const Points& points, std::span<const int> group_of, Index groups, Index k,
                const Context& context);

    std::span<const Index> samples() const { return samples_; }  // ascending

    // The mean over the samples of the share of their first k neighbors that are no farther than the true
    // k-th, with the normal interval of 95 %. `found(p, group)`: the distances of the p-th sample's list,
    // ascending.
    MeasuredRecall measure(FunctionRef<std::span<const double>(Index, Index)> found) const;
    MeasuredRecall measure(const NearestLists& lists) const;

  private:
    std::vector<Index> samples_;
    ClassNeighbors truth_;
};

}  // namespace tamis::detail
