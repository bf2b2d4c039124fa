#include "tamis/pipeline/choice/choose_count.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/choice/accuracy_curve.hpp"
#include "tamis/pipeline/choice/gain.hpp"

namespace tamis::detail {

namespace {

RuleChoice by_folds(const SelectRequest& request, const DataView& data, const Context& context) {
    const std::string rule = "k = " + to_text(*request.rule);
    if (request.graph != nullptr)
        throw UsageError(rule + " cuts the data into folds, and a graph of your own cannot be cut",
                         "leave out " + option("graph") + " or give a number");
    if (labels_or_none(data.labels).empty())
        throw Error(rule + " judges features by how well they tell classes apart, and " + data.name +
                        " has no labels",
                    "give labels with " + option("label") + " or a number of features with " + option("k"));
    Dataset whole;
    whole.name = data.name;
    whole.x = to_matrix(data.x, context);
    whole.labels = *data.labels;
    Record graph;
    if (request.graph_options && request.method.needs().graph)
        graph = GraphOptions::fields().values(*request.graph_options);
    const FoldJudge judge{.evaluator = request.rule_evaluator,
                          .scale = request.scale,
                          .svm_c = {},
                          .folds = request.rule->folds};
    possible_folds(whole.labels, judge.folds, rule);
    const std::vector<Index> counts = counts_of(*request.rule, request.fixed, data.x.cols());
    context.report("choosing k", 0.0);
    const AccuracyCurve curve =
        accuracy_curve(whole, ComparedMethod(request.method, graph), counts, judge, request.fixed, context);
    return choice_on(*request.rule, curve, judge);
}

RuleChoice by_gain(const SelectRequest& request, const DataView& data, const Sources& sources,
                   const Context& context) {
    require_gain(request.method);
    Context silent = context;  // what is said of the longest selection is said again of the one that counts
    silent.warn = nullptr;
    const Index most = largest_count(data.x.cols() - static_cast<Index>(request.fixed.exclude.size()));
    const Index least = static_cast<Index>(request.fixed.include.size());
    const MethodRun longest =
        run_method(request.method, std::max(most, least), data, sources, silent, request.fixed);
    const Prepared& prepared = sources.data();
    Inputs inputs{.labels = &prepared.labels()};
    std::shared_ptr<const CheckedGraph> graph;
    if (request.method.needs().graph) graph = sources.graph(), inputs.graph = graph->graph.get();
    RuleChoice choice =
        choice_on(*request.rule,
                  gain_curve(request.method, prepared.matrix(), inputs, longest.selection, context), context);
    choice.k = std::max(choice.k, std::max<Index>(1, least));
    return choice;
}

CountChoice by_trust(const SelectRequest& request, const DataView& data, const Sources& sources,
                     const Context& context) {
    CountChoice choice = choose_by_trust(request, data, sources, context);
    if (choice.count.k > 0) return choice;
    const std::string rule = "k = " + to_text(*request.rule);
    constexpr Index usual = 10;
    if (request.rule->kind == CountRule::Kind::fdr)
        throw Error(rule + ": nothing significant: " + choice.count.reason,
                    "there may be nothing to find, or too few samples to find it; " +
                        option("k", std::to_string(std::min(usual, data.x.cols()))) +
                        " takes the best ones all the same");
    throw Error(rule + ": nothing stable: " + choice.count.reason,
                "use a lower level, or a larger " + option("stability-size") +
                    "; features that say the same replace each other");
}

}  // namespace

CountChoice choose_count(const SelectRequest& request, const DataView& data, const Sources& sources,
                         const Context& context) {
    check_data(data, request.method.name(), "selecting features", request.method.needs().labels, Context());
    checked_count(FeatureCount::all(), request.fixed, data);
    if (request.rule->by_trust()) return by_trust(request, data, sources, context);
    return {.count = request.rule->by_folds() ? by_folds(request, data, context)
                                              : by_gain(request, data, sources, context),
            .features = {},
            .trust = {}};
}

}  // namespace tamis::detail
