#include "tamis/pipeline/compare/split_data.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/graph/approximate/search.hpp"
#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/pipeline/driver.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::detail {

namespace {

// The training part; what is missing in both parts is filled with its means.
Matrix filled_training_rows(const Dataset& data, const EvaluatePlan& plan, const Split& split, Matrix& test,
                            const Context& context) {
    Matrix train = take_rows(data.x, split.train);
    if (!plan.fills) return train;
    std::vector<double> means = present_means(train);
    Index empty = 0;
    for (double& mean : means)
        if (std::isnan(mean)) mean = 0.0, ++empty;
    if (empty > 0)
        context.warning(data.name + ": " + counted(empty, "feature") +
                        " without any value in a training part: filled with 0 there");
    fill_missing(train, means);
    fill_missing(test, means);
    return train;
}

}  // namespace

SplitData::SplitData(const Dataset& data, const EvaluatePlan& plan, const Split& split,
                     const Context& context)
    : data_(data),
      plan_(plan),
      split_(split),
      train_labels_(take_labels(data.labels, split.train)),
      test_labels_(take_labels(data.labels, split.test)),
      method_labels_(without_empty_classes(train_labels_)),
      classes_(method_labels_.classes()),
      test_(take_rows(data.x, split.test)),
      prepared_({.name = data.name, .x = DenseView{}, .labels = &method_labels_},
                filled_training_rows(data, plan, split, test_, context), plan.scale, context) {
    if (plan.protocol.whole_set()) method_labels_ = {};
    require_finite(test_, data.name, context);
    apply_scaler(prepared_.scaler(), test_, context);
    const auto sees_units = [](const PlannedMethod& method) {
        return method.method && units_matter(*method.method, false);
    };
    if (std::any_of(plan.methods.begin(), plan.methods.end(), sees_units))
        prepared_.remark_on_units(data.feature_names, context);
}

DataView SplitData::method_data() const {
    return {.name = data_.name, .x = prepared_.x(), .labels = &method_labels_};
}

Dataset SplitData::training_data() const {
    Dataset part;
    part.name = data_.name;
    part.x = take_rows(data_.x, split_.train);
    part.labels = without_empty_classes(take_labels(data_.labels, split_.train));
    return part;
}

const AccuracyCurve& SplitData::curve(const PlannedMethod& method, const Context& context) {
    const std::lock_guard lock(curve_mutex_);
    const auto found = curves_.find(method.label);
    if (found != curves_.end()) return found->second;
    FoldJudge judge = plan_.judge;
    judge.folds = method.rule->folds;
    const std::vector<Index> counts = counts_of(*method.rule, {}, data_.features());
    return curves_[method.label] =
               accuracy_curve(training_data(), *method.compared, counts, judge, {}, context);
}

const Neighbors& SplitData::neighbors(Metric metric, const Context& context) {
    const auto found = neighbors_.find(metric);
    if (found != neighbors_.end()) return found->second;
    return neighbors_[metric] =
               find_neighbors(train(), plan_.neighbors.at(metric), metric, Search::exact, context);
}

std::shared_ptr<const CheckedGraph> SplitData::graph(const GraphOptions& options, const Context& context) {
    std::string key;
    for (const auto& [name, value] : GraphOptions::fields().values(options))
        key += name + "=" + to_text(value) + " ";
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const CheckedGraph>& graph = graphs_[key];
    if (graph) return graph;
    const auto build = [&](const Context& inside) {
        // A shorter approximate search is not the beginning of a longer one. Data in another unit are
        // searched for each graph.
        if (!searches_exactly(options.search, options.recall, SearchSize::of(train())) ||
            WorkingUnit::of(train(), Extremes::tiny, inside))
            return build_graph(train(), options, inside, &train_labels_);
        return weigh_graph(neighbors(options.metric, inside), train(), options, inside, &train_labels_);
    };
    graph = std::make_shared<const CheckedGraph>(build_checked(build, options, train(), context));
    return graph;
}

}  // namespace tamis::detail
