// Trace ratio: the subset with the globally best ratio of two graph energies.
// nie2008, eq. 8 and Algorithm 1.
#pragma once

#include "tamis/methods/method.hpp"

namespace tamis {

struct TraceRatioOptions {
    enum class Criterion {
        fisher,     // eq. 10, 11: needs labels
        laplacian,  // eq. 12, 13: needs a graph
        graph,      // the user's own graph, or pair of graphs
        semi,       // labels for some samples, a graph for the rest
    };

    Index k = 10;  // features to select
    Criterion criterion = Criterion::fisher;
    double label_weight = 100.0;  // criterion semi: larger trusts the labels more, against the neighbors
    bool path = false;            // also the optimum for every smaller number of features
    FixedFeatures fixed = {};     // features to be chosen in any case, and never

    static About about();
    std::string not_shared() const { return {}; }
    static Fields<TraceRatioOptions> fields();
    Needs needs() const;
};

// Maximizes Σ_S b_j / Σ_S e_j over all subsets S of k features. `scores` are b - λ*e, `raw_scores` the single
// features' ratios b/e. The certificate: {optimal, lambda, residual, margin, ties}.
// What it takes and throws: see method.hpp.
Selection trace_ratio(const Rows& x, const Inputs& inputs, const TraceRatioOptions& options = {},
                      const Context& context = {});

}  // namespace tamis
