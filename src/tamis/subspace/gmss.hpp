// Geometric mean for subspace selection: no pair of classes is sacrificed for another.
// tao2009; eq. 10 of boroujeni2018.
#pragma once

#include "tamis/subspace/whitened/pair_mean_options.hpp"

namespace tamis {

using GmssOptions = PairMeanOptions<PairMean::geometric>;

template <>
ProjectorAbout GmssOptions::about();

// The objective is the logarithm of the weighted geometric mean of the g_ij, with g_ij the squared
// distance of the class means after the projection, in units of the scatter within the classes.
// What it takes and throws: see projector.hpp.
Projection gmss(const Rows& x, const Labels& labels, const GmssOptions& options = {},
                const Context& context = {});

}  // namespace tamis
