// Classifiers that judge a selection: how many of the test samples they get right. 1NN is a pass over the
// data (passes/one_nearest.hpp), which methods use too.
#pragma once

#include <optional>

#include "tamis/passes/one_nearest.hpp"

namespace tamis::detail {

enum class SvmClasses {
    one_against_others,  // as many machines as classes, the largest value decides
    pairwise,            // one for every two classes, the most votes decide, the lower class on ties
};

struct SvmOptions {
    // Price of an error; larger fits the training samples more closely. Nothing: the best of 2^-5, 2^-3, …
    // 2^5 by 3-fold cross-validation of the training samples, the smaller one on ties.
    std::optional<double> c = {};
    SvmClasses classes = SvmClasses::one_against_others;
    // Of the constant feature that stands for the intercept; larger penalizes the intercept less.
    double intercept = 1.0;
};

// Linear support vector machine (squared hinge loss, with an intercept), by liblinear: the number of test
// samples that it classifies correctly. Features are used as they are.
// Fan, Chang, Hsieh, Wang, Lin, "LIBLINEAR: A Library for Large Linear Classification", JMLR 2008.
Index svm_correct(const Samples& train, const Samples& test, const SvmOptions& options = {},
                  const Context& context = {});

}  // namespace tamis::detail
