// TRLN as a selector: features by the length of their row in the projection that it learns.
// boroujeni2018.
#pragma once

#include <optional>

#include "tamis/methods/method.hpp"

namespace tamis {

struct TrlnSelectorOptions {
    Index k = 10;              // features to select
    double alpha = 1.0;        // weight of the l2,1 norm; larger empties more rows of W
    std::optional<Index> dim;  // of the projection; nothing: classes - 1
    double pca = 0.95;  // share of the variance kept by a PCA that runs first; 0: directly on the features
    double tolerance = 1e-5;  // as in TrlnOptions
    Index max_iterations = 300;
    FixedFeatures fixed = {};  // features to be chosen in any case, and never

    static About about();
    bool in_passes() const { return false; }
    std::string not_shared() const { return {}; }
    static Fields<TrlnSelectorOptions> fields();
};

// Scores are ‖row i of W‖ on the features (pca = 0) or of P·W after a PCA with the components P. Only the
// direct way gives rows that are zero; it needs α > 0 if there are more features than samples, and
// features of like scale.
// What it takes and throws: see method.hpp.
Selection trln_selector(const Rows& x, const Labels& labels, const TrlnSelectorOptions& options = {},
                        const Context& context = {});

}  // namespace tamis
