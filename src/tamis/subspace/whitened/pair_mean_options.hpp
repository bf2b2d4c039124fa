// The options of HMSS and GMSS.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

enum class PairMean {
    harmonic,   // -Σ_{i<j} q_i q_j / g_ij
    geometric,  // Σ_{i<j} q_i q_j log g_ij / Σ_{i<j} q_i q_j
};

// Each mean has its own about().
template <PairMean mean>
struct PairMeanOptions {
    Dimension dim;                 // at most classes - 1, which is also the default
    double regularization = 1e-5;  // added to the diagonal of S_w; larger trusts its small eigenvalues less
    Basis basis = Basis::orth;
    double tolerance = 1e-9;      // of the gradient, relative to the value; larger stops earlier
    Index max_iterations = 1000;  // of each of the two starts

    static ProjectorAbout about();
    bool in_passes() const { return false; }
    std::string not_shared() const { return {}; }
    static Fields<PairMeanOptions> fields();
};

}  // namespace tamis
