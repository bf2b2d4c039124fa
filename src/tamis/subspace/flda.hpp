// Fisher's linear discriminant analysis.
// fisher1936; for several classes Rao 1948. Eq. 4 of boroujeni2018.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

struct FldaOptions {
    Dimension dim;                 // at most classes - 1, which is also the default
    double regularization = 1e-5;  // added to the diagonal of S_w; larger trusts its small eigenvalues less
    Basis basis = Basis::unit;

    static ProjectorAbout about();
    bool in_passes() const { return false; }
    std::string not_shared() const { return {}; }
    static Fields<FldaOptions> fields();
};

// The generalized eigenvectors of S_b w = λ(S_w + ρI)w with the largest eigenvalues, which `eigenvalues`
// holds; the objective is their sum.
// What it takes and throws: see projector.hpp.
Projection flda(const Rows& x, const Labels& labels, const FldaOptions& options = {},
                const Context& context = {});

}  // namespace tamis
