// One method on one split: its selections and how good they are.
#pragma once

#include <vector>

#include "tamis/pipeline/compare/split_data.hpp"

namespace tamis::detail {

// One number for one split: the value, what it counts for among the folds of a repeat (0: there is none) and
// the time of the selection.
struct FoldScore {
    double value = 0.0, weight = 1.0, seconds = 0.0;
};

// What a method makes of a split.
struct TaskOutcome {
    std::vector<std::vector<FoldScore>> scores;  // per k of the method, per metric of the plan
    std::vector<ChosenFeatures> selections;      // without `method`, which the caller knows
};

TaskOutcome run_task(const PlannedMethod& method, SplitData& split, const EvaluatePlan& plan,
                     const Context& context);

}  // namespace tamis::detail
