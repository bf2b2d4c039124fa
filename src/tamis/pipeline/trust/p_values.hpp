// Which test fits a method, and the test itself.
#pragma once

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/pipeline/trust/trust.hpp"

namespace tamis::detail {

enum class TestKind {
    f,             // of the class means
    class_sums,    // label permutations, all draws at once
    relieff,       // label permutations on sorted neighbors
    labels_again,  // label permutations, the method anew for every draw
    graph,         // smoothness on a graph: moments, and permutations of the values where they do not do
    rows_again,    // permutations of the values, the method anew for every draw
};

// Throws UsageError with the reason, and with what to use instead, if the method has no such test.
TestKind test_of(const ConfiguredMethod& method, const TrustRequest& request);

// Whether it has one.
bool has_test(const ConfiguredMethod& method);

constexpr Index usual_draws = 999;
constexpr Index usual_slow_draws = 199;  // where every draw runs the method again

// What a test works on: the data as the method saw them.
struct TestData {
    Rows x;
    const Labels& labels;
    const Graph* graph = nullptr;  // the user's own; otherwise graphs are built with these options
    GraphOptions graph_options = {};
    FixedFeatures fixed = {};  // whether the excluded features say how near samples are; all are tested
};

// The F test of each feature from the scatter of `classes` classes. `rare` marks the features of which too
// few samples vary for more than an approximate test; empty: it is not known which. Without q.
PValues f_p_values(const ConfiguredMethod& method, const Scatter& scatter, Index samples, Index classes,
                   std::span<const char> rare, const Context& context);

// Remarks go to context.warn. Throws Error if the data do not allow the test.
PValues p_values(const ConfiguredMethod& method, const TestData& data, const TrustRequest& request,
                 const Context& context);

}  // namespace tamis::detail
