// The trace ratio of two given scatter matrices, to its global optimum: Newton's iteration of tr-lda, which
// TRLN and WHTR start from.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/selection.hpp"

namespace tamis::detail {

struct TraceRatioSubspace {
    DenseMatrix directions;  // size × dim, orthonormal
    std::vector<double> eigenvalues, trace;
    double lambda = 0.0, residual = 0.0;
    bool unbounded = false;  // directions without any scatter within the classes were found
    Stop stop = Stop::converged;
    Index iterations = 0;
};
TraceRatioSubspace trace_ratio_subspace(const DenseMatrix& between, const DenseMatrix& within, Index dim,
                                        double tolerance, Index max_iterations, const Context& context);

}  // namespace tamis::detail
