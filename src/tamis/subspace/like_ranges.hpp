// Whether the features are alike enough in scale for an eigenproblem on their raw scatter.
#pragma once

#include <string>

#include "tamis/core/context.hpp"
#include "tamis/core/rows.hpp"

namespace tamis::detail {

// Throws Error naming two features if the range of one is less than `share` of that of the other; `who` asks.
// Constant features do not count.
void require_like_ranges(const Rows& x, double share, const std::string& who, const Context& context);

// Eigenvectors of a scatter matrix are known up to 1e-16 of the largest scatter, so next to a feature with a
// range of 1e7 times theirs the others are rounding.
constexpr double share_for_scatter = 1e-7;
// The entries of principal components are known up to 1e-16.
constexpr double share_for_components = 1e-14;

}  // namespace tamis::detail
