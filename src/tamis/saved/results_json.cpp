#include "tamis/saved/results_json.hpp"

#include <nlohmann/json.hpp>

#include "tamis/core/version.hpp"
#include "tamis/saved/json_values.hpp"
#include "tamis/saved/records_json.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis {

namespace {

using json::add_measure, json::add_rows, json::add_summary, json::add_tests;
using json::lines_of, json::Object, json::records_json, json::results_schema, json::row_object, json::text;

std::string folds_json(const EvaluateRun& run) {
    std::vector<std::string> records;
    for (const FoldRow& part : run.folds)
        records.push_back(
            row_object({run}, part.row).add("fold", part.fold).add("weight", part.weight).text());
    return lines_of(records);
}

std::string ranks_json(const EvaluateRun& run) {
    std::vector<std::string> records;
    for (const MeanRank& rank : run.summary.ranks) {
        Object object;
        object.add("data", text(run.data_name)).add("label", text(run.methods[rank.method].label));
        add_measure(object, rank.measure);
        records.push_back(object.add("mean_rank", rank.rank).text());
    }
    return lines_of(records);
}

std::string stability_json(const EvaluateRun& run) {
    std::vector<std::string> records;
    for (const StabilityRow& row : run.summary.stability) {
        Object object;
        object.add("data", text(run.data_name))
            .add("label", text(run.methods[row.method].label))
            .add("k", row.k);
        if (row.clusters > 0) object.add("clusters", row.clusters);
        object.add("kuncheva", row.kuncheva).add("nogueira", row.nogueira).add("n", row.n);
        records.push_back(object.text());
    }
    return lines_of(records);
}

std::string selections_json(const EvaluateRun& run) {
    std::vector<std::string> records;
    for (const ChosenFeatures& chosen : run.selections) {
        Object object;
        object.add("label", text(run.methods[chosen.method].label)).add("k", chosen.k);
        if (chosen.clusters > 0) object.add("clusters", chosen.clusters);
        object.add("repeat", chosen.repeat).add("fold", chosen.fold).add("nested", chosen.nested);
        records.push_back(object.add("selected", chosen.selected).text());
    }
    return lines_of(records);
}

std::string remarks_json(const EvaluateRun& run) {
    std::vector<std::string> records;
    for (const std::string& remark : run.remarks) records.push_back(json_text(text(remark)));
    return lines_of(records);
}

using json::Json;

using json::record_of, json::settings_of;

std::size_t method_of(EvaluateRun& run, const Json& entry) {
    const auto label = entry.at("label").get<std::string>();
    for (std::size_t m = 0; m < run.methods.size(); ++m)
        if (run.methods[m].label == label) return m;
    run.methods.push_back({label, entry.at("method").get<std::string>(), record_of(entry.at("params"))});
    return run.methods.size() - 1;
}

EvaluationRow read_row(EvaluateRun& run, const Json& row) {
    return {.method = method_of(run, row),
            .k = row.at("k").get<Index>(),
            .clusters = row.value("clusters", Index{0}),
            .repeat = row.at("repeat").get<Index>(),
            .evaluator = row.at("evaluator").get<std::string>(),
            .metric = row.at("metric").get<std::string>(),
            .value = row.at("value").get<double>(),
            .seconds = row.at("seconds").get<double>()};
}

EvaluateRun read_comparison(const Json& document) {
    EvaluateRun run;
    const Json& data = document.at("data");
    run.data_name = data.at("name").get<std::string>();
    run.data_hash = data.at("hash").get<std::string>();
    run.samples = data.at("samples").get<Index>();
    run.features = data.at("features").get<Index>();
    run.classes = data.at("classes").get<Index>();
    run.data_options = settings_of(data.at("options"));
    run.protocol = document.at("protocol").get<std::string>();
    run.seed = document.at("seed").get<std::uint64_t>();
    run.options = record_of(document.at("options"));
    run.complete = document.at("complete").get<bool>();
    for (const Json& row : document.at("rows")) run.rows.push_back(read_row(run, row));
    for (const Json& part : document.value("folds", Json::array()))
        run.folds.push_back({.row = read_row(run, part),
                             .fold = part.at("fold").get<Index>(),
                             .weight = part.at("weight").get<double>()});
    for (const Json& chosen : document.at("selections"))
        run.selections.push_back({.method = method_of(run, chosen),
                                  .k = chosen.at("k").get<Index>(),
                                  .clusters = chosen.value("clusters", Index{0}),
                                  .repeat = chosen.at("repeat").get<Index>(),
                                  .fold = chosen.at("fold").get<Index>(),
                                  .nested = chosen.at("nested").get<bool>(),
                                  .selected = chosen.at("selected").get<std::vector<Index>>()});
    run.remarks = document.at("remarks").get<std::vector<std::string>>();
    run.summary = summarize(run);
    return run;
}

}  // namespace

std::string to_json(const EvaluateRun& run) {
    Object data;
    data.add("name", text(run.data_name))
        .add("samples", run.samples)
        .add("features", run.features)
        .add("classes", run.classes)
        .add("hash", text(run.data_hash))
        .add_json("options", json_text(as_values(run.data_options)));
    Object document(",\n  ");
    document.add("schema", text(results_schema))
        .add("version", text(version()))
        .add_json("data", data.text())
        .add("protocol", text(run.protocol))
        .add_json("seed", std::to_string(run.seed))
        .add_json("options", json_text(run.options))
        .add("complete", run.complete)
        .add_json("rows", records_json({{run}}, add_rows));
    if (!run.folds.empty()) document.add_json("folds", folds_json(run));
    return document.add_json("summary", records_json({{run}}, add_summary))
        .add_json("tests", records_json({{run}}, add_tests))
        .add_json("ranks", ranks_json(run))
        .add_json("stability", stability_json(run))
        .add_json("selections", selections_json(run))
        .add_json("remarks", remarks_json(run))
        .lines();
}

EvaluateRun parse_results(const std::string& content, const std::string& source) {
    const json::DocumentKind kind = {results_schema, "result of 'tamis evaluate'",
                                     "give the file of an earlier run, or a name that is not taken"};
    return json::read_document<Json>(content, source, kind, read_comparison);
}

}  // namespace tamis
