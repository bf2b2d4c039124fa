// The rows that work on data begins with. Those of shards come along with the survey, which saves a round or
// two.
#pragma once

#include <vector>

#include "tamis/core/labels.hpp"
#include "tamis/core/rows.hpp"

namespace tamis::detail {

constexpr Index first_of_all = 4;            // they mostly show that data are not tiny
constexpr Index first_of_sparse_groups = 8;  // they decide about the shift of a group

// The first rows of all, and of each class what its moments begin with: ascending. None if there are so many
// classes that it would be a large part of the data.
std::vector<Index> first_rows(const Rows& x, const Labels& labels);

}  // namespace tamis::detail
