// Rankings of all features on bootstrap samples, for scores that follow from class means and scatters.
#pragma once

#include "tamis/methods/method.hpp"

namespace tamis::detail {

// variance, fisher, spec with similarity=class, trace-ratio with criterion=fisher, hsic with the linear
// kernel and the biased estimator. On a bootstrap sample a repeated sample is its own nearest neighbor, which
// breaks everything that looks for neighbors.
bool has_bootstrap(const ConfiguredMethod& method);

// One ranking per replicate, 1 for the best. `labels`: those that are drawn class by class, may be empty.
// `k`: how many features trace-ratio chooses. The data are used as they are, scaled once for all replicates.
std::vector<std::vector<Small>> bootstrap_rankings(const ConfiguredMethod& method, const MatrixView& x,
                                                   const Labels& labels, Index k, Index replicates,
                                                   const Context& context);

}  // namespace tamis::detail
