#include "tamis/pipeline/compare/evaluate_plan.hpp"

#include <algorithm>
#include <set>

#include "tamis/core/error.hpp"
#include "tamis/passes/first_unusable.hpp"

namespace tamis::detail {

namespace {

// What is named twice would count twice in means and tests.
void refuse_repeated(const std::string& what, const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (const std::string& name : names)
        if (!seen.insert(name).second) throw UsageError("the " + what + " '" + name + "' is given twice");
}

void plan_evaluators(const EvaluateRequest& request, EvaluatePlan& plan) {
    const bool clustering = plan.protocol.kind == ProtocolKind::cluster;
    plan.evaluators = request.evaluators;
    if (plan.evaluators.empty()) plan.evaluators = {clustering ? Evaluator::kmeans : Evaluator::one_nearest};
    std::vector<std::string> names;
    for (const Evaluator evaluator : plan.evaluators) names.push_back(to_text(evaluator));
    refuse_repeated("evaluator", names);
    for (const Evaluator evaluator : plan.evaluators) {
        const std::string name = to_text(evaluator);
        if ((evaluator == Evaluator::kmeans) != clustering)
            throw UsageError("the evaluator " + name + " does not fit the protocol " +
                             to_text(plan.protocol) + ": use kmeans with cluster:…, and only there");
        if (evaluator == Evaluator::svm && plan.protocol.whole_set())
            throw UsageError("the evaluator svm needs a training part, and the protocol " +
                             to_text(plan.protocol) + " has none: use 1nn, or cv or holdout");
        if (evaluator == Evaluator::kmeans)
            for (const char* metric : {"ac", "nmi"}) plan.metrics.push_back({name, metric});
        else
            plan.metrics.push_back({name, "accuracy"});
    }
    plan.metrics.push_back({"features", "redundancy"});
    plan.svm_c = request.svm_c;
    if (plan.svm_c && !(*plan.svm_c > 0.0)) throw UsageError("C of the linear SVM must be above 0");
    plan.kmeans.start = request.kmeans_start;
    plan.kmeans.moves = request.kmeans_moves;
}

std::vector<Index> feature_counts(const EvaluateRequest& request, Index features) {
    std::set<Index> counts;
    for (const FeatureCount& k : request.k) counts.insert(k.of(features));
    if (counts.empty())
        throw UsageError("no number of features is given",
                         "give the numbers to compare, as in " + option("k", "10,20,50"));
    return {counts.begin(), counts.end()};
}

PlannedMethod plan_method(const ComparedMethod& compared, const EvaluatePlan& plan,
                          const std::vector<Index>& counts, Index features) {
    PlannedMethod planned{.label = compared.label, .method = compared.method, .random = compared.random()};
    planned.k = counts;
    if (planned.all()) planned.k = {features};
    if (!planned.method) return planned;
    // Any number of classes will do to see what the method needs.
    const ConfiguredMethod method = planned.for_split(plan.protocol, 2);
    planned.needs = method.needs();
    planned.nested = method.nested();
    planned.graph = compared.graph.value_or(method.about().graph);
    if (planned.needs.graph && planned.graph.needs_labels()) planned.needs.labels = true;
    if (planned.needs.own_graph)
        throw UsageError("'" + planned.label +
                         "' needs a graph of your own, which cannot be cut into the parts of " +
                         to_text(plan.protocol));
    if (plan.protocol.whole_set() && planned.needs.labels)
        throw UsageError("'" + planned.label + "' uses the labels, and " + to_text(plan.protocol) +
                         " would test on the samples that it has seen: use it with holdout, per-class or cv");
    return planned;
}

void plan_methods(const Dataset& data, const EvaluateRequest& request, EvaluatePlan& plan) {
    std::vector<ComparedMethod> all = request.methods;
    if (all.empty())
        throw UsageError("no method is given",
                         "give the methods to compare, as in " + option("methods", "fisher,laplacian"));
    const std::vector<Index> counts = feature_counts(request, data.features());
    std::vector<std::string> labels;
    for (const ComparedMethod& compared : all) labels.push_back(compared.label);
    refuse_repeated("method", labels);
    for (const char* baseline : {"random", "all"})
        if (request.baselines && std::find(labels.begin(), labels.end(), baseline) == labels.end())
            all.emplace_back(baseline);
    for (const ComparedMethod& compared : all)
        plan.methods.push_back(plan_method(compared, plan, counts, data.features()));
    for (const PlannedMethod& method : plan.methods)
        if (method.needs.graph && method.graph.search != Search::approximate)
            plan.neighbors[method.graph.metric] =
                std::max(plan.neighbors[method.graph.metric], method.graph.neighbors);
}

}  // namespace

ConfiguredMethod PlannedMethod::for_split(const Protocol& protocol, Index classes) const {
    if (!protocol.whole_set() || !method->needs().classes) return *method;
    return method->with({{"clusters", classes}});
}

Record PlannedMethod::params() const {
    if (!method) return {};
    Record params = method->params();
    if (needs.graph)
        for (auto& option : GraphOptions::fields().values(graph)) params.push_back(std::move(option));
    return params;
}

EvaluatePlan make_plan(const Dataset& data, const EvaluateRequest& request, const Context& context) {
    EvaluatePlan plan;
    check_protocol(request.protocol);
    plan.protocol = request.protocol;
    plan.scale = request.scale.value_or(data.x.is_sparse() ? Scaling::none : Scaling::standard);
    plan_evaluators(request, plan);
    if (data.samples() == 0) throw Error(data.name + " has no samples");
    if (data.features() == 0) throw Error(data.name + " has no features");
    plan.fills = first_unusable(data.x, context).has_value();
    plan_methods(data, request, plan);
    plan.splits = make_splits(plan.protocol, data.labels, context.seed, data.name);
    return plan;
}

Record plan_options(const EvaluatePlan& plan) {
    Record options = {{"scale", to_text(plan.scale)}};
    for (const Evaluator evaluator : plan.evaluators) {
        if (evaluator == Evaluator::svm)
            options.emplace_back("svm_c", plan.svm_c ? Value(*plan.svm_c) : Value(std::string("cv")));
        if (evaluator == Evaluator::kmeans) {
            options.emplace_back("kmeans_start", to_text(plan.kmeans.start));
            options.emplace_back("kmeans_moves", plan.kmeans.moves);
        }
    }
    return options;
}

}  // namespace tamis::detail
