#include "tamis/pipeline/choice/auto_select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/choice/accuracy_curve.hpp"
#include "tamis/pipeline/choice/auto_trust.hpp"
#include "tamis/pipeline/choice/fold_scores.hpp"
#include "tamis/pipeline/driver.hpp"
#include "tamis/pipeline/statistics.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index usual_counts[] = {1, 2, 5, 10, 20, 50, 100, 200};
constexpr Index outer_folds = 5, inner_folds = 5;
constexpr Index most_in_folds = 2000;  // samples; more are split once within a training part

std::vector<Index> counts_for(Index features) {
    std::vector<Index> counts;
    for (const Index count : usual_counts)
        if (count <= features) counts.push_back(count);
    return counts;
}

class Auto {
  public:
    Auto(const Dataset& data, const AutoRequest& request, const Context& context)
        : data_(data), request_(request), context_(context), counts_(counts_for(data.features())) {
        judge_.evaluator = request.evaluator;
        judge_.scale = scale();
        judge_.folds = inner_folds;
        judge_.one_split = data.samples() > most_in_folds;
        candidates_ = request.candidates;
        if (candidates_.empty()) candidates_ = {"fisher", "relieff", "gfs"};
    }

    AutoRun run() {
        const Timer timer;
        possible_folds(data_.labels, outer_folds, "auto");
        if (request_.budget) drop_slow_candidates();
        AutoRun run;
        const std::size_t winner = choose(run);
        estimate(run);
        conclude(run);
        run.selection = select(candidates_[winner], run.candidates[winner].k, timer);
        run.seconds = timer.seconds();
        return run;
    }

  private:
    Scaling scale() const {
        return request_.scale.value_or(data_.x.is_sparse() ? Scaling::none : Scaling::standard);
    }

    // One fold tells how long a method takes: it runs in every fold of the choice, and in those of the outer
    // training parts once more each.
    void drop_slow_candidates() {
        constexpr double fold_runs = inner_folds + outer_folds * (inner_folds + 1);
        std::vector<std::pair<double, std::size_t>> cost;
        for (std::size_t m = 0; m < candidates_.size(); ++m) {
            const Timer timer;
            FoldJudge once = judge_;
            once.one_split = true;
            accuracy_curve(data_, candidates_[m], counts_, once, {}, context_);
            cost.emplace_back(timer.seconds() * fold_runs, m);
        }
        std::sort(cost.begin(), cost.end());
        std::vector<ComparedMethod> kept;
        std::vector<char> keep(candidates_.size(), 0);
        double total = 0.0;
        for (std::size_t c = 0; c < cost.size(); ++c) {
            const auto [seconds, place] = cost[c];
            if (c > 0 && total + seconds > *request_.budget)
                context_.warning(fmt::format(
                    "{} is left out: it would take about {:.0f} s more, and the budget is {:.0f} s",
                    candidates_[place].label, std::ceil(seconds), *request_.budget));
            else
                keep[place] = 1, total += seconds;
        }
        for (std::size_t m = 0; m < candidates_.size(); ++m)
            if (keep[m] != 0) kept.push_back(candidates_[m]);
        candidates_ = std::move(kept);
    }

    // The best mean; the smaller number on ties, then the first in the list.
    std::size_t choose(AutoRun& run) const {
        constexpr double rounding = 1e-12;
        std::size_t winner = 0;
        for (std::size_t m = 0; m < candidates_.size(); ++m) {
            context_.report("choosing", static_cast<double>(m) / static_cast<double>(candidates_.size()));
            const AccuracyCurve curve = accuracy_curve(data_, candidates_[m], counts_, judge_, {}, context_);
            const CurveChoice choice = choose_on_curve(CountRule::Kind::cv_best, curve.accuracy);
            run.candidates.push_back({.label = candidates_[m].label,
                                      .k = curve.counts[choice.best],
                                      .mean = choice.means[choice.best]});
            const AutoCandidate &own = run.candidates.back(), &best = run.candidates[winner];
            if (own.mean > best.mean + rounding || (own.mean > best.mean - rounding && own.k < best.k))
                winner = m;
        }
        run.candidates[winner].chosen = true;
        return winner;
    }

    // The whole choice again, in the training part of every outer fold.
    void estimate(AutoRun& run) const {
        EvaluateRequest request;
        request.methods = candidates_;
        request.k = {counts_.begin(), counts_.end()};
        request.evaluators = {request_.evaluator};
        request.scale = scale();
        request.protocol.kind = ProtocolKind::nested;
        request.protocol.repeats = 1;
        request.protocol.inner = inner_folds;
        request.protocol.count = possible_folds(data_.labels, outer_folds, "auto");
        EvaluatePlan plan = make_plan(data_, request, context_);
        plan.judge.one_split = judge_.one_split;
        context_.report("estimating", 0.0);
        const SplitValues values = split_values(
            data_, plan,
            {&method_called(plan, "best"), &method_called(plan, "all"), &method_called(plan, "random")},
            context_);
        const auto over_folds = [](const std::vector<std::vector<double>>& folds) {
            std::vector<double> list;
            for (const std::vector<double>& fold : folds) list.push_back(fold.front());
            return mean_std(list);
        };
        const MeanStd choice = over_folds(values[0]);
        run.accuracy = {.mean = choice.mean,
                        .std = choice.std,
                        .all = over_folds(values[1]).mean,
                        .random = over_folds(values[2]).mean,
                        .folds = request.protocol.count};
    }

    void conclude(AutoRun& run) const {
        const NestedAccuracy& found = *run.accuracy;
        const auto n = static_cast<double>(data_.samples());
        const double error = std::sqrt(std::max(found.all * (1.0 - found.all), 0.25 / n) / n);
        const double gain = found.mean - found.all;
        run.verdict = gain > error    ? AutoVerdict::better
                      : gain < -error ? AutoVerdict::worse
                                      : AutoVerdict::as_good;
        const std::string points = fmt::format("{:.1f} points", 100.0 * std::abs(gain));
        if (run.verdict == AutoVerdict::better)
            run.conclusion = "selection helps: the choice is " + points + " better than all features";
        else if (run.verdict == AutoVerdict::worse)
            run.conclusion = "selection does not help here: all features are " + points +
                             " better than the choice; keep them all if accuracy is what counts";
        else
            run.conclusion =
                "selection does not raise the accuracy: the choice is as good as all features, "
                "with fewer of them";
        if (found.mean <= found.random + error)
            run.conclusion += "; features drawn at random are as good as the chosen ones";
    }

    SelectRun select(const ComparedMethod& winner, Index k, const Timer& timer) const {
        SelectRequest request{.method = *winner.method, .k = k};
        if (winner.graph) request.graph_options = *winner.graph;
        request.scale = scale();
        request.hash_data = request_.hash_data;
        request.exhibits = request_.exhibits;
        request.explain = true;
        std::optional<double> left = request_.budget;
        if (left) *left -= timer.seconds();
        SelectRun run = select_with_trust(data_, request, left, context_);
        run.k_rule = "cv:best";
        run.k_reason = "the best mean of all candidates in cross-validation";
        return run;
    }

    const Dataset& data_;
    const AutoRequest& request_;
    const Context& context_;
    std::vector<Index> counts_;
    std::vector<ComparedMethod> candidates_;
    FoldJudge judge_;
};

// Nothing can judge a choice: a fixed method with a fixed number.
AutoRun without_labels(const Dataset& data, const AutoRequest& request, const Context& context) {
    const Timer timer;
    AutoRun run;
    const ComparedMethod method =
        request.candidates.empty() ? ComparedMethod("laplacian") : request.candidates.front();
    if (!method.method || method.method->needs().labels)
        throw UsageError(method.label + " needs labels, and " + data.name + " has none",
                         "use laplacian or lapdofs, or give labels with " + option("label"));
    SelectRequest inner{.method = *method.method, .k = request.k};
    if (method.graph) inner.graph_options = *method.graph;
    inner.scale = request.scale.value_or(data.x.is_sparse() ? Scaling::none : Scaling::standard);
    inner.hash_data = request.hash_data;
    inner.exhibits = request.exhibits;
    inner.explain = true;
    run.selection = select_with_trust(data, inner, request.budget, context);
    run.candidates = {{.label = method.label,
                       .k = static_cast<Index>(run.selection.selection.selected.size()),
                       .mean = 0.0,
                       .chosen = true}};
    run.conclusion =
        "without labels nothing tells how many features are enough or whether they help: the number "
        "is fixed, and no accuracy can be given";
    run.seconds = timer.seconds();
    return run;
}

}  // namespace

std::string to_text(AutoVerdict verdict) {
    switch (verdict) {
        case AutoVerdict::better:
            return "better";
        case AutoVerdict::as_good:
            return "as_good";
        case AutoVerdict::worse:
            return "worse";
        case AutoVerdict::unknown:
            break;
    }
    return "unknown";
}

AutoRun run_auto(const Dataset& data, const AutoRequest& request, const Context& context) {
    check_dataset(data);
    require_finite(data.x, data.name, context);
    check_data(view_of(data), "auto", "selecting features", !data.labels.empty(), context);
    if (request.budget && !(*request.budget > 0.0))
        throw UsageError("budget must be a number of seconds above 0");
    if (request.evaluator == Evaluator::kmeans)
        throw UsageError("auto judges features with 1nn or svm, not with kmeans");
    for (const ComparedMethod& candidate : request.candidates)
        if (!candidate.method) throw UsageError("'" + candidate.label + "' is a baseline and no candidate");
    if (data.labels.empty()) return without_labels(data, request, context);
    return Auto(data, request, context).run();
}

}  // namespace tamis
