// False discovery rates. Benjamini, Hochberg, "Controlling the False Discovery Rate", JRSS B 57, 1995.
#pragma once

#include <span>
#include <vector>

namespace tamis::detail {

// q of every p: the smallest share of false discoveries among the chosen at which this one is still chosen.
// q_(i) = min over l >= i of m·p_(l)/l, at most 1; the features with q <= α are those of the step-up
// procedure at level α. Equal p have equal q.
std::vector<double> q_values(std::span<const double> p);

}  // namespace tamis::detail
