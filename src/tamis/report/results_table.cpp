#include "tamis/report/results_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tamis/report/table.hpp"

namespace tamis {

namespace {

constexpr std::size_t columns_per_table = 6;  // more numbers of features are continued below

// "*" for the best, "=" for what the paired test does not tell apart from it.
const char* mark_of(Standing standing) {
    return standing == Standing::best ? "*" : standing == Standing::not_separated ? "=" : " ";
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

std::string cell_text(const SummaryRow& row, Standing standing) {
    return percent_text(row.mean, row.std) + " " + mark_of(standing);
}

std::string value_tables(const EvaluateRun& run, const Measure& measure) {
    const EvaluateSummary& summary = run.summary;
    const std::vector<Index>& counts = summary.feature_counts;
    std::map<std::size_t, double> ranks;
    for (const MeanRank& rank : summary.ranks)
        if (rank.measure == measure) ranks[rank.method] = rank.rank;
    std::string text;
    for (std::size_t begin = 0; begin < counts.size(); begin += columns_per_table) {
        const std::size_t end = std::min(counts.size(), begin + columns_per_table);
        std::vector<Table::Column> columns = {{"method", Align::left}};
        for (std::size_t c = begin; c < end; ++c)
            columns.push_back({fmt::format("k = {}  ", counts[c]), Align::right});
        columns.push_back({"mean rank", Align::right});
        Table table(columns);
        for (std::size_t m = 0; m < run.methods.size(); ++m) {
            std::vector<std::string> cells = {run.methods[m].label};
            for (std::size_t c = begin; c < end; ++c) {
                const ColumnEntry* entry = summary.find_entry(m, counts[c], measure);
                cells.push_back(entry == nullptr ? "" : cell_text(summary.rows[entry->row], entry->standing));
            }
            cells.push_back(ranks.contains(m) ? fmt::format("{:.2f}", ranks[m]) : "");
            table.add(std::move(cells));
        }
        text += table.text() + "\n";
    }
    return text;
}

std::string marks_text(const EvaluateRun& run) {
    if (run.summary.repeats < 2) return "* best of the column; one repeat allows no test\n\n";
    if (!run.summary.can_test)
        return fmt::format(
            "* best mean of the column; {} repeats of {} methods are too few for a significant "
            "difference\n\n",
            run.summary.repeats, run.methods.size());
    return "* best mean of the column; = not significantly different (paired Wilcoxon test over the repeats, "
           "Holm-corrected,\n"
           "p >= 0.05). Repeats share samples, so the test finds differences more easily than it should.\n\n";
}

// The largest k of a method, which its line in the table of methods is about; 0 if it has no row.
Index largest_count(const EvaluateSummary& summary, std::size_t method) {
    Index largest = 0;
    for (const SummaryRow& row : summary.rows)
        if (row.method == method) largest = std::max(largest, row.k);
    return largest;
}

std::string redundancy_text(const EvaluateSummary& summary, std::size_t method, Index k, Index clusters) {
    const SummaryRow* row = summary.find_row(method, k, {"features", "redundancy", clusters});
    return row == nullptr ? "" : fmt::format("{:.2f}", row->mean);
}

std::string stability_text(const EvaluateSummary& summary, std::size_t method, Index k, Index clusters) {
    for (const StabilityRow& row : summary.stability)
        if (row.method == method && row.k == k && row.clusters == clusters)
            return fmt::format("{:.2f}", row.nogueira);
    return "";
}

// One line per method and, under `cluster`, number of classes.
std::string method_table(const EvaluateRun& run) {
    const EvaluateSummary& summary = run.summary;
    std::map<std::pair<std::size_t, Index>, double> seconds;  // by method and number of classes
    for (const SummaryRow& row : summary.rows)
        if (row.k == largest_count(summary, row.method))
            seconds[{row.method, row.measure.clusters}] = row.seconds;
    const bool clustering = !summary.rows.empty() && summary.rows.front().measure.clusters > 0;
    std::vector<Table::Column> columns = {{"method", Align::left}};
    if (clustering) columns.push_back({"classes", Align::right});
    for (const char* title : {"k", "redundancy", "stability", "time"})
        columns.push_back({title, Align::right});
    Table table(columns);
    for (const auto& [place, time] : seconds) {
        const auto [method, clusters] = place;
        const Index k = largest_count(summary, method);
        std::vector<std::string> cells = {run.methods[method].label};
        if (clustering) cells.push_back(std::to_string(clusters));
        cells.push_back(std::to_string(k));
        cells.push_back(redundancy_text(summary, method, k, clusters));
        cells.push_back(stability_text(summary, method, k, clusters));
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
    std::string text = fmt::format("{}: {} samples, {} features, {} classes; {}, seed {}", run.data_name,
                                   run.samples, run.features, run.classes, run.protocol, run.seed);
    for (const auto& [name, value] : run.options) text += fmt::format(", {} {}", name, to_text(value));
    text += "\n\n";
    for (const Measure& measure : run.summary.measures)
        text += measure_title(measure) + " in %, mean ± standard deviation over the repeats\n\n" +
                value_tables(run, measure);
    return text + marks_text(run) + method_table(run) +
           "\nredundancy: mean |correlation| of the chosen features; stability: 1 = the same set in every "
           "split, "
           "0 = random\n(Nogueira); time: one selection, for all k at once if one ranking covers them, "
           "on one thread\n(on all threads if the run has a single split)\n";
}

}  // namespace tamis
