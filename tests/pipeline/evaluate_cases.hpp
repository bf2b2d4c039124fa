// Data and requests for the tests of comparisons.
#pragma once

#include "tamis/core/error.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tests/support/random_data.hpp"

namespace tamis::testing {

inline Dataset noise(Index samples, Index features, int classes, std::uint64_t seed) {
    Dataset data;
    data.name = "noise.csv";
    data.x = random_matrix(samples, features, seed);
    data.labels = random_labels(samples, classes, seed + 1);
    return data;
}

// What a comparison is refused with; "" if it is not.
inline std::string trouble(const Dataset& data, const EvaluateRequest& request,
                           const EvaluateHooks& hooks = {}) {
    try {
        run_evaluate(data, request, {}, hooks);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace tamis::testing
