// What the rows of a comparison say together, as plain data.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

struct EvaluateRun;

// A column of numbers that can be compared: one per repeat for every method.
struct Measure {
    std::string evaluator, metric;
    Index clusters = 0;
    auto operator<=>(const Measure&) const = default;
};

// Mean and standard deviation over the repeats of one method, k and measure.
struct SummaryRow {
    std::size_t method = 0;  // position in EvaluateRun::methods
    Index k = 0;
    Measure measure;
    double mean = 0.0, std = 0.0, seconds = 0.0;
    Index n = 0;         // repeats
    bool any_k = false;  // stands for every k: of `all`, or of a rule, whose mean number of features k is
};

struct PairedTest {
    Index k = 0;
    Measure measure;
    std::size_t a = 0, b = 0;  // methods
    double p = 1.0;            // Wilcoxon, two-sided, over the repeats that both have
    double p_holm = 1.0;       // corrected for all pairs of this k and measure
};

struct MeanRank {
    std::size_t method = 0;
    Measure measure;
    double rank = 0.0;  // 1 is best; mean over all k and repeats that every method has
};

struct StabilityRow {
    std::size_t method = 0;
    Index k = 0, clusters = 0;
    double kuncheva = 0.0, nogueira = 0.0;
    Index n = 0;  // selections compared
};

// How a method compares with the best one of its column.
enum class Standing {
    best,           // the largest mean; the first of equal ones
    not_separated,  // the paired test finds no difference from the best
    other,          // it does, or there are too few repeats for the test to find any difference
};

// One method in the column of one k and measure.
struct ColumnEntry {
    std::size_t method = 0;
    Index k = 0;
    Measure measure;
    std::size_t row = 0;  // position in EvaluateSummary::rows; for `all` the same one for every k
    Standing standing = Standing::other;
};

struct EvaluateSummary {
    // In order of appearance; the redundancy is not among them.
    std::vector<Measure> measures;
    // Ascending; those of the baseline `all` only if no other method has any. 0 stands for what rules find
    // where no number is given.
    std::vector<Index> feature_counts;
    // For every method, k and measure, the redundancy included, in order of the rows of the run.
    std::vector<SummaryRow> rows;
    // All pairs of methods, for every k; the baseline `all` takes part in each.
    std::vector<PairedTest> tests;
    std::vector<MeanRank> ranks;
    // Over the splits of the run; nothing for methods with fewer than two selections.
    std::vector<StabilityRow> stability;
    // By measure, k and method.
    std::vector<ColumnEntry> columns;
    Index repeats = 0;      // the most of any row
    bool can_test = false;  // there are enough repeats for the test to find a difference at all

    // The row of a method for k features; null if there is none.
    const SummaryRow* find_row(std::size_t method, Index k, const Measure& measure) const;
    // The entry of a method in the column of k and measure; null if there is none.
    const ColumnEntry* find_entry(std::size_t method, Index k, const Measure& measure) const;
};

// Takes the rows and selections of a run and returns all that is said about them. Throws Error if one of them
// names a method that the run does not have.
EvaluateSummary summarize(const EvaluateRun& run);

namespace detail {

// The level of the paired tests that decides on Standing.
constexpr double significance = 0.05;

// What a method chose in every split for k features, in order of repeats and folds; nothing for splits that
// the run does not have. Without k: whatever a rule found there.
std::vector<std::vector<Index>> sets_of_splits(const EvaluateRun& run, std::size_t method, Index clusters,
                                               std::optional<Index> k);

}  // namespace detail

}  // namespace tamis
