// The few samples that may still be among the k nearest of each sample, while tiles of inexact distances
// come in. Memory is bounded whatever the number of ties.
#pragma once

#include <vector>

#include "tamis/graph/neighbors.hpp"
#include "tamis/graph/sample_rows.hpp"

namespace tamis {

// An inexact distance is given by a lower bound of the exact one; lower + margin(i) + margin(j) is an upper
// bound. The result, the k smallest by (exact distance, index), does not depend on the order of the offers.
//
// Different samples may be used from different threads at the same time.
class CandidateLists {
  public:
    // `margins` are per sample; all zero says that the bounds are the exact distances.
    CandidateLists(const SampleRows& rows, Index k, std::vector<double> margins);

    // No sample whose lower bound is above this can still be among the k nearest of sample i.
    double limit(Index i) const { return states_[static_cast<std::size_t>(i)].limit; }

    // Sample j is at least `lower` away from sample i. Each pair may be offered once.
    void offer(Index i, Index j, double lower);

    // Writes the k nearest of sample i to its place in `result`. Every other sample must have been offered.
    void finish(Index i, Neighbors& result);

  private:
    struct Candidate {
        double lower;
        Small index;
        bool exact;
    };
    struct State {
        double limit;      // at least k candidates are known to be this near
        Small last_index;  // among those exactly at the limit only lower indices than this can win
        Small count;
    };

    Candidate* list(Index i) { return candidates_.data() + i * capacity_; }
    static bool hopeless(const State& state, double lower, Small index) {
        return lower > state.limit || (lower == state.limit && index > state.last_index);
    }
    double margin(Index i, Small j) const {
        return margins_[static_cast<std::size_t>(i)] + margins_[static_cast<std::size_t>(j)];
    }
    void compact(Index i);
    void settle(Index i);

    const SampleRows& rows_;
    Index k_;
    Index capacity_;
    std::vector<double> margins_;
    std::vector<Candidate> candidates_;
    std::vector<State> states_;
};

}  // namespace tamis
