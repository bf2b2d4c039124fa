// Variance: the simplest unsupervised baseline, largest first.
#pragma once

#include "tamis/methods/method.hpp"

namespace tamis {

struct VarianceOptions {
    Index k = 10;              // features to select
    FixedFeatures fixed = {};  // features to be chosen in any case, and never

    static About about();
    std::string not_shared() const { return {}; }
    static Fields<VarianceOptions> fields() { return {}; }
};

// Score of feature j: (1/n) Σ_i (x_ij - mean_j)².
// What it takes and throws: see method.hpp.
Selection variance(const Rows& x, const VarianceOptions& options = {}, const Context& context = {});

}  // namespace tamis
