// Trace ratio discriminant analysis, to its global optimum.
// wang2007; eq. 5 of boroujeni2018.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

struct TrLdaOptions {
    Dimension dim;                // any number up to that of the features; default classes - 1
    double regularization = 0.0;  // added to the diagonal of S_w; larger trusts its small eigenvalues less
    double tolerance = 1e-13;     // relative change of the ratio; larger stops earlier
    Index max_iterations = 100;

    static ProjectorAbout about();
    bool in_passes() const { return false; }
    std::string not_shared() const { return {}; }
    static Fields<TrLdaOptions> fields();
};

// max tr(WᵀS_bW)/tr(WᵀS_wW) over WᵀW = I, by Newton's iteration on g(λ) = the sum of the largest eigenvalues
// of S_b - λS_w. The objective is λ, which never falls; the certificate's residual |g(λ)|/tr(WᵀS_bW) ≈ 0
// proves that no other W is better.
// What it takes and throws: see projector.hpp.
Projection tr_lda(const Rows& x, const Labels& labels, const TrLdaOptions& options = {},
                  const Context& context = {});

}  // namespace tamis
