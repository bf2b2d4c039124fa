// Better than greedy: single features of a set are exchanged for others as long as that gains something.
#pragma once

#include <string>

#include "tamis/methods/exchange/exchange_state.hpp"

namespace tamis::detail {

struct Exchanged {
    std::vector<Index> set;  // what is kept, then the others in ascending order
    Index swaps = 0;
    Index passes = 0;                 // over the data, for rows of K
    bool hidden_by_rounding = false;  // H is not positive definite to rounding: the set is as it was
};

// Takes the best of all exchanges until none gains more than 1e-10 (nats, or relative to the value) and more
// than rounding can pretend. Every set on the way is better than the one before, which is confirmed from
// exact factors every 50 exchanges and at the end.
Exchanged exchange_features(const ExchangeProblem& problem, std::span<const Index> start,
                            const Context& context);

// What to say if all features are selected.
std::string nothing_to_exchange(Index features);

}  // namespace tamis::detail
