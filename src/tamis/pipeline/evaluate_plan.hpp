// A request for a comparison, checked and resolved: what has to be done.
#pragma once

#include <map>
#include <utility>

#include "tamis/eval/kmeans.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/method_spec.hpp"

namespace tamis {

struct PlannedMethod {
    MethodSpec spec;
    const Method* method = nullptr;  // null for a baseline
    Needs needs;
    bool nested = true;
    GraphOptions graph;
    std::vector<Index> k;  // ascending; all features alone for `all`

    // The settings for one split: where labels are kept from the method, `clusters` is the number of classes.
    Settings settings(const Protocol& protocol, Index classes) const;
    Record params() const;
};

enum class Evaluator { one_nearest, svm, kmeans };

struct MeasureName {
    std::string evaluator, metric;
};

struct EvaluatePlan {
    Protocol protocol;
    Scaling scale = Scaling::none;
    std::vector<Evaluator> evaluators;
    std::vector<MeasureName> metrics;  // of the evaluators in order, then the redundancy
    std::optional<double> svm_c;
    KmeansOptions kmeans;
    std::vector<PlannedMethod> methods;
    std::vector<Split> splits;
    // How many neighbors to look for once, per metric.
    std::map<Metric, Index> neighbors;
};

EvaluatePlan make_plan(const Dataset& data, const EvaluateRequest& request, std::uint64_t seed);

// What the values depend on beside the data, the protocol and the seed.
Record plan_options(const EvaluatePlan& plan);

}  // namespace tamis
