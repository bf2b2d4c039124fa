#include "tamis/pipeline/choice/accuracy_curve.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/choice/fold_scores.hpp"

namespace tamis::detail {

namespace {

Dataset without_excluded(const Dataset& data, const FixedFeatures& fixed) {
    const std::vector<Index> columns = arranged_columns(fixed, data.features());
    Dataset kept;
    kept.name = data.name;
    kept.x = take_columns(data.x, columns);
    kept.labels = data.labels;
    return kept;
}

}  // namespace

Index possible_folds(const Labels& labels, Index wanted, const std::string& who) {
    require_classes(labels, labels.samples(), who);
    const auto smallest = std::min_element(labels.counts.begin(), labels.counts.end());
    if (*smallest < 2)
        throw Error(
            who + " needs two samples of every class, to train on one and to test on the other: class '" +
            labels.names[at(smallest - labels.counts.begin())] + "' has " + std::to_string(*smallest));
    return std::min(wanted, *smallest);
}

AccuracyCurve accuracy_curve(const Dataset& data, const ComparedMethod& method,
                             const std::vector<Index>& counts, const FoldJudge& judge,
                             const FixedFeatures& fixed, const Context& context) {
    // What follows sees data in which the included features come first.
    const FixedFeatures inside = leading(static_cast<Index>(fixed.include.size()));
    if (!fixed.empty() && fixed != inside)
        return accuracy_curve(without_excluded(data, fixed), method, counts, judge, inside, context);
    EvaluateRequest request;
    request.methods = {method};
    request.k = {counts.begin(), counts.end()};
    request.evaluators = {judge.evaluator};
    request.scale = judge.scale;
    request.svm_c = judge.svm_c;
    request.baselines = false;
    request.protocol.kind = judge.one_split ? ProtocolKind::holdout : ProtocolKind::cv;
    request.protocol.fraction = 0.8;
    request.protocol.repeats = 1;
    request.protocol.count = possible_folds(data.labels, judge.folds, "cross-validation");
    EvaluatePlan plan = make_plan(data, request, context);
    plan.methods.front().fixed = fixed;
    return {.counts = plan.methods.front().k,
            .accuracy = split_values(data, plan, {&plan.methods.front()}, context).front()};
}

RuleChoice choice_on(const CountRule& rule, const AccuracyCurve& curve, const FoldJudge& judge) {
    const CurveChoice choice = choose_on_curve(rule.kind, curve.accuracy);
    const std::string judged =
        std::to_string(curve.accuracy.size()) + "-fold cross-validation with " + to_text(judge.evaluator);
    RuleChoice result{.k = curve.counts[choice.chosen], .reason = "the best mean of " + judged};
    if (rule.kind == CountRule::Kind::cv)
        result.reason = "the fewest within one standard error of the best mean (that of " +
                        std::to_string(curve.counts[choice.best]) + ") in " + judged;
    return result;
}

std::vector<Index> counts_of(const CountRule& rule, const FixedFeatures& fixed, Index features) {
    const Index candidates = features - static_cast<Index>(fixed.exclude.size());
    const auto least = std::max<Index>(1, static_cast<Index>(fixed.include.size()));
    const std::vector<Index> all =
        rule.counts.empty() ? count_grid(std::max(least, largest_count(candidates))) : rule.counts;
    std::vector<Index> counts;
    for (const Index count : all)
        if (count >= least && count <= candidates) counts.push_back(count);
    if (counts.empty() || counts.front() > least) counts.insert(counts.begin(), least);
    return counts;
}

}  // namespace tamis::detail
