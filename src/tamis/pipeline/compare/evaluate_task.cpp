#include "tamis/pipeline/compare/evaluate_task.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/eval/chosen_sets.hpp"
#include "tamis/eval/classify.hpp"
#include "tamis/eval/clusters.hpp"
#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/pipeline/choice/gain.hpp"
#include "tamis/pipeline/choice/trust_rules.hpp"
#include "tamis/pipeline/driver.hpp"

namespace tamis::detail {

namespace {

// Beyond this many features the pairs are too many to be worth the time: their redundancy is not measured.
constexpr Index most_correlated = 1000;

// Features in an order whose first k are the choice for k, for the k of `counts`.
struct Chosen {
    std::vector<Index> order;
    std::vector<Index> counts;
    double seconds = 0.0;
    bool by_rule = false;  // it found the one count
};

Index largest(const std::vector<Index>& counts) { return counts.back(); }

std::vector<Index> in_order(Index features) {
    std::vector<Index> all(at(features));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

Chosen choose_baseline(const PlannedMethod& method, const SplitData& split) {
    const Timer timer;
    Chosen chosen{.order = in_order(split.train().cols()), .counts = method.k};
    if (method.random) {
        NumpyRandom random = split.split().features;
        random.shuffle(chosen.order);
        chosen.order.resize(at(largest(method.k)));
    }
    chosen.seconds = timer.seconds();
    return chosen;
}

// A comparison shows no stops, so it reports those that a user should know about.
void remark_on_stop(Stop stop, const Context& context) {
    if (stop == Stop::iteration_limit)
        context.warning(
            "the iteration limit was reached before convergence: the best result so far was taken");
    if (stop == Stop::exhausted)
        context.warning("no informative features were left: the rest were filled in by index");
}

// One method on one split, for one number of features after the other.
class Chooser {
  public:
    Chooser(const PlannedMethod& method, SplitData& split, const Context& context)
        : method_(method), split_(split), context_(context) {}

    Selection run(const ConfiguredMethod& configured, Index k) { return run(configured, k, method_.fixed); }

    Selection run(const ConfiguredMethod& configured, Index k, const FixedFeatures& fixed) {
        const auto data = [&]() -> const Prepared& { return split_.prepared(); };
        const auto graph = [&] { return split_.graph(method_.graph, context_); };
        MethodRun done = run_method(configured, k, split_.method_data(), {data, graph}, context_, fixed);
        remark_on_stop(done.selection.stop, context_);
        if (!graph_seconds_) graph_seconds_ = done.graph_seconds;
        method_seconds_ = done.method_seconds;
        return std::move(done.selection);
    }

    // Half samples of scaled rows are scaled anew, which gives what scaling the rows as given would.
    CountChoice by_trust(const ConfiguredMethod& configured, Scaling scale) {
        const auto data = [&]() -> const Prepared& { return split_.prepared(); };
        const auto graph = [&] { return split_.graph(method_.graph, context_); };
        SelectRequest request{.method = configured, .rule = method_.rule, .fixed = method_.fixed};
        if (method_.needs.graph) request.graph_options = method_.graph;
        request.scale = scale;
        return choose_by_trust(request, split_.method_data(), {data, graph}, context_);
    }

    // Of the last selection; the graph counts for every one of them though it is built for the first.
    double seconds() const { return *graph_seconds_ + method_seconds_; }

  private:
    const PlannedMethod& method_;
    SplitData& split_;
    const Context& context_;
    std::optional<double> graph_seconds_;
    double method_seconds_ = 0.0;
};

// One path of optima for all numbers up to k costs about 4·k·d, one run per number n·d each.
bool path_pays(const PlannedMethod& method, Index samples) {
    return method.k.size() > 1 && 4 * largest(method.k) < static_cast<Index>(method.k.size()) * samples;
}

// The method and number of features with the best accuracy in the folds of the training part: the smaller
// number on ties, then the first method.
struct Winner {
    const PlannedMethod* method = nullptr;
    Index k = 0;
};

Winner best_of_all(SplitData& split, const EvaluatePlan& plan, const Context& context) {
    constexpr double rounding = 1e-12;
    Winner winner;
    double most = -1.0;
    for (const PlannedMethod& candidate : plan.methods) {
        if (!candidate.method || !candidate.rule || !candidate.rule->by_folds()) continue;
        const AccuracyCurve& curve = split.curve(candidate, context);
        const CurveChoice choice = choose_on_curve(candidate.rule->kind, curve.accuracy);
        const double mean = choice.means[choice.chosen];
        const Index k = curve.counts[choice.chosen];
        const bool better = mean > most + rounding || (mean > most - rounding && k < winner.k);
        if (winner.method == nullptr || better) winner = {&candidate, k}, most = mean;
    }
    return winner;
}

Index count_by_rule(const PlannedMethod& method, const ConfiguredMethod& configured, SplitData& split,
                    const EvaluatePlan& plan, Chooser& chooser, const Context& context) {
    if (method.rule->by_folds()) return choice_on(*method.rule, split.curve(method, context), plan.judge).k;
    const Selection longest = chooser.run(configured, largest_count(split.train().cols()));
    const DataView given = split.method_data();
    std::shared_ptr<const CheckedGraph> graph;
    Inputs inputs{.labels = given.labels};
    if (method.needs.graph) graph = split.graph(method.graph, context), inputs.graph = graph->graph.get();
    return choice_on(*method.rule, gain_curve(configured, split.train(), inputs, longest, context), context)
        .k;
}

Chosen choose_by_trust_in(const PlannedMethod& method, const ConfiguredMethod& configured,
                          const EvaluatePlan& plan, Chooser& chooser, const Context& context) {
    const CountChoice choice = chooser.by_trust(configured, plan.scale);
    const Index k = choice.count.k;
    if (k == 0) {
        context.warning(to_text(*method.rule) + " finds no feature for " + method.name() +
                        " in a training part: its most frequent class is predicted there");
        return {.order = {}, .counts = {0}, .seconds = choice.trust.seconds, .by_rule = true};
    }
    std::vector<Index> order = chooser.run(configured, k, choice.fixed(method.fixed)).selected;
    return {std::move(order), {k}, chooser.seconds() + choice.trust.seconds, true};
}

// With the number of features that the rule finds in the training part.
Chosen choose_by_rule(const PlannedMethod& method, SplitData& split, const EvaluatePlan& plan,
                      const Context& context) {
    if (method.contest) {
        const Winner winner = best_of_all(split, plan, context);
        if (winner.method == nullptr)
            throw Error("no method to choose from: give one with a number or a rule");
        if (method.random) {
            PlannedMethod drawn = method;
            drawn.k = {winner.k};
            Chosen chosen = choose_baseline(drawn, split);
            chosen.by_rule = true;
            return chosen;
        }
        Chooser chooser(*winner.method, split, context);
        Selection found = chooser.run(*winner.method->method, winner.k);
        return {std::move(found.selected), {winner.k}, chooser.seconds(), true};
    }
    const ConfiguredMethod configured = method.for_split(plan.protocol, split.classes());
    Chooser chooser(method, split, context);
    if (method.rule->by_trust()) return choose_by_trust_in(method, configured, plan, chooser, context);
    const Index k = count_by_rule(method, configured, split, plan, chooser, context);
    std::vector<Index> order = chooser.run(configured, k).selected;
    return {std::move(order), {k}, chooser.seconds(), true};
}

// Calls use(chosen) for one selection after the other.
void choose(const PlannedMethod& method, SplitData& split, const EvaluatePlan& plan,
            const std::vector<Index>& wanted, FunctionRef<void(Chosen)> use, const Context& context) {
    if (method.rule) return use(choose_by_rule(method, split, plan, context));
    if (!method.method) return use(choose_baseline(method, split));
    const ConfiguredMethod configured = method.for_split(plan.protocol, split.classes());
    Chooser chooser(method, split, context);
    if (method.nested) {
        std::vector<Index> order = chooser.run(configured, largest(method.k)).selected;
        use({std::move(order), method.k, chooser.seconds()});
    } else if (configured.has_option("path") && path_pays(method, split.train().rows())) {
        Selection all = chooser.run(configured.with({{"path", true}}), largest(method.k));
        for (const Index k : method.k) use({std::move(all.path[at(k - 1)].selected), {k}, chooser.seconds()});
    } else {
        for (const Index k : wanted) {
            std::vector<Index> order = chooser.run(configured, k).selected;
            use({std::move(order), {k}, chooser.seconds()});
        }
    }
}

// The chosen columns of the training and of the test part.
struct ChosenColumns {
    Matrix train, test;
};

// Columns of sparse data stay sparse where few of their cells are filled: distances then meet common entries
// alone. Chosen columns are mostly fuller than the others, and few; from about a quarter on dense products
// are faster.
ChosenColumns take_chosen(const SplitData& split, const std::vector<Index>& order) {
    constexpr double most_filled = 0.25;
    ChosenColumns chosen{take_columns(split.train(), order), take_columns(split.test(), order)};
    if (!chosen.train.is_sparse()) return chosen;
    const SparseView cells = chosen.train.view().sparse();
    const double all = static_cast<double>(cells.rows) * static_cast<double>(cells.cols);
    if (static_cast<double>(cells.nonzeros()) < most_filled * all) return chosen;
    return {to_dense(chosen.train), to_dense(chosen.test)};
}

class Judge {
  public:
    Judge(SplitData& split, const EvaluatePlan& plan, const Chosen& chosen, const Context& context)
        : split_(split),
          plan_(plan),
          chosen_(chosen),
          context_(context),
          columns_(take_chosen(split, chosen.order)),
          scores_(chosen.counts.size()) {}

    std::vector<std::vector<FoldScore>> run() {
        if (chosen_.order.empty()) return {without_features()};
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

    // The most frequent class of the training part, the first of several, for every test sample.
    std::vector<FoldScore> without_features() const {
        const std::vector<Index>& counts = split_.train_labels().counts;
        const auto most = std::max_element(counts.begin(), counts.end()) - counts.begin();
        const std::vector<int>& test = split_.test_labels().of;
        const Index correct = std::count(test.begin(), test.end(), static_cast<int>(most));
        std::vector<FoldScore> scores(plan_.evaluators.size(),
                                      share(correct, static_cast<Index>(test.size())));
        scores.push_back(score(0.0));  // nothing is redundant
        return scores;
    }

    FoldScore share(Index correct, Index of) const {
        return score(static_cast<double>(correct) / static_cast<double>(of), static_cast<double>(of));
    }

    void judge_by_neighbor() {
        const Samples train{columns_.train, split_.train_labels()}, test{columns_.test, split_.test_labels()};
        const bool alone = plan_.protocol.kind == ProtocolKind::loo;
        const std::vector<Index> correct = alone ? leave_one_out_correct(train, chosen_.counts, context_)
                                                 : one_nearest_correct(train, test, chosen_.counts, context_);
        const Index judged = alone ? columns_.train.rows() : columns_.test.rows();
        for (std::size_t c = 0; c < correct.size(); ++c) scores_[c].push_back(share(correct[c], judged));
    }

    // The first columns as a matrix of their own.
    static Matrix first_columns(const Matrix& x, Index count) {
        return count == x.cols() ? x : take_columns(x, in_order(count));
    }

    void judge_by_svm() {
        for (std::size_t c = 0; c < scores_.size(); ++c) {
            const Matrix train = first_columns(columns_.train, chosen_.counts[c]);
            const Matrix test = first_columns(columns_.test, chosen_.counts[c]);
            const Index correct = svm_correct({train, split_.train_labels()}, {test, split_.test_labels()},
                                              {.c = plan_.svm_c}, context_);
            scores_[c].push_back(share(correct, test.rows()));
        }
    }

    void judge_by_clusters() {
        KmeansOptions options = plan_.kmeans;
        options.clusters = split_.split().clusters;
        for (std::size_t c = 0; c < scores_.size(); ++c) {
            const Matrix columns = first_columns(columns_.train, chosen_.counts[c]);
            const auto unit = WorkingUnit::of(columns, Extremes::tiny, context_);
            const DenseMatrix x = to_dense(unit ? unit->matrix() : columns);
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
            measured = redundancy(to_dense(first_columns(columns_.train, few.back())).view(), few, context_);
        for (std::size_t c = 0; c < scores_.size(); ++c)
            scores_[c].push_back(c < measured.size() ? score(measured[c]) : score(0.0, 0.0));
    }

    SplitData& split_;
    const EvaluatePlan& plan_;
    const Chosen& chosen_;
    const Context& context_;
    ChosenColumns columns_;
    std::vector<std::vector<FoldScore>> scores_;  // per count
};

}  // namespace

void run_task(const PlannedMethod& method, SplitData& split, const EvaluatePlan& plan,
              const std::vector<Index>& wanted, FunctionRef<void(TaskPart)> keep, const Context& context) {
    const auto use = [&](Chosen chosen) {
        TaskPart part;
        part.scores = Judge(split, plan, chosen, context).run();
        part.counts = chosen.counts;
        if (chosen.by_rule) {
            for (FoldScore& score : part.scores.front())
                score.count = static_cast<double>(chosen.counts.front());
            part.counts = {0};
        }
        if (!method.all() && !chosen.order.empty())
            part.selection = {.k = largest(chosen.counts),
                              .clusters = split.split().clusters,
                              .repeat = split.split().repeat,
                              .fold = split.split().fold,
                              .nested = method.nested,
                              .selected = std::move(chosen.order)};
        keep(std::move(part));
    };
    choose(method, split, plan, wanted, use, context);
}

}  // namespace tamis::detail
