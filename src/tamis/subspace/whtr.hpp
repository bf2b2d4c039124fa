// WHTR: the weighted harmonic mean of the trace ratios of all pairs of classes, TRLN without its penalty.
// Boroujeni, Jazi, Ghassemi, "Trace Ratio Optimization with Feature Correlation Mining for Multiclass
// Discriminant Analysis", AAAI 2018, eq. 20.
#pragma once

#include "tamis/subspace/projector.hpp"
#include "tamis/subspace/trln.hpp"

namespace tamis {

struct WhtrOptions {
    Dimension dim;  // any number up to that of the features; default classes - 1
    DescentMode mode = DescentMode::safe;
    DescentStop stop = DescentStop::kkt;
    double tolerance = 1e-5;     // of the residual of eq. 24 relative to the criterion; larger stops earlier
    Index max_iterations = 300;  // larger comes nearer to the minimum
    DescentStart start = DescentStart::trace_ratio;
    Index starts = 1;  // more look for a better local minimum: the others are random

    static ProjectorAbout about();
    static Fields<WhtrOptions> fields();
};

// Minimizes R (see pairwise_problem.hpp). The scatter within the classes must not vanish in `dim` directions:
// with fewer samples than features put a PCA in front.
Projection whtr(const MatrixView& x, const Labels& labels, const WhtrOptions& options = {},
                const Context& context = {});

}  // namespace tamis
