// TRLN: a trace ratio for every pair of classes, with a penalty that empties rows of W.
// Boroujeni, Jazi, Ghassemi, "Trace Ratio Optimization with Feature Correlation Mining for Multiclass
// Discriminant Analysis", AAAI 2018, eq. 22-25 and Algorithm 1.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

enum class DescentMode {
    safe,   // the criterion never rises
    plain,  // Algorithm 1 as printed, which need not converge
};

enum class DescentStop {
    kkt,    // the conditions of a minimum hold to `tolerance`
    paper,  // the criterion changes by less than 0.05, or 30 iterations
};

enum class DescentStart {
    trace_ratio,  // the global optimum of the trace ratio (eq. 5)
    random,       // any orthonormal W, as Algorithm 1 has it
};

struct TrlnOptions {
    Dimension dim;       // any number up to that of the features; default classes - 1
    double alpha = 1.0;  // weight of the l2,1 norm; larger empties more rows of W
    DescentMode mode = DescentMode::safe;
    DescentStop stop = DescentStop::kkt;
    double tolerance = 1e-5;     // of the residual of eq. 24 relative to the criterion; larger stops earlier
    Index max_iterations = 300;  // larger comes nearer to the minimum where rows go to zero slowly
    DescentStart start = DescentStart::trace_ratio;
    Index starts = 1;  // more look for a better local minimum: the others are random

    static ProjectorAbout about();
    static Fields<TrlnOptions> fields();
};

// Minimizes F (see pairwise_problem.hpp). More features than samples are worked on directly, without a
// features × features matrix; α = 0 is refused there. `eigenvalues` are those of WᵀMW, ascending.
Projection trln(const MatrixView& x, const Labels& labels, const TrlnOptions& options = {},
                const Context& context = {});

}  // namespace tamis
