// What `select` and `evaluate` remark on.
#pragma once

#include <gtest/gtest.h>

#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/select.hpp"
#include "tests/support/random_data.hpp"

namespace tamis::testing {

inline Dataset noise(Index samples, Index features, int classes) {
    Dataset data;
    data.name = "noise";
    data.x = random_matrix(samples, features, 1);
    std::vector<int> labels;
    for (Index i = 0; i < samples; ++i) labels.push_back(static_cast<int>(i) % classes);
    data.labels = make_labels(labels);
    return data;
}

inline std::vector<std::string> selected(const Dataset& data, const SelectRequest& request) {
    return run_select(data, request).remarks;
}

// On two splits, without the baselines, which run no method.
inline std::vector<std::string> compared(const Dataset& data, EvaluateRequest request) {
    if (request.protocol.repeats == 10) request.protocol = parse_protocol("holdout:0.5x2");
    request.baselines = false;
    std::vector<std::string> warned;
    Context context;
    context.warn = [&](const std::string& text) { warned.push_back(text); };
    const std::vector<std::string> remarks = run_evaluate(data, request, context).remarks;
    EXPECT_EQ(remarks, warned);
    return remarks;
}

}  // namespace tamis::testing
