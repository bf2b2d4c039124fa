// What can be said of numbers that come in repeats.
#pragma once

#include <span>
#include <vector>

namespace tamis {

struct MeanStd {
    double mean = 0.0;
    double std = 0.0;  // of a sample: n - 1 in the denominator; 0 for one number
};

MeanStd mean_std(std::span<const double> values);

// Wilcoxon's signed rank test of paired numbers: the two-sided p-value. Equal pairs are left out; exact, ties
// included, for up to 50 pairs that differ, beyond that the normal approximation with the correction for
// ties. 1 if all pairs are equal. Wilcoxon, "Individual Comparisons by Ranking Methods", 1945.
double wilcoxon_p(std::span<const double> a, std::span<const double> b);

// p-values corrected for the number of tests. Holm, "A Simple Sequentially Rejective Multiple Test
// Procedure", 1979.
std::vector<double> holm(std::span<const double> p);

// Ranks of the values, 1 for the largest; equal values share the mean of their ranks.
std::vector<double> ranks_of(std::span<const double> values);

}  // namespace tamis
