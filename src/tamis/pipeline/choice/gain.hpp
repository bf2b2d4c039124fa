// How much of what all features reach together the first k reach.
#pragma once

#include "tamis/core/choice/count_rule.hpp"
#include "tamis/methods/method.hpp"

namespace tamis::detail {

struct GainCurve {
    std::vector<double> values;  // for 1, 2, … features
    double full = 0.0;           // for all of them
};

// Throws UsageError unless the method has an objective that only grows with the features: lapdofs (greedy)
// and gfs.
void require_gain(const ConfiguredMethod& method);

// `longest` is a selection of the method from these data, whose first k features are taken for every k.
GainCurve gain_curve(const ConfiguredMethod& method, const MatrixView& x, const Inputs& inputs,
                     const Selection& longest, const Context& context);

// Warns if the share is not reached.
RuleChoice choice_on(const CountRule& rule, const GainCurve& curve, const Context& context);

}  // namespace tamis::detail
