// Trace ratio discriminant analysis, to its global optimum.
// Wang, Yan, Xu, Tang, Huang, "Trace ratio vs. ratio trace for dimensionality reduction", CVPR 2007; eq. 5 of
// Boroujeni et al. 2018.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

struct TrLdaOptions {
    Dimension dim;                // any number up to that of the features; default classes - 1
    double regularization = 0.0;  // added to the diagonal of S_w; larger trusts its small eigenvalues less
    double tolerance = 1e-13;     // relative change of the ratio; larger stops earlier
    Index max_iterations = 100;

    static ProjectorAbout about();
    static Fields<TrLdaOptions> fields();
};

// max tr(WᵀS_bW)/tr(WᵀS_wW) over WᵀW = I, by Newton's iteration on g(λ) = the sum of the largest eigenvalues
// of S_b - λS_w. The objective is λ, which never falls; the certificate's residual |g(λ)|/tr(WᵀS_bW) ≈ 0
// proves that no other W is better.
Projection tr_lda(const MatrixView& x, const Labels& labels, const TrLdaOptions& options = {},
                  const Context& context = {});

// The iteration on given scatter matrices.
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

}  // namespace tamis
