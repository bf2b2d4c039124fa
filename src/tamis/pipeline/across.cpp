#include "tamis/pipeline/across.hpp"

#include <algorithm>

#include "tamis/pipeline/statistics.hpp"

namespace tamis::detail {

namespace {

// Nothing where the run has no value of this method for one of its k.
std::optional<double> value_over_all_k(const EvaluateRun& run, const std::string& label,
                                       const Measure& measure) {
    const auto method = std::find_if(run.methods.begin(), run.methods.end(),
                                     [&](const EvaluatedMethod& entry) { return entry.label == label; });
    if (method == run.methods.end() || run.summary.feature_counts.empty()) return std::nullopt;
    double sum = 0.0;
    for (const Index k : run.summary.feature_counts) {
        const ColumnEntry* entry = run.summary.find_entry(at(method - run.methods.begin()), k, measure);
        if (entry == nullptr) return std::nullopt;
        sum += run.summary.rows[entry->row].mean;
    }
    return sum / static_cast<double>(run.summary.feature_counts.size());
}

AcrossMeasure summarize_measure(const std::vector<EvaluateRun>& runs, const Measure& measure) {
    AcrossMeasure across{.measure = measure};
    std::vector<std::vector<double>> values(runs.size());
    for (const EvaluatedMethod& method : runs.front().methods) {
        std::vector<double> own;
        for (const EvaluateRun& run : runs)
            if (const auto value = value_over_all_k(run, method.label, measure)) own.push_back(*value);
        if (own.size() < runs.size()) continue;
        across.labels.push_back(method.label);
        for (std::size_t r = 0; r < runs.size(); ++r) values[r].push_back(own[r]);
    }
    across.mean_ranks.assign(across.labels.size(), 0.0);
    for (const std::vector<double>& contest : values) {
        across.ranks.push_back(ranks_of(contest));
        for (std::size_t m = 0; m < contest.size(); ++m)
            across.mean_ranks[m] += across.ranks.back()[m] / static_cast<double>(runs.size());
    }
    if (across.labels.size() > 1) across.friedman_p = friedman_p(across.ranks);
    return across;
}

}  // namespace

bool EvaluateRuns::complete() const {
    return std::all_of(runs.begin(), runs.end(), [](const EvaluateRun& run) { return run.complete; });
}

EvaluateRuns gathered(std::vector<EvaluateRun> runs) {
    EvaluateRuns all{.runs = std::move(runs), .across = {}};
    if (all.runs.size() < 2) return all;
    for (const Measure& measure : all.runs.front().summary.measures) {
        AcrossMeasure across = summarize_measure(all.runs, measure);
        if (!across.labels.empty()) all.across.push_back(std::move(across));
    }
    return all;
}

}  // namespace tamis::detail
