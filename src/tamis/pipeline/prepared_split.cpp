#include "tamis/pipeline/prepared_split.hpp"

#include <cmath>

#include "tamis/preprocess/cells.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis {

namespace {

void fill(Matrix& train, Matrix& test, const Dataset& data, const Context& context) {
    std::vector<double> means = present_means(train);
    Index empty = 0;
    for (double& mean : means)
        if (std::isnan(mean)) mean = 0.0, ++empty;
    if (empty > 0)
        context.warning(data.name + ": " + counted(empty, "feature") +
                        " without any value in a training part: filled with 0 there");
    fill_missing(train, means);
    fill_missing(test, means);
}

}  // namespace

PreparedSplit::PreparedSplit(const Dataset& data, const EvaluatePlan& plan, const Split& split,
                             const Context& context)
    : plan_(plan),
      split_(split),
      train_(take_rows(data.x, split.train)),
      test_(take_rows(data.x, split.test)),
      train_labels_(take_labels(data.labels, split.train)),
      test_labels_(take_labels(data.labels, split.test)),
      method_labels_(without_empty_classes(train_labels_)) {
    fill(train_, test_, data, context);
    require_finite(train_, data.name, context);
    require_finite(test_, data.name, context);
    const Scaler scaler = fit_scaler(train_, plan.scale, context);
    apply_scaler(scaler, train_, context);
    apply_scaler(scaler, test_, context);
}

const Neighbors& PreparedSplit::neighbors(Metric metric, const Context& context) {
    const auto found = neighbors_.find(metric);
    if (found != neighbors_.end()) return found->second;
    return neighbors_[metric] =
               find_neighbors(train_, plan_.neighbors.at(metric), metric, Search::exact, context);
}

std::shared_ptr<const Graph> PreparedSplit::graph(const GraphOptions& options, const Context& context) {
    std::string key;
    for (const auto& [name, value] : GraphOptions::fields().values(options))
        key += name + "=" + to_text(value) + " ";
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const Graph>& graph = graphs_[key];
    if (graph) return graph;
    // A shorter approximate search is not the beginning of a longer one.
    graph = std::make_shared<const Graph>(
        options.knn == Search::exact
            ? weigh_graph(neighbors(options.metric, context), train_, options, context, &train_labels_)
            : build_graph(train_, options, context, &train_labels_));
    return graph;
}

}  // namespace tamis
