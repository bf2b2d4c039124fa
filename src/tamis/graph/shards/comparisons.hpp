// The driver's side of comparisons on sharded rows: groups of samples are dealt to runs, and the rows that
// they need travel there.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/threads/function_ref.hpp"
#include "tamis/graph/shards/comparison_round.hpp"

namespace tamis::detail {

class Comparisons {
  public:
    // A run is sent about `room` rows at a time. The shards must outlive it.
    Comparisons(const Shards& shards, Index room);

    // limit(a): no farther sample is of interest to a. found(a, b, distance) tells a of b, in the order of
    // the groups.
    void run(const ComparisonRound::Request& request, Index groups, FunctionRef<SampleGroup(Index)> group,
             FunctionRef<double(Small)> limit, FunctionRef<void(Small, Small, double)> found,
             const Context& context);

  private:
    // Adds the samples of a group to those that are met, if they are not yet there.
    void meet(const SampleGroup& group, std::vector<Index>& numbers);
    // The groups begin … end-1, which the samples with these numbers are of, as a request.
    ComparisonRound::Mine request_for(std::span<const Index> numbers, Index begin, Index end,
                                      FunctionRef<SampleGroup(Index)> group,
                                      FunctionRef<double(Small)> limit);

    const Shards& shards_;
    Index room_;
    std::vector<Small> place_of_;  // of every sample among those that are met; -1 if it is not
};

}  // namespace tamis::detail
