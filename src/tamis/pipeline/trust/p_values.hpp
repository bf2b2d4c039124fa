// Which test fits a method, and the test itself.
#pragma once

#include "tamis/methods/method.hpp"
#include "tamis/pipeline/trust/trust.hpp"

namespace tamis::detail {

enum class TestKind {
    f,             // of the class means
    class_sums,    // label permutations, all draws at once
    relieff,       // label permutations on sorted neighbors
    labels_again,  // label permutations, the method anew for every draw
};

// Throws UsageError with the reason, and with what to use instead, if the method has no such test.
TestKind test_of(const ConfiguredMethod& method, const TrustRequest& request);

// What a test works on: the data as the method saw them.
struct TestData {
    Rows x;
    const Labels& labels;
};

// Remarks go to context.warn. Throws Error if the data do not allow the test.
PValues p_values(const ConfiguredMethod& method, const TestData& data, const TrustRequest& request,
                 const Context& context);

}  // namespace tamis::detail
