// The same comparison on several data sets.
#pragma once

#include "tamis/pipeline/across.hpp"

namespace tamis::detail {

struct EvaluateAllHooks {
    const EvaluateRuns* previous = nullptr;  // an earlier run, also of fewer data sets
    // Once, before the work: the steps of all data sets.
    std::function<void(const EvaluateWork&)> start;
    // As EvaluateHooks::save, with everything that is known of any data set.
    std::function<void(const EvaluateRuns&)> save;
};

// Checks the request on every data set before it works on the first one. Throws UsageError where two data
// sets have the same name, Error where hooks.previous does not fit or has other data sets as well.
EvaluateRuns run_evaluate(const std::vector<Dataset>& data, const EvaluateRequest& request,
                          const Context& context = {}, const EvaluateAllHooks& hooks = {});

// Of all runs together.
EvaluateWork total_work(const EvaluateRuns& runs);

}  // namespace tamis::detail
