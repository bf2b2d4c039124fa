// What comparisons on several data sets say together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/pipeline/evaluate.hpp"

namespace tamis::detail {

// One measure over all data sets. A method's value on a data set is the mean over its k of the mean over the
// repeats; the methods are ranked by it on each data set.
struct AcrossMeasure {
    Measure measure;
    std::vector<std::string> labels;         // of the methods that every data set has
    std::vector<std::vector<double>> ranks;  // by data set and method; 1 is best, equal values share a rank
    std::vector<double> mean_ranks;          // by method
    std::optional<double> friedman_p;        // nothing where there are fewer than two methods
};

// Comparisons with one request, and what they say together; plain data.
struct EvaluateRuns {
    std::vector<EvaluateRun> runs;      // of differently named data
    std::vector<AcrossMeasure> across;  // of the measures that every run has; nothing for a single run

    bool complete() const;
};

// With `across` computed from the summaries of the runs.
EvaluateRuns gathered(std::vector<EvaluateRun> runs);

}  // namespace tamis::detail
