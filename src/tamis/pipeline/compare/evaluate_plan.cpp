#include "tamis/pipeline/compare/evaluate_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tamis/core/error.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/pipeline/choice/gain.hpp"
#include "tamis/pipeline/choice/trust_rules.hpp"

namespace tamis::detail {

namespace {

// What is named twice would count twice in means and tests.
void refuse_repeated(const std::string& what, const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (const std::string& name : names)
        if (!seen.insert(name).second)
            throw UsageError(fmt::format("the {} '{}' is given twice", what, name));
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
    if (counts.empty() && request.rules.empty())
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
    planned.compared = compared;
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

// A rule needs labels and a part to learn from.
void check_rule(const CountRule& rule, const PlannedMethod& method, const EvaluatePlan& plan) {
    if (plan.protocol.whole_set())
        throw UsageError("k = " + to_text(rule) + " needs a training part, and the protocol " +
                         to_text(plan.protocol) + " has none: use holdout or cv, or a number");
    if (rule.kind == CountRule::Kind::gain) require_gain(*method.method);
    if (rule.by_trust()) require_trust_rule(rule, *method.method, {});
}

PlannedMethod with_rule(PlannedMethod method, const CountRule& rule) {
    method.rule = rule;
    method.k = {0};
    method.nested = false;
    return method;
}

// Every method as it is for the given numbers, and once more for every rule.
void add_with_rules(const PlannedMethod& method, const std::vector<CountRule>& rules, EvaluatePlan& plan) {
    if (!method.k.empty()) plan.methods.push_back(method);
    if (!method.method) return;
    for (const CountRule& rule : rules) {
        check_rule(rule, method, plan);
        plan.methods.push_back(with_rule(method, rule));
        plan.methods.back().label += " (" + to_text(rule) + ")";
    }
}

// Every method chooses its number of features in the folds of the training part; then there is the best of
// all of them, and as many features drawn at random.
void add_nested(const PlannedMethod& method, CountRule usual, const std::vector<CountRule>& rules,
                EvaluatePlan& plan) {
    if (method.all()) return plan.methods.push_back(method);
    usual.folds = plan.protocol.inner;
    if (!method.method) {
        plan.methods.push_back(with_rule(method, usual));
        plan.methods.back().contest = true;
        return;
    }
    if (!usual.counts.empty()) plan.methods.push_back(with_rule(method, usual));
    for (CountRule rule : rules) {
        check_rule(rule, method, plan);
        rule.folds = plan.protocol.inner;
        plan.methods.push_back(with_rule(method, rule));
        if (!usual.counts.empty() || rules.size() > 1)
            plan.methods.back().label += " (" + to_text(rule) + ")";
    }
}

PlannedMethod winner_of_all(Index inner_folds) {
    PlannedMethod best{.label = "best"};
    best = with_rule(std::move(best), {.kind = CountRule::Kind::cv_best, .folds = inner_folds});
    best.contest = true;
    best.needs.labels = true;
    return best;
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
    const bool nested = plan.protocol.kind == ProtocolKind::nested;
    for (const ComparedMethod& compared : all) {
        const PlannedMethod method = plan_method(compared, plan, counts, data.features());
        if (nested)
            add_nested(method, {.kind = CountRule::Kind::cv_best, .counts = counts}, request.rules, plan);
        else
            add_with_rules(method, request.rules, plan);
    }
    if (nested) plan.methods.insert(plan.methods.begin(), winner_of_all(plan.protocol.inner));
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
    plan.judge = {.evaluator = plan.evaluators.front(), .scale = plan.scale, .svm_c = plan.svm_c, .folds = 5};
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
