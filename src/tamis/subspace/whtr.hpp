// WHTR: the weighted harmonic mean of the trace ratios of all pairs of classes, TRLN without its penalty.
// li2017; eq. 20 of boroujeni2018.
#pragma once

#include "tamis/subspace/pairwise/pairwise_options.hpp"

namespace tamis {

using WhtrOptions = PairwiseOptions<NoPenalty>;

template <>
ProjectorAbout WhtrOptions::about();

// Minimizes R, which is F of trln.hpp with α = 0. The scatter within the classes must not vanish in `dim`
// directions: with fewer samples than features run a PCA first. What it takes and throws: see
// projector.hpp.
Projection whtr(const Rows& x, const Labels& labels, const WhtrOptions& options = {},
                const Context& context = {});

}  // namespace tamis
