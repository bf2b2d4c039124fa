#include "tamis/pipeline/compare/evaluate_results.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::detail {

FoldScore mean_of_folds(const std::map<Index, FoldScore>& folds) {
    FoldScore mean{.value = 0.0, .weight = 0.0, .seconds = 0.0};
    for (const auto& [fold, score] : folds) {
        mean.value += score.weight * score.value;
        mean.weight += score.weight;
        mean.seconds += score.seconds;
        mean.count += score.count / static_cast<double>(folds.size());
    }
    mean.value /= mean.weight;
    mean.seconds /= static_cast<double>(folds.size());
    return mean;
}

ComparisonResults::ComparisonResults(const EvaluatePlan& plan, EvaluateRun start)
    : plan_(plan),
      start_(std::move(start)),
      folds_per_repeat_(plan.protocol.in_folds() ? at(plan.protocol.count) : 1) {
    for (const PlannedMethod& method : plan.methods) enlist(method);
    for (const EvaluationRow& row : start_.rows) finished_.insert(key_of(row));
    for (const FoldRow& part : start_.folds)
        keep(key_of(part.row), part.fold,
             {part.row.value, part.weight, part.row.seconds, static_cast<double>(part.row.k)});
    start_.folds.clear();
    for (ChosenFeatures& chosen : start_.selections) keep(std::move(chosen));
    start_.selections.clear();
}

void ComparisonResults::enlist(const PlannedMethod& method) {
    for (std::size_t m = 0; m < start_.methods.size(); ++m)
        if (start_.methods[m].label == method.label) return places_.push_back(m);
    places_.push_back(start_.methods.size());
    start_.methods.push_back(
        {method.label, method.name(), method.params(), method.rule ? to_text(*method.rule) : ""});
}

ComparisonResults::RowKey ComparisonResults::key_of(const EvaluationRow& row) const {
    return {row.method,    start_.methods[row.method].k_rule.empty() ? row.k : 0,
            row.clusters,  row.repeat,
            row.evaluator, row.metric};
}

EvaluationRow ComparisonResults::row_of(const RowKey& key, const FoldScore& score) {
    return {.method = key.method,
            .k = key.k == 0 ? std::llround(score.count) : key.k,
            .clusters = key.clusters,
            .repeat = key.repeat,
            .evaluator = key.evaluator,
            .metric = key.metric,
            .value = score.value,
            .seconds = score.seconds};
}

ComparisonResults::RowKey ComparisonResults::key_of(const Split& split, std::size_t method, Index k,
                                                    const MeasureName& name) const {
    return {places_[method], k, split.clusters, split.repeat, name.evaluator, name.metric};
}

bool ComparisonResults::holds(const Split& split, std::size_t method, Index k) const {
    for (const MeasureName& name : plan_.metrics) {
        if (name.metric == "redundancy") continue;  // which large sets do not have
        const RowKey key = key_of(split, method, k, name);
        if (finished_.contains(key)) continue;
        const auto found = folds_.find(key);
        if (found == folds_.end() || !found->second.contains(split.fold)) return false;
    }
    return true;
}

std::vector<Index> ComparisonResults::missing(const Split& split, std::size_t method) const {
    std::vector<Index> counts;
    for (const Index k : plan_.methods[method].k)
        if (!holds(split, method, k)) counts.push_back(k);
    return counts;
}

void ComparisonResults::keep(const RowKey& key, Index fold, const FoldScore& score) {
    if (score.weight > 0.0 && !finished_.contains(key)) folds_[key][fold] = score;
}

void ComparisonResults::keep(ChosenFeatures chosen) {
    ChosenFeatures& held = selections_[{chosen.method, chosen.clusters, chosen.repeat, chosen.fold,
                                        chosen.nested ? Index{0} : chosen.k}];
    if (chosen.k > held.k) held = std::move(chosen);
}

void ComparisonResults::add(const Split& split, std::size_t method, TaskPart part) {
    for (std::size_t c = 0; c < part.counts.size(); ++c)
        for (std::size_t m = 0; m < plan_.metrics.size(); ++m)
            keep(key_of(split, method, part.counts[c], plan_.metrics[m]), split.fold, part.scores[c][m]);
    if (!part.selection) return;
    part.selection->method = places_[method];
    keep(std::move(*part.selection));
}

void ComparisonResults::add_finished_rows(const Split& split, std::size_t method, EvaluateRun& result) const {
    for (const Index k : plan_.methods[method].k)
        for (const MeasureName& name : plan_.metrics) {
            const auto found = folds_.find(key_of(split, method, k, name));
            if (found == folds_.end() || found->second.size() < folds_per_repeat_) continue;
            result.rows.push_back(row_of(found->first, mean_of_folds(found->second)));
        }
}

void ComparisonResults::add_unfinished_folds(EvaluateRun& result) const {
    for (const auto& [key, folds] : folds_) {
        if (folds.size() == folds_per_repeat_) continue;
        for (const auto& [fold, score] : folds)
            result.folds.push_back({.row = row_of(key, score), .fold = fold, .weight = score.weight});
    }
}

EvaluateRun ComparisonResults::assemble() const {
    EvaluateRun result = start_;
    for (std::size_t m = 0; m < plan_.methods.size(); ++m)
        for (const Split& split : plan_.splits)
            if (split.fold == 0) add_finished_rows(split, m, result);
    std::stable_sort(result.rows.begin(), result.rows.end(), [](const auto& a, const auto& b) {
        return std::tie(a.method, a.clusters, a.k, a.repeat) < std::tie(b.method, b.clusters, b.k, b.repeat);
    });
    add_unfinished_folds(result);
    for (const auto& [key, chosen] : selections_) result.selections.push_back(chosen);
    return result;
}

}  // namespace tamis::detail
