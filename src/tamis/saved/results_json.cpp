#include "tamis/saved/results_json.hpp"

#include "tamis/core/options/names.hpp"
#include "tamis/core/version.hpp"
#include "tamis/saved/records_json.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::detail {

namespace {

using json::add_measure, json::add_rows, json::add_summary, json::add_tests;
using json::lines_of, json::NumberedRun, json::Object, json::run_object, json::records_json,
    json::results_schema, json::row_object, json::text;

void add_folds(const NumberedRun& numbered, std::vector<std::string>& records) {
    for (const FoldRow& part : numbered.run.folds)
        records.push_back(
            row_object(numbered, part.row).add("fold", part.fold).add("weight", part.weight).text());
}

void add_ranks(const NumberedRun& numbered, std::vector<std::string>& records) {
    const EvaluateRun& run = numbered.run;
    for (const MeanRank& rank : run.summary.ranks) {
        Object object;
        object.add("data", text(run.data_name)).add("label", text(run.methods[rank.method].label));
        add_measure(object, rank.measure);
        records.push_back(object.add("mean_rank", rank.rank).text());
    }
}

void add_stability(const NumberedRun& numbered, std::vector<std::string>& records) {
    const EvaluateRun& run = numbered.run;
    for (const StabilityRow& row : run.summary.stability) {
        Object object;
        object.add("data", text(run.data_name))
            .add("label", text(run.methods[row.method].label))
            .add("k", row.k);
        if (row.clusters > 0) object.add("clusters", row.clusters);
        object.add("kuncheva", row.kuncheva).add("nogueira", row.nogueira).add("n", row.n);
        records.push_back(object.text());
    }
}

void add_selections(const NumberedRun& numbered, std::vector<std::string>& records) {
    const EvaluateRun& run = numbered.run;
    for (const ChosenFeatures& chosen : run.selections) {
        Object object = run_object(numbered);
        object.add("label", text(run.methods[chosen.method].label)).add("k", chosen.k);
        if (chosen.clusters > 0) object.add("clusters", chosen.clusters);
        object.add("repeat", chosen.repeat).add("fold", chosen.fold).add("nested", chosen.nested);
        records.push_back(object.add("selected", chosen.selected).text());
    }
}

std::string data_json(const EvaluateRun& run) {
    return Object()
        .add("name", text(run.data_name))
        .add("samples", run.samples)
        .add("features", run.features)
        .add("classes", run.classes)
        .add("label", run.label_name.empty() ? Value(nullptr) : text(run.label_name))
        .add("hash", text(run.data_hash))
        .add_json("options", json_text(as_values(run.data_options)))
        .text();
}

std::string remarks_json(const std::vector<EvaluateRun>& runs) {
    std::vector<std::string> records;
    for (const EvaluateRun& run : runs)
        for (const std::string& remark : run.remarks)
            records.push_back(json_text(text(runs.size() > 1 ? run.data_name + ": " + remark : remark)));
    return lines_of(records);
}

// The settings of every run, where a document holds several.
std::string runs_json(const std::vector<EvaluateRun>& runs) {
    std::vector<std::string> records;
    for (const EvaluateRun& run : runs) {
        records.push_back(Object()
                              .add("data", text(run.data_name))
                              .add_json("options", json_text(run.options))
                              .add("complete", run.complete)
                              .text());
    }
    return lines_of(records);
}

std::string across_json(const EvaluateRuns& results) {
    std::vector<std::string> records;
    for (const AcrossMeasure& across : results.across) {
        std::vector<std::string> ranks;
        for (std::size_t m = 0; m < across.labels.size(); ++m) {
            Object own;
            for (std::size_t r = 0; r < results.runs.size(); ++r)
                own.add(results.runs[r].data_name, across.ranks[r][m]);
            ranks.push_back(Object()
                                .add("label", text(across.labels[m]))
                                .add("mean_rank", across.mean_ranks[m])
                                .add_json("ranks", own.text())
                                .text());
        }
        Object object;
        add_measure(object, across.measure);
        object.add_json("methods", "[" + joined(ranks) + "]");
        records.push_back(
            object.add("friedman_p", across.friedman_p ? Value(*across.friedman_p) : Value(nullptr)).text());
    }
    return lines_of(records);
}

// Of all runs together; empty if there are none.
std::string exhibits_json(const EvaluateRuns& results) {
    Exhibits all = results.runs.front().exhibits;
    if (all.empty()) return "";
    for (std::size_t r = 1; r < results.runs.size(); ++r)
        all.masks.insert(all.masks.end(), results.runs[r].exhibits.masks.begin(),
                         results.runs[r].exhibits.masks.end());
    if (results.runs.size() == 1)
        for (PixelMask& mask : all.masks) mask.data.clear();
    return json_text(all);
}

}  // namespace

std::string to_json(const EvaluateRun& run) { return to_json(EvaluateRuns{.runs = {run}, .across = {}}); }

std::string to_json(const EvaluateRuns& results) {
    const EvaluateRun& first = results.runs.front();
    const bool several = results.runs.size() > 1;
    std::vector<NumberedRun> runs;
    std::vector<std::string> data;
    bool folds = false;
    for (const EvaluateRun& run : results.runs) {
        runs.push_back({run});
        data.push_back(data_json(run));
        folds = folds || !run.folds.empty();
    }
    Object document(",\n  ");
    document.add("schema", text(results_schema))
        .add("version", text(version()))
        .add_json("data", several ? lines_of(data) : data.front())
        .add("protocol", text(first.protocol))
        .add_json("seed", std::to_string(first.seed));
    if (several)
        document.add_json("runs", runs_json(results.runs));
    else
        document.add_json("options", json_text(first.options));
    document.add("complete", results.complete())
        .add_json("remarks", remarks_json(results.runs))
        .add_json("rows", records_json(runs, add_rows));
    if (folds) document.add_json("folds", records_json(runs, add_folds));
    document.add_json("summary", records_json(runs, add_summary))
        .add_json("tests", records_json(runs, add_tests))
        .add_json("ranks", records_json(runs, add_ranks))
        .add_json("stability", records_json(runs, add_stability))
        .add_json("selections", records_json(runs, add_selections));
    if (several) document.add_json("across", across_json(results));
    if (const std::string exhibits = exhibits_json(results); !exhibits.empty())
        document.add_json("exhibits", exhibits);
    return document.lines();
}

}  // namespace tamis::detail
