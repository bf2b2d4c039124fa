#include "tamis/pipeline/evaluate_task.hpp"

#include <numeric>

#include "tamis/core/timer.hpp"
#include "tamis/eval/chosen_sets.hpp"
#include "tamis/eval/classify.hpp"
#include "tamis/eval/clusters.hpp"

namespace tamis {

namespace {

// Beyond this many features the pairs are too many to be worth the time: their redundancy is not measured.
constexpr Index most_correlated = 1000;

// Features in an order whose first k are the choice for k, for the k of `counts`.
struct Chosen {
    std::vector<Index> order;
    std::vector<Index> counts;
    double seconds = 0.0;
};

Index largest(const std::vector<Index>& counts) { return counts.back(); }

std::vector<Index> in_order(Index features) {
    std::vector<Index> all(static_cast<std::size_t>(features));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

Chosen choose_baseline(const PlannedMethod& method, const PreparedSplit& split) {
    const Timer timer;
    Chosen chosen{.order = in_order(split.train().cols()), .counts = method.k};
    if (method.spec.random()) {
        NumpyRandom random = split.split().features;
        random.shuffle(chosen.order);
        chosen.order.resize(static_cast<std::size_t>(largest(method.k)));
    }
    chosen.seconds = timer.seconds();
    return chosen;
}

bool offers_path(const Method& method) {
    for (const FieldInfo& field : method.fields)
        if (field.name == "path") return true;
    return false;
}

// One path of optima for all numbers up to k costs about 4·k·d, one run per number n·d each.
bool path_pays(const PlannedMethod& method, Index samples) {
    return method.k.size() > 1 && 4 * largest(method.k) < static_cast<Index>(method.k.size()) * samples;
}

std::vector<Chosen> choose(const PlannedMethod& method, PreparedSplit& split, const EvaluatePlan& plan,
                           const Context& context) {
    if (method.spec.baseline()) return {choose_baseline(method, split)};
    Timer timer;
    std::shared_ptr<const Graph> graph;
    if (method.needs.graph) graph = split.graph(method.graph, context);
    // No label of a test sample is there, and none at all where training and test samples are the same.
    Inputs inputs{.labels = plan.protocol.whole_set() ? nullptr : &split.method_labels(),
                  .graph = graph.get()};
    const double graph_seconds = timer.lap();
    Settings settings = method.settings(plan.protocol, split.classes());
    const auto run = [&](Index k) { return method.method->run(split.train(), inputs, k, settings, context); };

    std::vector<Chosen> chosen;
    if (method.nested) {
        chosen.push_back({run(largest(method.k)).selected, method.k, 0.0});
        chosen.back().seconds = graph_seconds + timer.seconds();
    } else if (offers_path(*method.method) && path_pays(method, split.train().rows())) {
        settings.emplace_back("path", "true");
        Selection all = run(largest(method.k));
        const double seconds = graph_seconds + timer.seconds();
        for (const Index k : method.k)
            chosen.push_back({std::move(all.path[static_cast<std::size_t>(k - 1)].selected), {k}, seconds});
    } else {
        for (const Index k : method.k) {
            chosen.push_back({run(k).selected, {k}, 0.0});
            chosen.back().seconds = graph_seconds + timer.lap();
        }
    }
    return chosen;
}

// The chosen columns; all of them as they are, the others dense, since they are few.
Matrix columns_of(const Matrix& x, const std::vector<Index>& order) {
    if (static_cast<Index>(order.size()) == x.cols() && x.is_sparse()) return take_columns(x, order);
    return to_dense(take_columns(x, order));
}

class Judge {
  public:
    Judge(PreparedSplit& split, const EvaluatePlan& plan, const Chosen& chosen, const Context& context)
        : split_(split),
          plan_(plan),
          chosen_(chosen),
          context_(context),
          train_(columns_of(split.train(), chosen.order)),
          test_(columns_of(split.test(), chosen.order)),
          scores_(chosen.counts.size()) {}

    std::vector<std::vector<FoldScore>> run() {
        for (const Evaluator evaluator : plan_.evaluators) {
            if (evaluator == Evaluator::one_nearest) judge_by_neighbor();
            if (evaluator == Evaluator::svm) judge_by_svm();
            if (evaluator == Evaluator::kmeans) judge_by_clusters();
        }
        measure_redundancy();
        return std::move(scores_);
    }

  private:
    FoldScore score(double value, double weight = 1.0) const { return {value, weight, chosen_.seconds}; }

    FoldScore share(Index correct, Index of) const {
        return score(static_cast<double>(correct) / static_cast<double>(of), static_cast<double>(of));
    }

    void judge_by_neighbor() {
        const Samples train{train_, split_.train_labels()}, test{test_, split_.test_labels()};
        const bool alone = plan_.protocol.kind == ProtocolKind::loo;
        const std::vector<Index> correct = alone ? leave_one_out_correct(train, chosen_.counts, context_)
                                                 : one_nearest_correct(train, test, chosen_.counts, context_);
        const Index judged = alone ? train_.rows() : test_.rows();
        for (std::size_t c = 0; c < correct.size(); ++c) scores_[c].push_back(share(correct[c], judged));
    }

    // The first columns as a matrix of their own.
    static Matrix first_columns(const Matrix& x, Index count) {
        return count == x.cols() ? x : take_columns(x, in_order(count));
    }

    void judge_by_svm() {
        for (std::size_t c = 0; c < scores_.size(); ++c) {
            const Matrix train = first_columns(train_, chosen_.counts[c]);
            const Matrix test = first_columns(test_, chosen_.counts[c]);
            const Index correct = svm_correct({train, split_.train_labels()}, {test, split_.test_labels()},
                                              {.c = plan_.svm_c}, context_);
            scores_[c].push_back(share(correct, test.rows()));
        }
    }

    void judge_by_clusters() {
        KmeansOptions options = plan_.kmeans;
        options.clusters = split_.split().clusters;
        for (std::size_t c = 0; c < scores_.size(); ++c) {
            const DenseMatrix x = to_dense(first_columns(train_, chosen_.counts[c]));
            const Clustering found = kmeans(x.view(), options, context_);
            scores_[c].push_back(score(clustering_accuracy(split_.train_labels().of, found.of)));
            scores_[c].push_back(score(normalized_information(split_.train_labels().of, found.of)));
        }
    }

    void measure_redundancy() {
        std::vector<Index> few;
        for (const Index count : chosen_.counts)
            if (count <= most_correlated) few.push_back(count);
        std::vector<double> measured;
        if (!few.empty())
            measured = redundancy(to_dense(first_columns(train_, few.back())).view(), few, context_);
        for (std::size_t c = 0; c < scores_.size(); ++c)
            scores_[c].push_back(c < measured.size() ? score(measured[c]) : score(0.0, 0.0));
    }

    PreparedSplit& split_;
    const EvaluatePlan& plan_;
    const Chosen& chosen_;
    const Context& context_;
    Matrix train_, test_;
    std::vector<std::vector<FoldScore>> scores_;  // per count
};

}  // namespace

TaskOutcome run_task(const PlannedMethod& method, PreparedSplit& split, const EvaluatePlan& plan,
                     const Context& context) {
    TaskOutcome outcome;
    for (Chosen& chosen : choose(method, split, plan, context)) {
        for (auto& scores : Judge(split, plan, chosen, context).run())
            outcome.scores.push_back(std::move(scores));
        if (method.spec.all()) continue;
        outcome.selections.push_back({.k = largest(chosen.counts),
                                      .clusters = split.split().clusters,
                                      .repeat = split.split().repeat,
                                      .fold = split.split().fold,
                                      .nested = method.spec.baseline() || method.nested,
                                      .selected = std::move(chosen.order)});
    }
    return outcome;
}

}  // namespace tamis
