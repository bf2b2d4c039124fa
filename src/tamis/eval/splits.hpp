// The training and test parts that a protocol cuts a data set into.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/random/numpy_random.hpp"
#include "tamis/eval/protocol.hpp"

namespace tamis::detail {

// One part of the work. The test part is empty if the protocol works on the whole set.
struct Split {
    Index repeat = 0;
    Index fold = 0;                  // of the repeat; 0 unless the protocol has folds
    Index clusters = 0;              // cluster: classes in this subset
    std::vector<Index> train, test;  // ascending samples
    std::uint64_t seed = 0;          // of everything random that is done with it
    NumpyRandom features{0};         // draws those of the baseline `random`
};

// All splits, in order of repeat. They depend on the labels and the seed alone, so every method sees the
// same. Repeat r is the same whatever the number of repeats, but for `cluster`: if there are no more
// subsets of classes than repeats asked for, it takes each of them once, in order. `name` is the data set's,
// for messages.
std::vector<Split> make_splits(const Protocol& protocol, const Labels& labels, std::uint64_t seed,
                               const std::string& name);

// Whether the repeats of `fewer` are the first ones of `more`, two protocols that differ in the number of
// repeats at most; `classes` is that of the data.
bool begins_alike(const Protocol& fewer, const Protocol& more, Index classes);

// A seed that has nothing to do with those of other numbers.
std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t number);

}  // namespace tamis::detail
