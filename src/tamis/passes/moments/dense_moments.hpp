// The dense half of group_moments.
#pragma once

#include <span>

#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

// Adds one row to sums over `width` neighboring columns: Σ w(x - shift) and Σ w(x - shift)².
void add_moments(const double* x, double weight, const double* shift, double* sum, double* square,
                 Index width);

// The strips of columns that dense moments are summed in.
std::vector<Strip> moment_strips(Index columns);

// Fills `sum` and `square` of the moments about their shift, in the given strips.
void add_dense_moments(const Rows& x, const Grouping& grouping, std::span<const Strip> strips,
                       GroupMoments& moments, const Context& context);

}  // namespace tamis::detail
