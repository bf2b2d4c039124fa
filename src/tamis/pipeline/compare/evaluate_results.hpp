// What is known of a comparison so far, whichever run found it and in whatever order it comes in.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <tuple>

#include "tamis/eval/splits.hpp"
#include "tamis/pipeline/compare/evaluate_task.hpp"

namespace tamis::detail {

// Of a repeat, from the scores of its folds: the weighted mean of the values and the mean time of a
// selection.
FoldScore mean_of_folds(const std::map<Index, FoldScore>& folds);

class ComparisonResults {
  public:
    // `start` has the header of the run and what an earlier one found.
    ComparisonResults(const EvaluatePlan& plan, EvaluateRun start);

    // The numbers of features that are not known yet; `method` is a position in plan.methods.
    std::vector<Index> missing(const Split& split, std::size_t method) const;
    void add(const Split& split, std::size_t method, TaskPart part);

    // All that is finished, and the finished folds of what is not, in the order of the methods.
    EvaluateRun assemble() const;

  private:
    struct RowKey {
        std::size_t method;         // position in start_.methods
        Index k, clusters, repeat;  // k is 0 where a rule finds it
        std::string evaluator, metric;
        auto operator<=>(const RowKey&) const = default;
    };
    // Method, clusters, repeat, fold and k, which is 0 if the ranking is nested: the longest has them all.
    using SelectionKey = std::tuple<std::size_t, Index, Index, Index, Index>;

    RowKey key_of(const EvaluationRow& row) const;
    RowKey key_of(const Split& split, std::size_t method, Index k, const MeasureName& name) const;
    static EvaluationRow row_of(const RowKey& key, const FoldScore& score);
    void enlist(const PlannedMethod& method);
    bool holds(const Split& split, std::size_t method, Index k) const;
    void keep(const RowKey& key, Index fold, const FoldScore& score);
    void keep(ChosenFeatures chosen);
    void add_finished_rows(const Split& split, std::size_t method, EvaluateRun& result) const;
    void add_unfinished_folds(EvaluateRun& result) const;

    const EvaluatePlan& plan_;
    EvaluateRun start_;
    std::vector<std::size_t> places_;                     // of the plan's methods in start_.methods
    std::set<RowKey> finished_;                           // rows of the earlier run, which stay as they are
    std::map<RowKey, std::map<Index, FoldScore>> folds_;  // of all other rows, if they have a value
    std::map<SelectionKey, ChosenFeatures> selections_;
    std::size_t folds_per_repeat_;
};

}  // namespace tamis::detail
