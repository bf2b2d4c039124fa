// Methods of a comparison in every split, without the bookkeeping of a comparison.
#pragma once

#include "tamis/pipeline/compare/evaluate_plan.hpp"

namespace tamis::detail {

// The value of the first metric: by method, split and number of features of the method. Splits are worked on
// side by side; what the methods remark on is not passed on.
using SplitValues = std::vector<std::vector<std::vector<double>>>;
SplitValues split_values(const Dataset& data, const EvaluatePlan& plan,
                         const std::vector<const PlannedMethod*>& methods, const Context& context);

// The method of that label.
const PlannedMethod& method_called(const EvaluatePlan& plan, const std::string& label);

}  // namespace tamis::detail
