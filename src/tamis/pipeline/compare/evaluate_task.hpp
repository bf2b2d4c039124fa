// One method on one split: its selections and how good they are.
#pragma once

#include <optional>
#include <vector>

#include "tamis/core/threads/function_ref.hpp"
#include "tamis/pipeline/compare/split_data.hpp"

namespace tamis::detail {

// One number for one split: the value, what it counts for among the folds of a repeat (0: there is none) and
// the time of the selection.
struct FoldScore {
    double value = 0.0, weight = 1.0, seconds = 0.0;
    double count = 0.0;  // features, where a rule found how many
};

// What a method makes of a split, for one number of features or for several that come from one ranking.
struct TaskPart {
    std::vector<Index> counts;                   // some of the k of the method
    std::vector<std::vector<FoldScore>> scores;  // per count, per metric of the plan
    std::optional<ChosenFeatures> selection;     // without `method`, which the caller knows
};

// Calls keep(part) as soon as a part is finished. Numbers of features that are not among the `wanted` ones
// are left out if each has a selection of its own.
void run_task(const PlannedMethod& method, SplitData& split, const EvaluatePlan& plan,
              const std::vector<Index>& wanted, FunctionRef<void(TaskPart)> keep, const Context& context);

}  // namespace tamis::detail
