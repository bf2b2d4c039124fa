// A request for a comparison, checked and resolved: what has to be done.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tamis/core/choice/count_rule.hpp"
#include "tamis/eval/splits.hpp"
#include "tamis/pipeline/choice/accuracy_curve.hpp"
#include "tamis/pipeline/evaluate.hpp"

namespace tamis::detail {

struct PlannedMethod {
    std::string label;
    std::optional<ConfiguredMethod> method;  // nothing for a baseline
    bool random = false;                     // the baseline of features drawn at random
    Needs needs;                             // of the method and its graph
    bool nested = true;
    GraphOptions graph;
    std::vector<Index> k;  // ascending; all features alone for the baseline `all`, 0 alone with a rule
    std::optional<CountRule> rule;           // finds k in every training part
    std::optional<ComparedMethod> compared;  // what the rule tries out
    // The rule chooses among all methods that have one: this is the winner of each training part, or, for the
    // baseline `random`, as many features as it takes.
    bool contest = false;
    FixedFeatures fixed = {};  // features to be chosen in any case

    bool all() const { return !method && !random; }
    std::string name() const { return method ? method->name() : label; }
    // The method for one split: if labels are kept from it, `clusters` is the number of classes.
    ConfiguredMethod for_split(const Protocol& protocol, Index classes) const;
    Record params() const;  // those of the graph included; none for a baseline
};

struct MeasureName {
    std::string evaluator, metric;
};

struct EvaluatePlan {
    Protocol protocol;
    Scaling scale = Scaling::none;
    bool fills = false;  // missing cells, split by split
    std::vector<Evaluator> evaluators;
    std::vector<MeasureName> metrics;  // of the evaluators in order, then the redundancy
    std::optional<double> svm_c;
    KmeansOptions kmeans;
    std::vector<PlannedMethod> methods;
    std::vector<Split> splits;
    FoldJudge judge;  // of the choices of rules
    // How many neighbors to look for once, per metric.
    std::map<Metric, Index> neighbors;
};

EvaluatePlan make_plan(const Dataset& data, const EvaluateRequest& request, const Context& context);

// What the values depend on besides the data, the protocol and the seed.
Record plan_options(const EvaluatePlan& plan);

}  // namespace tamis::detail
