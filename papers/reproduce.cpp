#include <algorithm>
#include <iterator>
#include <map>

#include "papers/figure.hpp"
#include "papers/paper.hpp"
#include "papers/papers.hpp"
#include "tamis/core/citations/citations.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/statistics.hpp"

namespace tamis::papers {

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
    for (const SummaryRow& summary : run.summary.rows) {
        if (summary.method != method || summary.measure.metric == "redundancy") continue;
        PaperCell cell = cell_frame(experiment, row);
        cell.mean = 100.0 * summary.mean;
        cell.std = 100.0 * summary.std;
        cell.n = summary.n;
        for (const FeatureCount& k : experiment.request.k) {
            if (row.spec != "all" && k != FeatureCount(summary.k)) continue;
            if (experiment.shown > 0 && k != FeatureCount(experiment.shown)) continue;
            cell.column = column_name(experiment, summary.measure, to_text(k));
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
    request.methods = compared_methods(experiment);
    result.runs.push_back({experiment.setting, run_evaluate(data, request, context), experiment.data.name});
    const EvaluateRun& run = result.runs.back().results;
    for (const PaperRow& row : experiment.rows)
        for (std::size_t m = 0; m < run.methods.size(); ++m)
            if (run.methods[m].label == row.spec)
                (experiment.mean_over_features ? add_mean_cells : add_plain_cells)(paper, experiment, row, m,
                                                                                   run, result.cells);
}

std::vector<std::string> absent_files(const Paper& paper, const PaperLoader& load) {
    std::vector<std::string> absent;
    const std::vector<PaperData> all = data_of(paper);
    for (const PaperData& data : all)
        if (!load(data)) absent.push_back(file_text(data));
    if (absent.size() == all.size())
        throw Error("none of the paper's data sets was found: " + joined(absent));
    return absent;
}

}  // namespace

std::string file_text(const PaperData& data) {
    const std::vector<std::string> others = other_names(data.file);
    return data.file + " (" + data.name + (others.empty() ? "" : ", also " + joined(others)) + ")";
}

std::vector<PaperData> data_of(const Paper& paper) {
    std::vector<PaperData> all = paper.further_data, once;
    if (paper.experiments)
        for (const Experiment& experiment : paper.experiments()) all.push_back(experiment.data);
    for (const PaperData& data : all)
        if (std::none_of(once.begin(), once.end(),
                         [&](const PaperData& other) { return other.file == data.file; }))
            once.push_back(data);
    return once;
}

std::vector<ComparedMethod> compared_methods(const Experiment& experiment) {
    std::vector<ComparedMethod> methods;
    for (const PaperRow& row : experiment.rows)
        if (std::none_of(methods.begin(), methods.end(),
                         [&](const ComparedMethod& method) { return method.label == row.spec; }))
            methods.emplace_back(row.spec);
    return methods;
}

const Paper& find_paper(const std::string& name) { return find_named(all_papers(), "paper", name); }

Reproduction reproduce(const Paper& paper, const PaperLoader& load, bool quick, const Context& context) {
    const Timer timer;
    Reproduction result{.paper = paper.name,
                        .citation = reference(find_cited_paper(paper.name)),
                        .protocol = paper.protocol,
                        .seed = context.seed,
                        .quick = quick};
    if (paper.first_seed > 0)
        result.protocol += "; seeds are counted from " + std::to_string(paper.first_seed);
    const std::vector<Experiment> experiments =
        paper.experiments ? paper.experiments() : std::vector<Experiment>{};
    result.absent = absent_files(paper, load);

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

std::vector<Figure> reproduce_figures(const Paper& paper, const Reproduction& made, const PaperLoader& load,
                                      const Context& context) {
    Context shifted = context;
    shifted.seed += paper.first_seed;
    return paper.figures ? paper.figures(made, load, made.quick, shifted) : std::vector<Figure>{};
}

}  // namespace tamis::papers
