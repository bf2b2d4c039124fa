#include "tamis/graph/candidates.hpp"

#include <algorithm>
#include <limits>

namespace tamis {

namespace {

constexpr Small no_index = std::numeric_limits<Small>::max();

// Room for newcomers between two clean-ups of a list.
Index spare_places(Index k) { return std::max<Index>(k, 8); }

}  // namespace

CandidateLists::CandidateLists(const SampleRows& rows, Index k, std::vector<double> margins)
    : rows_(rows),
      k_(k),
      capacity_(k + spare_places(k)),
      margins_(std::move(margins)),
      candidates_(static_cast<std::size_t>(rows.count() * capacity_)),
      states_(static_cast<std::size_t>(rows.count()),
              State{std::numeric_limits<double>::infinity(), no_index, 0}) {}

void CandidateLists::offer(Index i, Index j, double lower) {
    State& state = states_[static_cast<std::size_t>(i)];
    lower = std::max(lower, 0.0);
    const auto index = static_cast<Small>(j);
    if (hopeless(state, lower, index)) return;
    list(i)[state.count++] = {lower, index, margin(i, index) == 0.0};
    if (state.count == capacity_) compact(i);
}

// Lowers the limit to the k-th smallest upper bound and forgets what lies above it. Where ties keep too many
// alive, only the exact distances can tell.
void CandidateLists::compact(Index i) {
    State& state = states_[static_cast<std::size_t>(i)];
    Candidate* begin = list(i);
    const auto upper = [&](const Candidate& c) { return c.exact ? c.lower : c.lower + margin(i, c.index); };
    std::nth_element(begin, begin + (k_ - 1), begin + state.count,
                     [&](const Candidate& a, const Candidate& b) { return upper(a) < upper(b); });
    const double limit = upper(begin[k_ - 1]);
    if (limit < state.limit) {
        state.limit = limit;
        state.last_index = no_index;
    }
    Candidate* end = std::remove_if(begin, begin + state.count,
                                    [&](const Candidate& c) { return hopeless(state, c.lower, c.index); });
    state.count = static_cast<Small>(end - begin);
    if (state.count > k_ + spare_places(k_) / 2) settle(i);
}

// Replaces all bounds by exact distances and keeps the k best.
void CandidateLists::settle(Index i) {
    State& state = states_[static_cast<std::size_t>(i)];
    Candidate* begin = list(i);
    for (Candidate* c = begin; c != begin + state.count; ++c) {
        if (c->exact) continue;
        c->lower = rows_.squared_distance(i, c->index);
        c->exact = true;
    }
    std::sort(begin, begin + state.count, [](const Candidate& a, const Candidate& b) {
        return a.lower < b.lower || (a.lower == b.lower && a.index < b.index);
    });
    state.count = static_cast<Small>(std::min<Index>(state.count, k_));
    if (state.count < k_) return;
    state.limit = begin[k_ - 1].lower;
    state.last_index = begin[k_ - 1].index;
}

void CandidateLists::finish(Index i, Neighbors& result) {
    State& state = states_[static_cast<std::size_t>(i)];
    if (state.count > k_) compact(i);
    settle(i);
    const Candidate* found = list(i);
    for (Index p = 0; p < k_; ++p) {
        result.index[static_cast<std::size_t>(i * k_ + p)] = found[p].index;
        result.squared_distances[static_cast<std::size_t>(i * k_ + p)] = found[p].lower;
    }
}

}  // namespace tamis
