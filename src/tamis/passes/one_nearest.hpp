// Classification by the nearest sample: how many of the test samples it gets right.
#pragma once

#include <span>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

struct Samples {
    MatrixView x;
    const Labels& labels;
};

// 1NN by the Euclidean distance, the lower index on ties, on the first counts[0], counts[1], … columns
// (ascending): the number of test samples whose nearest training sample has their class.
std::vector<Index> one_nearest_correct(const Samples& train, const Samples& test,
                                       std::span<const Index> counts, const Context& context = {});

// The same if every sample is judged by all others.
std::vector<Index> leave_one_out_correct(const Samples& samples, std::span<const Index> counts,
                                         const Context& context = {});

}  // namespace tamis::detail
