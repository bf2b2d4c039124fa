// SPEC: features that vary slowly over a similarity graph of the samples.
// zhao2007.
#pragma once

#include <optional>

#include "tamis/methods/method.hpp"

namespace tamis {

struct SpecOptions {
    enum class Criterion {
        phi2,  // eq. 7 and 10, with the squared denominator that the derivation gives
        phi1,  // eq. 6 and 9
        phi3,  // eq. 8 and 11
    };
    enum class Similarity {
        knn,        // the neighbor graph of the graph options
        rbf,        // eq. 1: exp(-d²/T) between all samples
        diffusion,  // exp(-beta·L) on its edges
        by_class,   // eq. 2: needs labels
        relieff,    // eq. 12: needs labels; signed
        graph,      // the user's own graph
    };
    enum class Function {
        power,     // r^power
        exp,       // e^(t·r) - 1
        walk,      // (a - r)^-steps - a^-steps
        cosine,    // 1/cos(π·r/2a) - 1
        saturate,  // 1 - e^(-t·r)
        rational,  // r/(r + c)
    };
    enum class RbfScale {
        mean,    // of d² over all pairs, in closed form
        median,  // of d² over all pairs
        cai,     // 2s², s the mean of all distances, those of samples to themselves among them
    };
    enum class EdgeWeights { binary, graph };
    enum class ReliefFeatures {
        raw,   // as they are
        unit,  // divided by their length, as the criteria see them: φ1 is then ReliefF on them (theorem 5)
    };

    Index k = 10;  // features to select
    Criterion criterion = Criterion::phi2;
    Function spectral_function = Function::power;  // γ, of the eigenvalues 0 … 2 of the graph
    double power = 1.0;                            // larger punishes the fast parts of a feature more
    double t = 2.0;   // exp: larger punishes them more; saturate: larger tells fewer of them apart
    double a = 2.5;   // walk, cosine: above 2, nearer to 2 punishes the fastest parts more
    Index steps = 2;  // walk: larger punishes the fast parts more
    double c = 0.5;   // rational: smaller tells fewer of the fast parts apart
    Similarity similarity = Similarity::knn;
    std::optional<double> rbf_bandwidth;  // rbf: T, larger makes all samples more alike; nothing: rbf_scale
    RbfScale rbf_scale = RbfScale::mean;  // rbf: what T is unless it is given
    std::optional<double> beta;           // diffusion time, larger spreads farther; nothing: 1 / mean degree
    EdgeWeights diffusion_weights = EdgeWeights::binary;
    std::optional<Index> clusters;  // phi3: eigenpairs used, counting the trivial one; nothing: classes
    Index relief_neighbors = 10;    // relieff: hits, and misses per class; more smooths more
    ReliefFeatures relief_features = ReliefFeatures::raw;  // relieff: what distances are taken of
    FixedFeatures fixed = {};                              // features to be chosen in any case, and never

    static About about();
    static Fields<SpecOptions> fields();
    bool in_passes() const;  // whole powers on the edges of a graph
    std::string not_shared() const;
    Needs needs() const;  // throws UsageError on options that do not fit together, before any work is done
};

// Raw scores: φ1 and φ2 (smaller is better) or φ3 (larger is better); isolated samples are ignored. No
// eigendecomposition for φ1 and φ2 unless there are few samples and γ is no whole power, or a diffusion
// costs less that way. Throws Error for similarity=relieff and rbf if the rows are not a matrix in memory.
// What it takes and throws besides: see method.hpp.
Selection spec(const Rows& x, const Inputs& inputs, const SpecOptions& options = {},
               const Context& context = {});

}  // namespace tamis
