// What can be said of numbers that come in repeats.
#pragma once

#include <span>
#include <vector>

namespace tamis::detail {

struct MeanStd {
    double mean = 0.0;
    double std = 0.0;  // of a sample: n - 1 in the denominator; 0 for one number
};

MeanStd mean_std(std::span<const double> values);

// Wilcoxon's signed rank test of paired numbers: the two-sided p-value. Equal pairs are left out; exact, ties
// included, for up to 50 pairs that differ, beyond that the normal approximation with the correction for
// ties. 1 if all pairs are equal. Wilcoxon, "Individual Comparisons by Ranking Methods", 1945.
double wilcoxon_p(std::span<const double> a, std::span<const double> b);

// Friedman's test that several methods are equally good, from their ranks on every data set (one row each,
// all of the same length, 2 or more): the p-value by the chi-squared approximation with the correction for
// ties, which is rough for fewer than about ten data sets. 1 where all ranks are equal. Friedman, "The Use of
// Ranks to Avoid the Assumption of Normality Implicit in the Analysis of Variance", 1937.
double friedman_p(const std::vector<std::vector<double>>& ranks);

// The probability that a chi-squared number with `degrees` of freedom is at least `value`.
double chi_squared_tail(double value, int degrees);

// p-values corrected for the number of tests. Holm, "A Simple Sequentially Rejective Multiple Test
// Procedure", 1979.
std::vector<double> holm(std::span<const double> p);

// Ranks of the values, 1 for the largest; equal values share the mean of their ranks.
std::vector<double> ranks_of(std::span<const double> values);

}  // namespace tamis::detail
