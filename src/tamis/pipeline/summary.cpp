#include "tamis/pipeline/summary.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "tamis/core/error.hpp"
#include "tamis/eval/chosen_sets.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/statistics.hpp"

namespace tamis::detail {

namespace {

// What a method chose for k features in one split, if the run has it.
std::optional<std::vector<Index>> first_features(const ChosenFeatures& chosen, Index k) {
    if (chosen.k != k && !(chosen.nested && chosen.k > k)) return std::nullopt;
    return std::vector<Index>(chosen.selected.begin(), chosen.selected.begin() + k);
}

}  // namespace

std::vector<std::vector<Index>> sets_of_splits(const EvaluateRun& run, std::size_t method, Index clusters,
                                               std::optional<Index> k) {
    std::map<std::pair<Index, Index>, std::vector<Index>> sets;  // by repeat and fold
    for (const ChosenFeatures& chosen : run.selections) {
        if (chosen.method != method || chosen.clusters != clusters) continue;
        if (auto features = k ? first_features(chosen, *k) : chosen.selected)
            sets.try_emplace({chosen.repeat, chosen.fold}, std::move(*features));
    }
    std::vector<std::vector<Index>> list;
    for (auto& [place, set] : sets) list.push_back(std::move(set));
    return list;
}

}  // namespace tamis::detail

namespace tamis {

using namespace detail;

namespace {

Measure measure_of(const EvaluationRow& row) { return {row.evaluator, row.metric, row.clusters}; }

bool is_baseline_all(const EvaluateRun& run, std::size_t method) {
    return run.methods[method].method == "all";
}

// Of `all` and of methods with a rule: they have one number of features, which stands for every k.
bool has_any_k(const EvaluateRun& run, std::size_t method) {
    return is_baseline_all(run, method) || !run.methods[method].k_rule.empty();
}

Index key_of(const EvaluateRun& run, std::size_t method, Index k) { return has_any_k(run, method) ? 0 : k; }

// The value of every repeat.
using Repeats = std::map<Index, double>;

class Values {
  public:
    explicit Values(const EvaluateRun& run) : run_(run) {
        for (const EvaluationRow& row : run.rows)
            values_[{row.method, key_of(run, row.method, row.k), measure_of(row)}][row.repeat] = row.value;
    }

    const Repeats& of(std::size_t method, Index k, const Measure& measure) const {
        static const Repeats none;
        const auto found = values_.find({method, key_of(run_, method, k), measure});
        return found == values_.end() ? none : found->second;
    }

  private:
    const EvaluateRun& run_;
    std::map<std::tuple<std::size_t, Index, Measure>, Repeats> values_;
};

std::vector<Measure> measures_of(const EvaluateRun& run) {
    std::vector<Measure> measures;
    for (const EvaluationRow& row : run.rows)
        if (row.metric != "redundancy" &&
            std::find(measures.begin(), measures.end(), measure_of(row)) == measures.end())
            measures.push_back(measure_of(row));
    return measures;
}

std::vector<Index> feature_counts_of(const EvaluateRun& run) {
    std::set<Index> counts, all;
    bool rules = false;
    for (const EvaluationRow& row : run.rows) {
        rules = rules || !run.methods[row.method].k_rule.empty();
        if (!has_any_k(run, row.method))
            counts.insert(row.k);
        else if (is_baseline_all(run, row.method))
            all.insert(row.k);
    }
    if (counts.empty() && rules) return {0};
    if (counts.empty()) counts = all;
    return {counts.begin(), counts.end()};
}

std::vector<SummaryRow> summary_rows(const EvaluateRun& run) {
    std::vector<SummaryRow> summary;
    std::map<std::tuple<std::size_t, Index, Measure>, std::size_t> places;
    std::vector<std::vector<double>> values;
    std::vector<double> counts;  // of features, summed over the repeats
    for (const EvaluationRow& row : run.rows) {
        const auto [place, fresh] =
            places.try_emplace({row.method, key_of(run, row.method, row.k), measure_of(row)}, summary.size());
        if (fresh) {
            summary.push_back({.method = row.method,
                               .k = row.k,
                               .measure = measure_of(row),
                               .any_k = has_any_k(run, row.method)});
            values.emplace_back();
            counts.push_back(0.0);
        }
        counts[place->second] += static_cast<double>(row.k);
        values[place->second].push_back(row.value);
        summary[place->second].seconds += row.seconds;
    }
    for (std::size_t s = 0; s < summary.size(); ++s) {
        const MeanStd numbers = mean_std(values[s]);
        summary[s].mean = numbers.mean;
        summary[s].std = numbers.std;
        summary[s].n = static_cast<Index>(values[s].size());
        if (summary[s].any_k) summary[s].k = std::llround(counts[s] / static_cast<double>(values[s].size()));
        summary[s].seconds /= static_cast<double>(values[s].size());
    }
    return summary;
}

std::vector<PairedTest> paired_tests(const EvaluateRun& run, const EvaluateSummary& summary,
                                     const Values& values) {
    std::vector<PairedTest> tests;
    for (const Measure& measure : summary.measures)
        for (const Index k : summary.feature_counts) {
            std::vector<PairedTest> family;
            std::vector<double> p;
            for (std::size_t a = 0; a < run.methods.size(); ++a)
                for (std::size_t b = a + 1; b < run.methods.size(); ++b) {
                    const Repeats &left = values.of(a, k, measure), &right = values.of(b, k, measure);
                    std::vector<double> x, y;
                    for (const auto& [repeat, value] : left)
                        if (const auto other = right.find(repeat); other != right.end())
                            x.push_back(value), y.push_back(other->second);
                    if (x.empty()) continue;
                    family.push_back({.k = k, .measure = measure, .a = a, .b = b, .p = wilcoxon_p(x, y)});
                    p.push_back(family.back().p);
                }
            const std::vector<double> corrected = holm(p);
            for (std::size_t t = 0; t < family.size(); ++t) family[t].p_holm = corrected[t];
            tests.insert(tests.end(), family.begin(), family.end());
        }
    return tests;
}

std::vector<MeanRank> mean_ranks(const EvaluateRun& run, const EvaluateSummary& summary,
                                 const Values& values) {
    std::vector<MeanRank> result;
    for (const Measure& measure : summary.measures) {
        std::vector<double> sums(run.methods.size(), 0.0);
        Index contests = 0;
        for (const Index k : summary.feature_counts) {
            const Repeats none;
            for (const auto& [repeat, ignored] : run.methods.empty() ? none : values.of(0, k, measure)) {
                std::vector<double> contest;
                for (std::size_t m = 0; m < run.methods.size(); ++m) {
                    const Repeats& own = values.of(m, k, measure);
                    if (const auto found = own.find(repeat); found != own.end())
                        contest.push_back(found->second);
                }
                if (contest.size() < run.methods.size()) continue;
                const std::vector<double> ranks = ranks_of(contest);
                for (std::size_t m = 0; m < ranks.size(); ++m) sums[m] += ranks[m];
                ++contests;
            }
        }
        for (std::size_t m = 0; contests > 0 && m < sums.size(); ++m)
            result.push_back({m, measure, sums[m] / static_cast<double>(contests)});
    }
    return result;
}

std::vector<StabilityRow> stabilities(const EvaluateRun& run) {
    std::vector<StabilityRow> result;
    std::set<std::tuple<std::size_t, Index, Index>> done;
    for (const EvaluationRow& row : run.rows) {
        if (!run.methods[row.method].k_rule.empty()) continue;  // sets of different sizes
        if (!done.insert({row.method, row.clusters, row.k}).second) continue;
        const std::vector<std::vector<Index>> list = sets_of_splits(run, row.method, row.clusters, row.k);
        if (list.size() < 2) continue;
        result.push_back({.method = row.method,
                          .k = row.k,
                          .clusters = row.clusters,
                          .kuncheva = kuncheva_stability(list, run.features),
                          .nogueira = nogueira_stability(list, run.features),
                          .n = static_cast<Index>(list.size())});
    }
    return result;
}

// With n repeats no p-value is below 2/2^n, and Holm multiplies the smallest by the number of pairs.
bool can_find_differences(std::size_t methods, Index repeats) {
    const auto count = static_cast<double>(methods);
    return std::ldexp(count * (count - 1.0), -static_cast<int>(std::min<Index>(repeats, 1000))) <
           significance;
}

bool separated(const EvaluateSummary& summary, const ColumnEntry& entry, const ColumnEntry& best) {
    for (const PairedTest& test : summary.tests)
        if (test.k == entry.k && test.measure == entry.measure &&
            ((test.a == entry.method && test.b == best.method) ||
             (test.b == entry.method && test.a == best.method)))
            return test.p_holm < significance;
    return true;
}

// The methods that have a value for this k and measure, with the best one marked and those near it.
std::vector<ColumnEntry> column(const EvaluateRun& run, const EvaluateSummary& summary, Index k,
                                const Measure& measure) {
    std::vector<ColumnEntry> entries;
    std::optional<std::size_t> best;
    double most = 0.0;
    for (std::size_t m = 0; m < run.methods.size(); ++m) {
        const SummaryRow* row = summary.find_row(m, k, measure);
        if (row == nullptr) continue;
        if (!best || row->mean > most) best = entries.size(), most = row->mean;
        entries.push_back({.method = m, .k = k, .measure = measure, .row = at(row - summary.rows.data())});
    }
    for (std::size_t e = 0; e < entries.size(); ++e)
        if (e == best)
            entries[e].standing = Standing::best;
        else if (summary.can_test && !separated(summary, entries[e], entries[*best]))
            entries[e].standing = Standing::not_separated;
    return entries;
}

void require_known_methods(const EvaluateRun& run) {
    const auto known = [&](const auto& entry) { return entry.method < run.methods.size(); };
    if (!std::all_of(run.rows.begin(), run.rows.end(), known) ||
        !std::all_of(run.selections.begin(), run.selections.end(), known))
        throw Error("the results name a method that is not in their list of " +
                    std::to_string(run.methods.size()) + " methods");
}

}  // namespace

const SummaryRow* EvaluateSummary::find_row(std::size_t method, Index k, const Measure& measure) const {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const SummaryRow& row) {
        return row.method == method && (row.any_k || row.k == k) && row.measure == measure;
    });
    return found == rows.end() ? nullptr : &*found;
}

const ColumnEntry* EvaluateSummary::find_entry(std::size_t method, Index k, const Measure& measure) const {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const ColumnEntry& entry) {
        return entry.method == method && entry.k == k && entry.measure == measure;
    });
    return found == columns.end() ? nullptr : &*found;
}

EvaluateSummary summarize(const EvaluateRun& run) {
    require_known_methods(run);
    const Values values(run);
    EvaluateSummary summary;
    summary.measures = measures_of(run);
    summary.feature_counts = feature_counts_of(run);
    summary.rows = summary_rows(run);
    summary.tests = paired_tests(run, summary, values);
    summary.ranks = mean_ranks(run, summary, values);
    summary.stability = stabilities(run);
    for (const SummaryRow& row : summary.rows) summary.repeats = std::max(summary.repeats, row.n);
    summary.can_test = can_find_differences(run.methods.size(), summary.repeats);
    for (const Measure& measure : summary.measures)
        for (const Index k : summary.feature_counts) {
            const std::vector<ColumnEntry> entries = column(run, summary, k, measure);
            summary.columns.insert(summary.columns.end(), entries.begin(), entries.end());
        }
    return summary;
}

}  // namespace tamis
