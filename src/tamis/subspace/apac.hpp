// Approximate pairwise accuracy criterion: pairs of classes that are already far apart count less.
// loog2001; eq. 8 of boroujeni2018.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

struct ApacOptions {
    enum class Within {
        covariance,  // Mahalanobis distance with S_w/n, which the derivation of the weights needs
        scatter,     // with S_w itself, as eq. 8 of the 2018 paper reads
    };

    Dimension dim;                 // at most classes - 1, which is also the default
    double regularization = 1e-5;  // added to the diagonal of S_w; larger trusts its small eigenvalues less
    Basis basis = Basis::unit;
    Within within = Within::covariance;

    static ProjectorAbout about();
    bool in_passes() const { return false; }
    std::string not_shared() const { return {}; }
    static Fields<ApacOptions> fields();
};

// FLDA with the pairs of classes weighted by erf(Δ/(2√2))/Δ², Δ their Mahalanobis distance.
// What it takes and throws: see projector.hpp.
Projection apac(const Rows& x, const Labels& labels, const ApacOptions& options = {},
                const Context& context = {});

}  // namespace tamis
