// One split ready for the methods: filled, scaled, with what they share. Everything here is learned from the
// training rows; the test rows are only transformed.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "tamis/graph/build.hpp"
#include "tamis/pipeline/evaluate_plan.hpp"

namespace tamis {

class PreparedSplit {
  public:
    PreparedSplit(const Dataset& data, const EvaluatePlan& plan, const Split& split, const Context& context);

    const Split& split() const { return split_; }
    const Matrix& train() const { return train_; }
    const Matrix& test() const { return test_; }  // without rows where the protocol works on the whole set
    const Labels& train_labels() const { return train_labels_; }
    const Labels& test_labels() const { return test_labels_; }
    // Those of the training part without the classes it has no sample of, for the methods.
    const Labels& method_labels() const { return method_labels_; }
    Index classes() const { return method_labels_.classes(); }

    // Built once per choice of options, from neighbors that are searched once. Safe from several threads.
    std::shared_ptr<const Graph> graph(const GraphOptions& options, const Context& context);

  private:
    const Neighbors& neighbors(Metric metric, const Context& context);

    const EvaluatePlan& plan_;
    const Split& split_;
    Matrix train_, test_;
    Labels train_labels_, test_labels_, method_labels_;
    std::mutex mutex_;
    std::map<Metric, Neighbors> neighbors_;
    std::map<std::string, std::shared_ptr<const Graph>> graphs_;  // by their options as text
};

}  // namespace tamis
