// LapDOFS: the features that leave the smallest volume of uncertainty, D-optimal design.
// he2011, eq. 13, 29, 30.
#pragma once

#include "tamis/methods/lapofs/design_options.hpp"

namespace tamis {

using LapdofsOptions = DesignOptions<Design::d>;

template <>
About LapdofsOptions::about();

// Maximizes log det(K_SS + λ2·I), K = Xᵀ(I + λ1·L)X. Scores are eq. 29, s/λ2 - 1, when selected; for features
// that are not, at the end. Certificates: greedy {bound, value, ratio} of log det(A_S) - log det(M), convex
// {primal, dual, gap, price, support}.
// What it takes and throws: see method.hpp.
Selection lapdofs(const Rows& x, const Graph& graph, const LapdofsOptions& options = {},
                  const Context& context = {});

}  // namespace tamis
