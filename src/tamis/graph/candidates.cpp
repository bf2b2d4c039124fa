#include "tamis/graph/candidates.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace tamis::detail {

namespace {

constexpr Small no_index = std::numeric_limits<Small>::max();

// Room for newcomers between two clean-ups of a list.
Index spare_places(Index k) { return std::max<Index>(k, 8); }

}  // namespace

CandidateLists::CandidateLists(ExactDistance distance, Index groups, Index k, Margins margins,
                               std::span<const Index> owners)
    : distance_(std::move(distance)),
      groups_(groups),
      k_(k),
      capacity_(k + spare_places(k)),
      margins_(std::move(margins)),
      owners_(owners),
      candidates_((owners.empty() ? margins_.fine.size() : owners.size()) * at(groups * capacity_)),
      states_((owners.empty() ? margins_.fine.size() : owners.size()) * at(groups),
              State{std::numeric_limits<double>::infinity(), no_index, 0}) {}

void CandidateLists::offer(Index list, Index j, double lower, Precision precision) {
    State& state = states_[at(list)];
    lower = std::max(lower, 0.0);
    const auto index = static_cast<Small>(j);
    if (hopeless(state, lower, index)) return;
    candidates_of(list)[state.count++] = {lower, index, precision, margin(list, index, precision) == 0.0};
    if (state.count == capacity_) compact(list);
}

// Lowers the limit to an upper bound of the k candidates with the smallest lower bounds and forgets what lies
// above it. If ties keep too many alive, only the exact distances can tell.
void CandidateLists::compact(Index list) {
    State& state = states_[at(list)];
    Candidate* begin = candidates_of(list);
    std::nth_element(begin, begin + (k_ - 1), begin + state.count,
                     [](const Candidate& a, const Candidate& b) { return a.lower < b.lower; });
    double limit = 0.0;
    for (const Candidate* c = begin; c != begin + k_; ++c)
        limit = std::max(limit, c->exact ? c->lower : c->lower + margin(list, c->index, c->precision));
    if (limit < state.limit) {
        state.limit = limit;
        state.last_index = no_index;
    }
    Candidate* end = std::remove_if(begin + k_, begin + state.count,
                                    [&](const Candidate& c) { return hopeless(state, c.lower, c.index); });
    state.count = static_cast<Small>(end - begin);
    if (state.count > k_ + spare_places(k_) / 2) settle(list);
}

// Replaces all bounds by exact distances and keeps the k best.
void CandidateLists::settle(Index list) {
    State& state = states_[at(list)];
    Candidate* begin = candidates_of(list);
    constexpr std::size_t together = 16;
    std::array<Small, together> others{};
    std::array<double, together> distances{};
    for (Candidate *c = begin, *end = begin + state.count; c != end;) {
        std::size_t asked = 0;
        Candidate* next = c;
        for (; next != end && asked < together; ++next)
            if (!next->exact) others[asked++] = next->index;
        distance_(sample_of(list), std::span(others).first(asked), distances.data());
        for (const double* distance = distances.data(); c != next; ++c) {
            if (c->exact) continue;
            c->lower = *distance++;
            c->exact = true;
        }
    }
    std::sort(begin, begin + state.count, [](const Candidate& a, const Candidate& b) {
        return a.lower < b.lower || (a.lower == b.lower && a.index < b.index);
    });
    state.count = static_cast<Small>(std::min<Index>(state.count, k_));
    if (state.count < k_) return;
    state.limit = begin[k_ - 1].lower;
    state.last_index = begin[k_ - 1].index;
}

Index CandidateLists::finish(Index list, Small* index, double* distances) {
    State& state = states_[at(list)];
    if (state.count > k_) compact(list);
    settle(list);
    const Candidate* found = candidates_of(list);
    for (Index p = 0; p < state.count; ++p) {
        index[p] = found[p].index;
        distances[p] = found[p].lower;
    }
    return state.count;
}

}  // namespace tamis::detail
