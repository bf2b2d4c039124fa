// One split ready for the methods: filled, scaled, with what they share. Everything here is learned from the
// training rows; the test rows are only transformed.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "tamis/eval/splits.hpp"
#include "tamis/pipeline/compare/evaluate_plan.hpp"
#include "tamis/pipeline/graph_summary.hpp"
#include "tamis/pipeline/prepared.hpp"

namespace tamis::detail {

class SplitData {
  public:
    SplitData(const Dataset& data, const EvaluatePlan& plan, const Split& split, const Context& context);
    SplitData(const SplitData&) = delete;
    SplitData& operator=(const SplitData&) = delete;

    const Split& split() const { return split_; }
    const Matrix& train() const { return prepared_.own(); }
    const Matrix& test() const { return test_; }  // without rows if the protocol works on the whole set
    const Labels& train_labels() const { return train_labels_; }
    const Labels& test_labels() const { return test_labels_; }
    Index classes() const { return classes_; }  // that the training part has samples of

    // What a method may see: the training rows, with labels unless it would be tested on the same samples.
    DataView method_data() const;
    const Prepared& prepared() const { return prepared_; }

    // The training rows as they were given, neither filled nor scaled: for a choice that cuts them again.
    Dataset training_data() const;
    // What a method with a rule reaches in folds of the training part, computed once. Safe from several
    // threads.
    const AccuracyCurve& curve(const PlannedMethod& method, const Context& context);

    // Built once per choice of options, from neighbors that are searched once. Safe from several threads.
    std::shared_ptr<const CheckedGraph> graph(const GraphOptions& options, const Context& context);

  private:
    const Neighbors& neighbors(Metric metric, const Context& context);

    const Dataset& data_;
    const EvaluatePlan& plan_;
    const Split& split_;
    Labels train_labels_, test_labels_;
    Labels method_labels_;  // without the classes that the training part has no sample of; none at all if
                            // the methods must not see them
    Index classes_;
    Matrix test_;
    Prepared prepared_;
    std::mutex mutex_;
    std::map<Metric, Neighbors> neighbors_;
    std::map<std::string, std::shared_ptr<const CheckedGraph>> graphs_;  // by their options as text
    std::mutex curve_mutex_;
    std::map<std::string, AccuracyCurve> curves_;  // by the label of the method
};

}  // namespace tamis::detail
