// The F test of one-way analysis of variance: do the classes differ in the mean of a feature?
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail {

// Per feature.
struct FTest {
    std::vector<double> f;        // (b / e)·(n - c) / (c - 1); +inf if the classes are separated perfectly
    std::vector<double> p;        // 0 below the smallest double
    std::vector<double> log10_p;  // holds what p cannot; -inf if the classes are separated perfectly
};

// From the scatter between and within `classes` classes of `samples` samples: p = I_x((n - c)/2, (c - 1)/2)
// with x = e/(b + e), which is 1/(1 + score) of the Fisher score. A constant feature has p = 1. Throws Error
// unless there are two classes and more samples than classes.
FTest f_test(const Scatter& scatter, Index samples, Index classes, const Context& context = {});

// 1 for features of which fewer than `least` samples differ from the most frequent value: the F test counts
// on more.
std::vector<char> rarely_varying(const Rows& x, Index least, const Context& context = {});

}  // namespace tamis::detail
