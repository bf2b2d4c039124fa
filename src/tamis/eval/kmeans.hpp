// k-means: Lloyd's iterations, then moves of single samples.
// Lloyd, "Least Squares Quantization in PCM", 1982; Hartigan, Wong, "Algorithm AS 136", 1979 (the rule for a
// single move); Arthur, Vassilvitskii, "k-means++", SODA 2007 (the optional start).
#pragma once

#include <cstdint>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis {

struct KmeansOptions {
    enum class Start {
        samples,    // random distinct samples
        plus_plus,  // samples drawn with a probability that grows with the squared distance to those drawn
    };

    Index clusters = 2;
    Index starts = 10;  // the best objective counts; more find better ones
    Start start = Start::samples;
    bool moves = true;  // after Lloyd: single samples move wherever that lowers the objective
    Index max_iterations = 300;
};

struct Clustering {
    std::vector<int> of;     // cluster of each sample
    double objective = 0.0;  // sum of the squared distances to the centers
};

// Takes samples × features and returns the best clustering of all starts. The starts are drawn from
// context.seed; a tie between starts goes to the earlier one. A cluster that runs empty takes the sample that
// is farthest from its center. Throws UsageError if an option is below 1, and Error if a cell is not finite
// or there are fewer samples than clusters.
Clustering kmeans(const DenseView& x, const KmeansOptions& options, const Context& context = {});

}  // namespace tamis
