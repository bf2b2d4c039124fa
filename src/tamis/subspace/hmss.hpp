// Harmonic mean for subspace selection: no pair of classes is sacrificed for another.
// bian2008; eq. 9 of boroujeni2018.
#pragma once

#include "tamis/subspace/whitened/pair_mean_options.hpp"

namespace tamis {

using HmssOptions = PairMeanOptions<PairMean::harmonic>;

template <>
ProjectorAbout HmssOptions::about();

// The objective is minus Σ_{i<j} q_i q_j / g_ij, with g_ij the squared
// distance of the class means after the projection, in units of the scatter within the classes.
// What it takes and throws: see projector.hpp.
Projection hmss(const Rows& x, const Labels& labels, const HmssOptions& options = {},
                const Context& context = {});

}  // namespace tamis
