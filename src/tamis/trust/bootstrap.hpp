// The bootstrap of scores that are made of class means and scatters: all replicates in one weighted product.
#pragma once

#include <cstdint>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail {

// How often each sample is drawn, one row per replicate. Every stratum is drawn from by itself, so that no
// class vanishes: the counts of ⌊m·random(m)⌋ for its m samples, stratum after stratum.
DenseMatrix bootstrap_weights(const std::vector<std::vector<Index>>& strata, Index samples, Index replicates,
                              std::uint64_t seed);

// What a replicate says of every feature.
struct Replicate {
    Scatter scatter;  // between and within the strata; constant: does not vary any more
    // These two only if they are asked for.
    std::vector<double> class_sums;   // Σ_k (N_k(m_k - m))², for HSIC
    std::vector<double> mean_square;  // N·m² of the feature as it is, not centered
};

struct ReplicateParts {
    bool class_sums = false, mean_square = false;
};

// Some features in one replicate.
struct ReplicateStrip {
    Index replicate, begin, width;
    const double *between, *within;          // both 0: constant
    const double *class_sums, *mean_square;  // if they are asked for
};

// Calls visit for every row of the weights and every strip of features, on several threads. Equals working on
// the resampled data, but for rounding: a total of less than 1e-12 of the original one is constant, and so
// small a part of the total is 0.
void for_each_strip(const MatrixView& x, const std::vector<std::vector<Index>>& strata,
                    const DenseView& weights, const ReplicateParts& parts,
                    FunctionRef<void(const ReplicateStrip&)> visit, const Context& context = {});

// How many replicates of all features are held at a time: about 64 MB for each number of a feature.
Index replicates_held(Index features);

// Calls visit(number, replicate) for every row of the weights, on several threads.
void for_each_replicate(const MatrixView& x, const std::vector<std::vector<Index>>& strata,
                        const DenseMatrix& weights, const ReplicateParts& parts,
                        FunctionRef<void(Index number, const Replicate& replicate)> visit,
                        const Context& context = {});

}  // namespace tamis::detail
