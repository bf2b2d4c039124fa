#include <algorithm>
#include <iterator>
#include <map>

#include "papers/paper.hpp"
#include "papers/papers.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/names.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/statistics.hpp"
#include "tamis/pipeline/summary.hpp"

namespace tamis {

namespace {

// `k` as in the request: the row of all features stands in the column of every number of features.
std::string column_name(const Experiment& experiment, const Measure& measure, const std::string& k) {
    std::string name = measure.metric == "ac" ? "AC" : measure.metric == "nmi" ? "NMI" : measure.metric;
    if (measure.clusters > 0) name += " " + std::to_string(measure.clusters) + " classes";
    if (experiment.name_features) name += " (" + k + " features)";
    return name;
}

std::string joined_setting(const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? a + b : a + ", " + b;
}

PaperCell cell_frame(const Experiment& experiment, const PaperRow& row) {
    PaperCell cell;
    cell.table = row.table;
    cell.data = experiment.data.name;
    cell.row = row.row;
    cell.setting = joined_setting(experiment.setting, row.setting);
    return cell;
}

void add_plain_cells(const std::string& paper, const Experiment& experiment, const PaperRow& row,
                     std::size_t method, const EvaluateRun& run, std::vector<PaperCell>& cells) {
    for (const SummaryRow& summary : summarize(run)) {
        if (summary.method != method || summary.measure.metric == "redundancy") continue;
        PaperCell cell = cell_frame(experiment, row);
        cell.mean = 100.0 * summary.mean;
        cell.std = 100.0 * summary.std;
        cell.n = summary.n;
        for (const std::string& k : experiment.request.k) {
            if (row.spec != "all" && k != std::to_string(summary.k)) continue;
            cell.column = column_name(experiment, summary.measure, k);
            cells.push_back(make_cell(paper, cell));
        }
    }
}

// The mean over all numbers of features per repeat, and one number of features alone.
void add_mean_cells(const std::string& paper, const Experiment& experiment, const PaperRow& row,
                    std::size_t method, const EvaluateRun& run, std::vector<PaperCell>& cells) {
    std::map<Index, std::vector<double>> repeats;
    std::vector<double> shown, means;
    for (const EvaluationRow& result : run.rows) {
        if (result.method != method || result.metric != "accuracy") continue;
        repeats[result.repeat].push_back(100.0 * result.value);
        if (result.k == experiment.shown) shown.push_back(100.0 * result.value);
    }
    for (const auto& [repeat, values] : repeats) means.push_back(mean_std(values).mean);
    const auto add = [&](const std::string& column, const std::vector<double>& values) {
        PaperCell cell = cell_frame(experiment, row);
        cell.column = column;
        cell.mean = mean_std(values).mean;
        cell.std = mean_std(values).std;
        cell.n = static_cast<Index>(values.size());
        if (!values.empty()) cells.push_back(make_cell(paper, cell));
    };
    add("mean over m", means);
    add("m = " + std::to_string(experiment.shown), shown);
}

void run_experiment(const std::string& paper, const Experiment& experiment, const Dataset& data, bool quick,
                    const Context& context, Reproduction& result) {
    EvaluateRequest request = experiment.request;
    request.baselines = false;
    if (quick) request.protocol = experiment.quick_protocol;
    for (const PaperRow& row : experiment.rows)
        if (std::find(request.methods.begin(), request.methods.end(), row.spec) == request.methods.end())
            request.methods.push_back(row.spec);
    result.runs.push_back({experiment.setting, run_evaluate(data, request, context)});
    const EvaluateRun& run = result.runs.back().results;
    for (const PaperRow& row : experiment.rows)
        for (std::size_t m = 0; m < run.methods.size(); ++m)
            if (run.methods[m].label == row.spec)
                (experiment.mean_over_features ? add_mean_cells : add_plain_cells)(paper, experiment, row, m,
                                                                                   run, result.cells);
}

// Every file once, in order; the data sets that are not there.
std::vector<std::string> absent_files(const std::vector<PaperData>& all, const PaperLoader& load) {
    std::vector<std::string> absent, seen;
    std::size_t files = 0;
    for (const PaperData& data : all) {
        if (std::find(seen.begin(), seen.end(), data.file) != seen.end()) continue;
        seen.push_back(data.file);
        ++files;
        if (!load(data)) absent.push_back(data.file + " (" + data.name + ")");
    }
    if (absent.size() == files)
        throw Error("none of the paper's data sets is there: " + joined(absent) +
                    "; give their folder with --data DIR");
    return absent;
}

}  // namespace

const Paper& find_paper(const std::string& name) {
    std::vector<std::string> known;
    for (const Paper& paper : papers()) {
        if (paper.name == name) return paper;
        known.push_back(paper.name);
    }
    throw UsageError(unknown_name("paper", name, known));
}

Reproduction reproduce(const Paper& paper, const PaperLoader& load, bool quick, const Context& context) {
    const Timer timer;
    Reproduction result{.paper = paper.name,
                        .citation = paper.citation,
                        .protocol = paper.protocol,
                        .seed = context.seed,
                        .quick = quick};
    if (paper.first_seed > 0)
        result.protocol += "; seeds are counted from " + std::to_string(paper.first_seed);
    const std::vector<Experiment> experiments =
        paper.experiments ? paper.experiments() : std::vector<Experiment>{};
    std::vector<PaperData> all = paper.further_data;
    for (const Experiment& experiment : experiments) all.push_back(experiment.data);
    result.absent = absent_files(all, load);

    std::size_t done = 0;
    Context shifted = context;
    shifted.seed += paper.first_seed;
    Context inside = shifted;
    inside.progress = [&](std::string_view, double part) {
        if (!experiments.empty())
            context.report(paper.name,
                           (static_cast<double>(done) + part) / static_cast<double>(experiments.size()));
    };
    for (const Experiment& experiment : experiments) {
        if (const std::optional<Dataset> data = load(experiment.data))
            run_experiment(paper.name, experiment, *data, quick, inside, result);
        ++done;
    }
    if (paper.results) {
        PaperResults more = paper.results(load, quick, shifted);
        std::move(more.cells.begin(), more.cells.end(), std::back_inserter(result.cells));
        std::move(more.runs.begin(), more.runs.end(), std::back_inserter(result.runs));
    }
    if (paper.claims) result.claims = paper.claims(load, quick, shifted);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace tamis
