// One method on one split: its selections and how good they are.
#pragma once

#include <vector>

#include "tamis/pipeline/prepared_split.hpp"

namespace tamis {

// What a method makes of a split.
struct TaskOutcome {
    // Per k of the method, per metric of the plan: the value and what it counts for among the folds of a
    // repeat.
    struct Score {
        double value = 0.0, weight = 1.0;
    };
    std::vector<std::vector<Score>> scores;
    std::vector<double> seconds;             // per k
    std::vector<ChosenFeatures> selections;  // without `method`, which the caller knows
};

TaskOutcome run_task(const PlannedMethod& method, PreparedSplit& split, const EvaluatePlan& plan,
                     const Context& context);

}  // namespace tamis
