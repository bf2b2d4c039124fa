#include "tamis/pipeline/evaluate_plan.hpp"

#include <algorithm>
#include <set>

#include "tamis/core/error.hpp"
#include "tamis/core/names.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis {

namespace {

const std::vector<std::pair<std::string, Evaluator>>& evaluator_names() {
    static const std::vector<std::pair<std::string, Evaluator>> names = {
        {"1nn", Evaluator::one_nearest}, {"svm", Evaluator::svm}, {"kmeans", Evaluator::kmeans}};
    return names;
}

// What is named twice would count twice in means and tests.
void refuse_repeated(const std::string& what, const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (const std::string& name : names)
        if (!seen.insert(name).second) throw UsageError("the " + what + " '" + name + "' is given twice");
}

Evaluator parse_evaluator(const std::string& text) {
    std::vector<std::string> known;
    for (const auto& [name, evaluator] : evaluator_names()) {
        if (name == text) return evaluator;
        known.push_back(name);
    }
    throw UsageError(unknown_name("evaluator", text, known));
}

void plan_evaluators(const EvaluateRequest& request, EvaluatePlan& plan) {
    const bool clustering = plan.protocol.kind == ProtocolKind::cluster;
    std::vector<std::string> names = request.evaluators;
    if (names.empty()) names = {clustering ? "kmeans" : "1nn"};
    refuse_repeated("evaluator", names);
    for (const std::string& name : names) {
        const Evaluator evaluator = parse_evaluator(name);
        if ((evaluator == Evaluator::kmeans) != clustering)
            throw UsageError("the evaluator " + name + " does not fit the protocol " +
                             to_text(plan.protocol) + ": kmeans goes with cluster:…, and with no other");
        if (evaluator == Evaluator::svm && plan.protocol.whole_set())
            throw UsageError("the evaluator svm needs a training part, which the protocol " +
                             to_text(plan.protocol) + " has not: use 1nn, or cv or holdout");
        plan.evaluators.push_back(evaluator);
        if (evaluator == Evaluator::kmeans)
            for (const char* metric : {"ac", "nmi"}) plan.metrics.push_back({name, metric});
        else
            plan.metrics.push_back({name, "accuracy"});
    }
    plan.metrics.push_back({"features", "redundancy"});
    plan.svm_c = request.svm_c;
    if (plan.svm_c && !(*plan.svm_c > 0.0)) throw UsageError("C of the linear SVM must be above 0");
    if (request.kmeans_start != "samples" && request.kmeans_start != "k-means++")
        throw UsageError("k-means starts from 'samples' or by 'k-means++', not '" + request.kmeans_start +
                         "'");
    if (request.kmeans_start == "k-means++") plan.kmeans.start = KmeansOptions::Start::plus_plus;
    plan.kmeans.moves = request.kmeans_moves;
}

std::vector<Index> feature_counts(const EvaluateRequest& request, Index features) {
    std::set<Index> counts;
    for (const std::string& text : request.k) counts.insert(parse_feature_count(text, features));
    if (counts.empty()) throw UsageError("give the numbers of features to compare, as in -k 10,20,50");
    return {counts.begin(), counts.end()};
}

PlannedMethod plan_method(const std::string& text, const EvaluateRequest& request, const EvaluatePlan& plan,
                          const std::vector<Index>& counts, Index features) {
    PlannedMethod planned;
    planned.spec = parse_method_spec(text);
    planned.k = counts;
    if (planned.spec.all()) planned.k = {features};
    if (planned.spec.baseline()) return planned;
    planned.method = &find_method(planned.spec.name);
    // Any number of classes will do to see what the method needs.
    const Settings settings = planned.settings(plan.protocol, 2);
    planned.needs = planned.method->needs(settings);
    planned.nested = planned.method->nested(settings);
    planned.graph = planned.method->about.graph;
    GraphOptions::fields().assign(planned.graph, request.graph_settings);
    GraphOptions::fields().assign(planned.graph, planned.spec.graph_settings);
    if (planned.needs.graph && planned.graph.needs_labels()) planned.needs.labels = true;
    if (planned.needs.own_graph)
        throw UsageError("'" + text +
                         "' works on a graph of your own, which cannot be cut into the parts of " +
                         to_text(plan.protocol));
    if (plan.protocol.whole_set() && planned.needs.labels)
        throw UsageError("'" + text + "' uses the labels, and " + to_text(plan.protocol) +
                         " would test on the samples that it has seen: use it with holdout, per-class or cv");
    return planned;
}

void plan_methods(const Dataset& data, const EvaluateRequest& request, EvaluatePlan& plan) {
    std::vector<std::string> texts = request.methods;
    if (texts.empty()) throw UsageError("give the methods to compare, as in --methods fisher,laplacian");
    const std::vector<Index> counts = feature_counts(request, data.features());
    refuse_repeated("method", texts);
    for (const char* baseline : {"random", "all"})
        if (request.baselines && std::find(texts.begin(), texts.end(), baseline) == texts.end())
            texts.emplace_back(baseline);
    for (const std::string& text : texts)
        plan.methods.push_back(plan_method(text, request, plan, counts, data.features()));
    for (const PlannedMethod& method : plan.methods)
        if (method.needs.graph && method.graph.knn == Search::exact)
            plan.neighbors[method.graph.metric] =
                std::max(plan.neighbors[method.graph.metric], method.graph.neighbors);
}

}  // namespace

Settings PlannedMethod::settings(const Protocol& protocol, Index classes) const {
    Settings result = spec.settings;
    if (protocol.whole_set() && method->needs(result).classes)
        result.emplace_back("clusters", std::to_string(classes));
    return result;
}

Record PlannedMethod::params() const {
    if (method == nullptr) return {};
    Record params = method->resolve(spec.settings);
    if (needs.graph)
        for (auto& option : GraphOptions::fields().values(graph)) params.push_back(std::move(option));
    return params;
}

EvaluatePlan make_plan(const Dataset& data, const EvaluateRequest& request, std::uint64_t seed) {
    EvaluatePlan plan;
    plan.protocol = parse_protocol(request.protocol);
    plan.scale = request.scale.value_or(data.x.is_sparse() ? Scaling::none : Scaling::standard);
    plan_evaluators(request, plan);
    if (data.samples() == 0) throw Error(data.name + " has no samples");
    if (data.features() == 0) throw Error(data.name + " has no features");
    plan_methods(data, request, plan);
    plan.splits = make_splits(plan.protocol, data.labels, seed, data.name);
    return plan;
}

Record plan_options(const EvaluatePlan& plan) {
    Record options = {{"scale", to_text(plan.scale)}};
    for (const Evaluator evaluator : plan.evaluators) {
        if (evaluator == Evaluator::svm)
            options.emplace_back("svm_c", plan.svm_c ? Value(*plan.svm_c) : Value(std::string("cv")));
        if (evaluator == Evaluator::kmeans) {
            const bool samples = plan.kmeans.start == KmeansOptions::Start::samples;
            options.emplace_back("kmeans_start", std::string(samples ? "samples" : "k-means++"));
            options.emplace_back("kmeans_moves", plan.kmeans.moves);
        }
    }
    return options;
}

}  // namespace tamis
