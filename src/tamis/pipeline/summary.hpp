// What the rows of a comparison say together.
#pragma once

#include <string>
#include <vector>

#include "tamis/pipeline/evaluate.hpp"

namespace tamis {

// A column of numbers that can be compared: one per repeat for every method.
struct Measure {
    std::string evaluator, metric;
    Index clusters = 0;
    auto operator<=>(const Measure&) const = default;
};

// The measures of the run in order of appearance; the redundancy is not among them.
std::vector<Measure> measures_of(const EvaluateRun& run);
// The numbers of features in ascending order; those of the baseline `all` only where others have them too.
std::vector<Index> feature_counts_of(const EvaluateRun& run);

struct SummaryRow {
    std::size_t method = 0;
    Index k = 0;
    Measure measure;
    double mean = 0.0, std = 0.0, seconds = 0.0;
    Index n = 0;  // repeats
};

// Mean and standard deviation over the repeats, for every method, k and measure (the redundancy included), in
// order of the rows.
std::vector<SummaryRow> summarize(const EvaluateRun& run);

struct PairedTest {
    Index k = 0;
    Measure measure;
    std::size_t a = 0, b = 0;  // methods
    double p = 1.0;            // Wilcoxon, two-sided, over the repeats that both have
    double p_holm = 1.0;       // corrected for all pairs of this k and measure
};

// All pairs of methods, for every k; the baseline `all` takes part in each.
std::vector<PairedTest> paired_tests(const EvaluateRun& run);

struct MeanRank {
    std::size_t method = 0;
    Measure measure;
    double rank = 0.0;  // 1 is best; mean over all k and repeats that every method has
};

std::vector<MeanRank> mean_ranks(const EvaluateRun& run);

struct StabilityRow {
    std::size_t method = 0;
    Index k = 0, clusters = 0;
    double kuncheva = 0.0, nogueira = 0.0;
    Index n = 0;  // selections compared
};

// Over the splits of the run; nothing for methods with fewer than two selections.
std::vector<StabilityRow> stabilities(const EvaluateRun& run);

}  // namespace tamis
