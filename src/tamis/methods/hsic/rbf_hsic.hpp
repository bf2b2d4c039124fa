// HSIC of a set of features under the Gaussian kernel exp(-σ‖x-x'‖²), and of the set without each of them.
// song2012.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/methods/hsic/label_kernel.hpp"

namespace tamis::detail {

// 1 / median squared distance of the samples. If more than half of the pairs coincide the median says
// nothing: the mean takes its place, and `coincident` is set.
struct Bandwidth {
    double sigma = 0.0;
    bool coincident = false;
};
Bandwidth median_bandwidth(const MatrixView& x, const Context& context = {});

// HSIC of all columns of x together.
double rbf_hsic(const MatrixView& x, const Labels& labels, const LabelKernel& kernel, double sigma,
                HsicEstimator estimator, const Context& context = {});

// What a round of backward elimination needs, in one pass over the pairs of samples: ‖x-x'‖² without column j
// is the whole minus (f-f')². O(n²) exponentials per column; no kernel matrix is kept.
struct HsicRound {
    double whole = 0.0;           // of all columns, by the estimator asked for
    std::vector<double> without;  // unbiased, of all columns but this one
};
HsicRound rbf_hsic_round(const MatrixView& x, const Labels& labels, const LabelKernel& kernel, double sigma,
                         HsicEstimator estimator, const Context& context = {});

}  // namespace tamis::detail
