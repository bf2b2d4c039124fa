// Whether a run may go on from the results of an earlier one.
#pragma once

#include "tamis/pipeline/compare/evaluate_plan.hpp"

namespace tamis::detail {

// Throws Error unless `before` is of the same data, seed, options and protocol, with as many repeats or
// fewer, and has none of the planned methods with other options. `now` is the head of the run to be made.
void check_continued(const EvaluateRun& before, const EvaluateRun& now, const EvaluatePlan& plan);

}  // namespace tamis::detail
