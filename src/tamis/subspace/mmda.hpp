// Max-min distance analysis: the pair of classes that is nearest after the projection is kept as far apart as
// possible. bian2011.
#pragma once

#include "tamis/subspace/projector.hpp"

namespace tamis {

struct MmdaOptions {
    Dimension dim;                 // at most classes - 1, which is also the default
    double regularization = 1e-5;  // added to the diagonal of S_w; larger trusts its small eigenvalues less
    Basis basis = Basis::orth;
    double tolerance = 1e-6;      // of the gradient, relative to the value; larger stops earlier
    Index max_iterations = 1000;  // of each stage of each start

    static ProjectorAbout about();
    bool in_passes() const { return false; }
    std::string not_shared() const { return {}; }
    static Fields<MmdaOptions> fields();
};

// Maximizes min_{i<j} g_ij, with g_ij the squared distance of the class means after the projection, in units
// of the scatter within the classes. The certificate has `bound`: no projection reaches more; `gap` is what
// is missing to it, relative to it. The problem is not convex, so that the bound need not be reached. What it
// takes and throws: see projector.hpp.
Projection mmda(const Rows& x, const Labels& labels, const MmdaOptions& options = {},
                const Context& context = {});

}  // namespace tamis
