// The criterion that the generalized Fisher score maximizes: tr(S_b(S_t + γI)⁻¹) of a set of features taken
// together. gu2011, eq. 2.
#pragma once

#include <span>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/methods/gfs/fisher_data.hpp"

namespace tamis::detail {

// S_t is the scatter of the features about their means (sums, not divided by the number of samples), S_b that
// of the class means. Between 0 and classes - 1; more features never lower it, a larger γ never raises it.
double regularized_fisher(const MatrixView& x, const Labels& labels, std::span<const Index> features,
                          double gamma, const Context& context = {});
double regularized_fisher(const FisherData& data, std::span<const Index> features, double gamma);

// G = (n/2)·((classes - 1) - criterion), the form the cutting planes work with.
double objective_of_set(const FisherData& data, std::span<const Index> features, double gamma);

}  // namespace tamis::detail
