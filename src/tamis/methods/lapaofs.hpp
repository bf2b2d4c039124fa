// LapAOFS: the features that leave the smallest total variance, A-optimal design.
// he2011, eq. 12, 20, 21.
#pragma once

#include "tamis/methods/lapofs/design_options.hpp"

namespace tamis {

using LapaofsOptions = DesignOptions<Design::a>;

template <>
About LapaofsOptions::about();

// Minimizes Tr((K_SS + λ2·I)⁻¹), K = Xᵀ(I + λ1·L)X. Scores are eq. 20, the variance a feature removes, when
// selected; for features that are not, at the end. Certificates: greedy {bound, value, ratio} of the variance
// removed, convex {primal, dual, gap, price, support}.
// What it takes and throws: see method.hpp.
Selection lapaofs(const Rows& x, const Graph& graph, const LapaofsOptions& options = {},
                  const Context& context = {});

}  // namespace tamis
