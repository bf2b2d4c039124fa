#include "tamis/report/results_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tamis/report/data_text.hpp"

namespace tamis::detail {

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

void add_value_tables(const EvaluateRun& run, const Measure& measure, Page& page) {
    const EvaluateSummary& summary = run.summary;
    const std::vector<Index>& counts = summary.feature_counts;
    std::map<std::size_t, double> ranks;
    for (const MeanRank& rank : summary.ranks)
        if (rank.measure == measure) ranks[rank.method] = rank.rank;
    for (std::size_t begin = 0; begin < counts.size(); begin += columns_per_table) {
        const std::size_t end = std::min(counts.size(), begin + columns_per_table);
        std::vector<Table::Column> columns = {{"method", Align::left}};
        for (std::size_t c = begin; c < end; ++c)
            columns.push_back(
                {counts[c] == 0 ? "k by rule  " : fmt::format("k = {}  ", counts[c]), Align::right});
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
        page.table(std::move(table));
    }
}

std::string marks_text(const EvaluateRun& run) {
    if (run.summary.repeats < 2) return "* best of the column; one repeat allows no test";
    if (!run.summary.can_test)
        return fmt::format(
            "* best mean of the column; {} repeats of {} methods are too few for a significant "
            "difference",
            run.summary.repeats, run.methods.size());
    return "* best mean of the column; = not significantly different (paired Wilcoxon test over the repeats, "
           "Holm-corrected,\n"
           "p >= 0.05). Repeats share samples, so the test finds differences more easily than it should.";
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
Table method_table(const EvaluateRun& run) {
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
    return table;
}

// "sonar: 208 samples, 60 features, 2 classes, label class; holdout:0.5x12, seed 0, scale standard"
std::string head_line(const EvaluateRun& run) {
    std::string text =
        fmt::format("{}: {} samples, {} features, {}; {}, seed {}", run.data_name, run.samples, run.features,
                    label_text(run.classes, run.label_name), run.protocol, run.seed);
    for (const auto& [name, value] : run.options) text += fmt::format(", {} {}", name, to_text(value));
    return text;
}

// Methods × data sets: the rank on each, and the mean.
Table across_table(const EvaluateRuns& results, const AcrossMeasure& across) {
    std::vector<Table::Column> columns = {{"method", Align::left}};
    for (const EvaluateRun& run : results.runs) columns.push_back({run.data_name, Align::right});
    columns.push_back({"mean rank", Align::right});
    Table table(columns);
    for (std::size_t m = 0; m < across.labels.size(); ++m) {
        std::vector<std::string> cells = {across.labels[m]};
        for (const std::vector<double>& ranks : across.ranks) cells.push_back(short_number(ranks[m]));
        cells.push_back(fmt::format("{:.2f}", across.mean_ranks[m]));
        table.add(std::move(cells));
    }
    return table;
}

}  // namespace

std::string percent_text(double mean, double std) {
    return fmt::format("{:.1f} ± {:.1f}", 100.0 * mean, 100.0 * std);
}

Page results_page(const EvaluateRun& run) {
    Page page;
    page.paragraph(head_line(run));
    for (const Measure& measure : run.summary.measures) {
        page.title(measure_title(measure) + " in %, mean ± standard deviation over the repeats");
        add_value_tables(run, measure, page);
    }
    page.paragraph(marks_text(run));
    page.table(method_table(run));
    page.paragraph(
        "redundancy: mean |correlation| of the chosen features; stability: 1 = the same set in every split, "
        "0 = random\n(Nogueira); time: one selection, for all k at once if one ranking covers them, on one "
        "thread\n(on all threads if the run has a single split)");
    return page;
}

Page results_page(const EvaluateRuns& results) {
    Page page;
    for (const EvaluateRun& run : results.runs) page.append(results_page(run));
    for (const AcrossMeasure& across : results.across) {
        page.title(
            fmt::format("{}: ranks over {} data sets", measure_title(across.measure), results.runs.size()));
        page.table(across_table(results, across));
        std::string text = "Ranks of the means over all k; 1 is best.";
        if (across.friedman_p)
            text += fmt::format(
                " All methods equally good: p = {} (Friedman test,\napproximate for fewer than ten data "
                "sets).",
                short_number(*across.friedman_p, 2));
        page.paragraph(text);
    }
    return page;
}

Table results_rows(const EvaluateRuns& results) {
    Table table({{"data"},
                 {"method"},
                 {"label"},
                 {"params"},
                 {"k"},
                 {"clusters"},
                 {"repeat"},
                 {"evaluator"},
                 {"metric"},
                 {"value"},
                 {"seconds"}});
    for (const EvaluateRun& run : results.runs)
        for (const EvaluationRow& row : run.rows) {
            const EvaluatedMethod& method = run.methods[row.method];
            std::string params;
            for (const auto& [name, value] : method.params)
                params += (params.empty() ? "" : " ") + name + "=" + to_text(value);
            table.add({run.data_name, method.method, method.label, params, std::to_string(row.k),
                       row.clusters > 0 ? std::to_string(row.clusters) : "", std::to_string(row.repeat),
                       row.evaluator, row.metric, exact_number(row.value), exact_number(row.seconds)});
        }
    return table;
}

}  // namespace tamis::detail
