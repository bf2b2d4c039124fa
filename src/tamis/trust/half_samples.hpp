// Complementary pairs of half samples. Shah, Samworth, "Variable selection with error control: another look
// at stability selection", JRSS B 75, 2013.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tamis/core/labels.hpp"

namespace tamis::detail {

// Samples that are resampled apart from each other: one list per class, ascending, those without a label
// last; all samples in one list if there are no labels.
std::vector<std::vector<Index>> strata_of(const Labels& labels, Index samples);

struct HalfPair {
    std::vector<Index> first, second;  // ascending, nothing in common
};

// Of every stratum of m samples the first ⌊m/2⌋ of a permutation go to one half and the next ⌊m/2⌋ to the
// other; an odd one is left out, so that both halves have the same law. A stratum of one sample drops out.
std::vector<HalfPair> half_samples(const std::vector<std::vector<Index>>& strata, Index pairs,
                                   std::uint64_t seed);

// The labels of some samples, some of which may have none, without the classes that are not among them.
Labels labels_of_part(const Labels& labels, std::span<const Index> samples);

}  // namespace tamis::detail
