// What a comparison can do but its user may not have meant.
#pragma once

#include "tamis/pipeline/compare/evaluate_plan.hpp"

namespace tamis::detail {

// Each once, before the work.
void warn_of_doubtful_request(const Dataset& data, const EvaluateRequest& request, const EvaluatePlan& plan,
                              const Context& context);

}  // namespace tamis::detail
