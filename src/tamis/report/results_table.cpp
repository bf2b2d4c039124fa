#include "tamis/report/results_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "tamis/pipeline/summary.hpp"
#include "tamis/report/table.hpp"

namespace tamis {

namespace {

constexpr std::size_t columns_per_table = 6;  // more numbers of features are continued below
constexpr double significance = 0.05;

// Everything that is computed once for the tables.
struct Facts {
    explicit Facts(const EvaluateRun& run_)
        : run(run_), summary(summarize(run)), tests(paired_tests(run)), stability(stabilities(run)) {
        for (const SummaryRow& row : summary) repeats = std::max(repeats, row.n);
        // With n repeats no p-value is below 2/2^n, and Holm multiplies the smallest by the number of pairs.
        const auto methods = static_cast<double>(run.methods.size());
        can_tell = std::ldexp(methods * (methods - 1.0), -static_cast<int>(std::min<Index>(repeats, 1000))) <
                   significance;
    }

    const SummaryRow* find(std::size_t method, Index k, const Measure& measure) const {
        const bool all = run.methods[method].method == "all";
        for (const SummaryRow& row : summary)
            if (row.method == method && row.measure == measure && row.k == (all ? run.features : k))
                return &row;
        return nullptr;
    }

    const EvaluateRun& run;
    std::vector<SummaryRow> summary;
    std::vector<PairedTest> tests;
    std::vector<StabilityRow> stability;
    Index repeats = 0;
    bool can_tell = false;  // the test can find a difference at all
};

std::optional<std::size_t> best_method(const Facts& facts, Index k, const Measure& measure) {
    std::optional<std::size_t> best;
    double most = 0.0;
    for (std::size_t m = 0; m < facts.run.methods.size(); ++m)
        if (const SummaryRow* row = facts.find(m, k, measure); row != nullptr && (!best || row->mean > most))
            best = m, most = row->mean;
    return best;
}

// "*" for the best, "=" for what the paired test does not tell apart from it.
std::string mark_of(const Facts& facts, std::size_t method, Index k, const Measure& measure) {
    const std::optional<std::size_t> best = best_method(facts, k, measure);
    if (best == method) return "*";
    if (!facts.can_tell) return " ";
    for (const PairedTest& test : facts.tests)
        if (test.k == k && test.measure == measure &&
            ((test.a == method && test.b == best) || (test.b == method && test.a == best)))
            return test.p_holm >= significance ? "=" : " ";
    return " ";
}

std::string measure_title(const Measure& measure) {
    static const std::map<std::string, std::string> names = {
        {"1nn", "1NN accuracy"}, {"svm", "linear SVM accuracy"}, {"kmeans", "k-means"}};
    const auto known = names.find(measure.evaluator);
    std::string title = known == names.end() ? measure.evaluator : known->second;
    if (measure.evaluator == "kmeans") title += measure.metric == "ac" ? " AC" : " NMI";
    if (measure.clusters > 0) title += fmt::format(", {} classes", measure.clusters);
    return title;
}

std::string value_tables(const Facts& facts, const Measure& measure) {
    const std::vector<Index> counts = feature_counts_of(facts.run);
    std::map<std::size_t, double> ranks;
    for (const MeanRank& rank : mean_ranks(facts.run))
        if (rank.measure == measure) ranks[rank.method] = rank.rank;
    std::string text;
    for (std::size_t begin = 0; begin < counts.size(); begin += columns_per_table) {
        const std::size_t end = std::min(counts.size(), begin + columns_per_table);
        std::vector<Table::Column> columns = {{"method", Align::left}};
        for (std::size_t c = begin; c < end; ++c)
            columns.push_back({fmt::format("k = {}  ", counts[c]), Align::right});
        columns.push_back({"mean rank", Align::right});
        Table table(columns);
        for (std::size_t m = 0; m < facts.run.methods.size(); ++m) {
            std::vector<std::string> cells = {facts.run.methods[m].label};
            for (std::size_t c = begin; c < end; ++c) {
                const SummaryRow* row = facts.find(m, counts[c], measure);
                cells.push_back(row == nullptr ? ""
                                               : percent_text(row->mean, row->std) + " " +
                                                     mark_of(facts, m, counts[c], measure));
            }
            cells.push_back(ranks.contains(m) ? fmt::format("{:.2f}", ranks[m]) : "");
            table.add(std::move(cells));
        }
        text += table.text() + "\n";
    }
    return text;
}

std::string marks_text(const Facts& facts) {
    if (facts.repeats < 2) return "* best of the column; one repeat allows no test\n\n";
    if (!facts.can_tell)
        return fmt::format(
            "* best mean of the column; {} repeats of {} methods are too few for a test to tell anything "
            "apart\n\n",
            facts.repeats, facts.run.methods.size());
    return "* best mean of the column; = not told apart from it (paired Wilcoxon test over the repeats, "
           "Holm-corrected,\n"
           "p >= 0.05). Repeats share samples, so the test finds differences more easily than it should.\n\n";
}

// The largest k of a method, which its line in the table of methods is about; 0 where it has no row.
Index largest_count(const Facts& facts, std::size_t method) {
    Index largest = 0;
    for (const SummaryRow& row : facts.summary)
        if (row.method == method) largest = std::max(largest, row.k);
    return largest;
}

std::string redundancy_text(const Facts& facts, std::size_t method, Index k, Index clusters) {
    const SummaryRow* row = facts.find(method, k, {"features", "redundancy", clusters});
    return row == nullptr ? "" : fmt::format("{:.2f}", row->mean);
}

std::string stability_text(const Facts& facts, std::size_t method, Index k, Index clusters) {
    for (const StabilityRow& row : facts.stability)
        if (row.method == method && row.k == k && row.clusters == clusters)
            return fmt::format("{:.2f}", row.nogueira);
    return "";
}

// One line per method and, under `cluster`, number of classes.
std::string method_table(const Facts& facts) {
    std::map<std::pair<std::size_t, Index>, double> seconds;  // by method and number of classes
    for (const SummaryRow& row : facts.summary)
        if (row.k == largest_count(facts, row.method))
            seconds[{row.method, row.measure.clusters}] = row.seconds;
    const bool clustering = !facts.summary.empty() && facts.summary.front().measure.clusters > 0;
    std::vector<Table::Column> columns = {{"method", Align::left}};
    if (clustering) columns.push_back({"classes", Align::right});
    for (const char* title : {"k", "redundancy", "stability", "time"})
        columns.push_back({title, Align::right});
    Table table(columns);
    for (const auto& [place, time] : seconds) {
        const auto [method, clusters] = place;
        const Index k = largest_count(facts, method);
        std::vector<std::string> cells = {facts.run.methods[method].label};
        if (clustering) cells.push_back(std::to_string(clusters));
        cells.push_back(std::to_string(k));
        cells.push_back(redundancy_text(facts, method, k, clusters));
        cells.push_back(stability_text(facts, method, k, clusters));
        cells.push_back(duration_text(time));
        table.add(std::move(cells));
    }
    return table.text();
}

}  // namespace

std::string percent_text(double mean, double std) {
    return fmt::format("{:.1f} ± {:.1f}", 100.0 * mean, 100.0 * std);
}

std::string results_table(const EvaluateRun& run) {
    const Facts facts(run);
    std::string text = fmt::format("{}: {} samples, {} features, {} classes; {}, seed {}", run.data_name,
                                   run.samples, run.features, run.classes, run.protocol, run.seed);
    for (const auto& [name, value] : run.options) text += fmt::format(", {} {}", name, to_text(value));
    text += "\n\n";
    for (const Measure& measure : measures_of(run))
        text += measure_title(measure) + " in %, mean ± standard deviation over the repeats\n\n" +
                value_tables(facts, measure);
    return text + marks_text(facts) + method_table(facts) +
           "\nredundancy: mean |correlation| of the chosen; stability: 1 = the same features in every split, "
           "0 = as random\n(Nogueira); time: one selection, for all k at once where one ranking has them "
           "all, "
           "with one thread\n(with all threads where the run has a single split)\n";
}

}  // namespace tamis
