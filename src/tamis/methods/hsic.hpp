// Dependence on the labels by the Hilbert-Schmidt independence criterion.
// song2007, song2012: the biased and the unbiased estimator, and backward elimination (BAHSIC).
#pragma once

#include "tamis/methods/method.hpp"

namespace tamis {

// The kernel on the labels y.
enum class LabelKernelKind {
    onehot,    // [y_i = y_l]
    balanced,  // [y_i = y_l] / samples of the class
    integer,   // y_i·y_l
};

enum class HsicEstimator { biased, unbiased };

struct HsicOptions {
    enum class Kernel {
        linear,  // judges the features one by one, in one pass
        rbf,     // judges them together: backward elimination
    };

    Index k = 10;  // features to select
    Kernel kernel = Kernel::linear;
    LabelKernelKind label_kernel = LabelKernelKind::onehot;
    HsicEstimator estimator = HsicEstimator::biased;
    double drop_fraction =
        0.1;  // rbf: part of the features that each round drops; larger is faster and coarser
    FixedFeatures fixed = {};  // features to be chosen in any case, and never

    static About about();
    static Fields<HsicOptions> fields();
    bool in_passes() const { return kernel == Kernel::linear; }  // reads block by block
    std::string not_shared() const {
        return kernel == Kernel::linear ? "" : "kernel=rbf compares every sample with every other";
    }
};

// linear: raw score of feature j is the HSIC of that feature alone.
// rbf: each round drops the features without which the others' HSIC (always the unbiased estimate, with
// σ = 1 / median squared distance) is largest. Raw scores are places: the last survivor has as many as there
// are features that are not constant, the first one dropped has 1, constant features have 0. The objective is
// the HSIC of the chosen set by `estimator`, its trace that of the survivors round by round. Throws Error if
// the rows are not a matrix in memory.
// What it takes and throws besides: see method.hpp.
Selection hsic(const Rows& x, const Labels& labels, const HsicOptions& options = {},
               const Context& context = {});

}  // namespace tamis
