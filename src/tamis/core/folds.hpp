// Samples dealt out to folds, class by class.
#pragma once

#include <vector>

#include "tamis/core/labels.hpp"
#include "tamis/core/random/numpy_random.hpp"

namespace tamis::detail {

// The fold of every sample: the members of each class are shuffled and dealt out in turn, the deal going on
// from class to class so that the folds differ by one sample at most. Samples without a class are dealt out
// last.
std::vector<Index> stratified_folds(const Labels& labels, Index folds, NumpyRandom& random);

}  // namespace tamis::detail
