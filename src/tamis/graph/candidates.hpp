// The few samples that may still be among the k nearest of each sample, while tiles of inexact distances
// come in. Memory is bounded whatever the number of ties.
#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// The distance that decides between two samples.
class ExactDistance {
  public:
    // Distances of one sample to some others.
    using Several = std::function<void(Index, std::span<const Small>, double*)>;

    // `one(i, j)`; `several` may be faster than it is.
    template <class One>
    requires std::is_invocable_r_v<double, const One&, Index, Index> ExactDistance(One one,
                                                                                   Several several = {})
        : one_(std::move(one)), several_(std::move(several)) {}

    void operator()(Index i, std::span<const Small> others, double* distances) const {
        if (several_) return several_(i, others, distances);
        for (std::size_t p = 0; p < others.size(); ++p) distances[p] = one_(i, others[p]);
    }

  private:
    std::function<double(Index, Index)> one_;
    Several several_;
};

// How far a distance can be off: by the margins of double precision or by the coarser ones of single
// precision or rounded cells.
enum class Precision : std::uint8_t { fine, single, integer };

// Per sample, 0 where bounds are the exact distances; what is never offered may be empty.
struct Margins {
    std::vector<double> fine;
    std::span<const double> single, integer;

    double operator()(Precision precision, Index sample) const {
        switch (precision) {
            case Precision::single:
                return single[at(sample)];
            case Precision::integer:
                return integer[at(sample)];
            case Precision::fine:
                break;
        }
        return fine[at(sample)];
    }
};

// Every owner has one list per group of samples, numbered owner · groups + group; with one group the list
// has the owner's own number. Owners are the samples, or some of them. An inexact distance is given by a
// lower bound of the exact one; lower + margin(i) + margin(j) of its precision is an upper bound. The result,
// the k smallest by (exact distance, index), does not depend on the order of the offers.
//
// Different lists may be used from different threads at the same time.
class CandidateLists {
  public:
    CandidateLists(ExactDistance distance, Index groups, Index k, Margins margins,
                   std::span<const Index> owners = {});

    // Nothing beyond this distance is asked for; the list may then come out short.
    void cap(Index list, double limit) { states_[at(list)].limit = limit; }

    // No sample whose lower bound is above this can still be among the k nearest of the list.
    double limit(Index list) const { return states_[at(list)].limit; }

    // Sample j is at least `lower` away from the list's sample. Each pair may be offered once.
    void offer(Index list, Index j, double lower, Precision precision = Precision::fine);

    // Writes the k nearest, or as many as were offered, and returns how many there are. Every sample of the
    // list's group must have been offered.
    Index finish(Index list, Small* index, double* distances);

  private:
    struct Candidate {
        double lower;
        Small index;
        Precision precision;
        bool exact;
    };
    struct State {
        double limit;      // at least k candidates are known to be this near
        Small last_index;  // among those exactly at the limit only lower indices than this can win
        Small count;
    };

    Candidate* candidates_of(Index list) { return candidates_.data() + list * capacity_; }
    Index sample_of(Index list) const {
        const Index owner = groups_ == 1 ? list : list / groups_;
        return owners_.empty() ? owner : owners_[at(owner)];
    }
    static bool hopeless(const State& state, double lower, Small index) {
        return lower > state.limit || (lower == state.limit && index > state.last_index);
    }
    double margin(Index list, Small j, Precision precision) const {
        return margins_(precision, sample_of(list)) + margins_(precision, j);
    }
    void compact(Index list);
    void settle(Index list);

    ExactDistance distance_;
    Index groups_;
    Index k_;
    Index capacity_;
    Margins margins_;
    std::span<const Index> owners_;
    std::vector<Candidate> candidates_;
    std::vector<State> states_;
};

}  // namespace tamis::detail
