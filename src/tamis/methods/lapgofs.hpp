// LapGOFS: the features that leave the smallest variance at the worst sample, one after the other.
// he2011, the G-optimality of its outlook.
#pragma once

#include "tamis/methods/lapofs/design_options.hpp"

namespace tamis {

enum class SampleVariance { remaining, explained };

struct LapgofsOptions {
    Index k = 10;           // features to select
    double lambda1 = 0.01;  // larger prefers features that differ between neighbors; 0: no graph
    double lambda2 = 0.01;  // ridge; larger lets features repeat each other more
    LaplacianKind laplacian = LaplacianKind::plain;
    SampleVariance target = SampleVariance::remaining;
    FixedFeatures fixed = {};  // features to be chosen in any case, and never

    static About about();
    static Fields<LapgofsOptions> fields();
};

// Minimizes max_i r_i, r = diag(B⁻¹) - diag(F_S H⁻¹ F_Sᵀ), greedily: the variance at sample i that the
// selected features do not explain yet. SampleVariance::explained takes G-optimality literally and minimizes
// the variance that they do explain, F_S H⁻¹ F_Sᵀ, which is best served by features that add nothing.
// What it takes and throws: see method.hpp.
Selection lapgofs(const MatrixView& x, const Graph& graph, const LapgofsOptions& options = {},
                  const Context& context = {});

}  // namespace tamis
