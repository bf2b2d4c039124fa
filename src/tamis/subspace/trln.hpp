// TRLN: a trace ratio for every pair of classes, with a penalty that empties rows of W.
// boroujeni2018, eq. 22-25 and Algorithm 1.
#pragma once

#include "tamis/subspace/pairwise/pairwise_options.hpp"

namespace tamis {

using TrlnOptions = PairwiseOptions<double>;

template <>
ProjectorAbout TrlnOptions::about();

// Minimizes F(W) = Σ_{j<k} (n_j+n_k) tr(WᵀS_w^jk W)/tr(WᵀS_b^jk W) + α Σ_i √(‖w^i‖² + ε²) over WᵀW = I, with
// S_w^jk and S_b^jk the scatter within and between the classes j and k. More features than samples are worked
// on directly, without a features × features matrix; α = 0 is refused there. `eigenvalues` are those of WᵀMW,
// ascending. What it takes and throws: see projector.hpp.
Projection trln(const Rows& x, const Labels& labels, const TrlnOptions& options = {},
                const Context& context = {});

}  // namespace tamis
