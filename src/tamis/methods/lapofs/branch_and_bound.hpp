// The best of all sets of k features under D-optimality, with a proof: best-first branch and bound on
// log det H_S (maximum-entropy sampling with the covariance H).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::detail {

struct ProofLimits {
    Index max_nodes = 1000000;
    std::optional<double> seconds = std::nullopt;
};

struct ProvenDesign {
    std::vector<Index> set;  // ascending
    double value = 0.0;      // log det H_S
    double bound = 0.0;      // no set of as many features has more
    Index nodes = 0;         // of the search tree, whose bounds were computed
    bool closed = false;     // bound - value is at most 1e-9, or what rounding leaves
    bool out_of_time = false;
};

// `information` is H = K + λ2·I of all features, symmetric and positive definite; `start` a set of k features
// to be improved on. Only sets with the included and without the excluded features count. The search is the
// same for any number of threads.
ProvenDesign prove_best(const DenseMatrix& information, double lambda2, std::span<const Index> start,
                        const ProofLimits& limits, const Context& context, const FixedFeatures& fixed = {});

}  // namespace tamis::detail
