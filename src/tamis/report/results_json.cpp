#include "tamis/report/results_json.hpp"

#include <nlohmann/json.hpp>

#include "tamis/core/error.hpp"
#include "tamis/core/version.hpp"
#include "tamis/pipeline/summary.hpp"
#include "tamis/report/json.hpp"
#include "tamis/report/json_values.hpp"

namespace tamis {

namespace {

constexpr const char* schema = "tamis.results/1";

Value text(const std::string& value) { return value; }

// [\n record,\n record\n ]: one line each.
std::string lines_of(const std::vector<std::string>& records) {
    std::string result = "[";
    for (std::size_t i = 0; i < records.size(); ++i) result += (i > 0 ? ",\n    " : "\n    ") + records[i];
    return result + (records.empty() ? "]" : "\n  ]");
}

// "name": value pairs whose values are JSON already.
class Object {
  public:
    Object& add(const std::string& name, const Value& value) { return add_json(name, json_text(value)); }
    Object& add_json(const std::string& name, const std::string& json) {
        text_ += (text_.empty() ? "" : separator_) + json_text(Value(name)) + ": " + json;
        return *this;
    }
    explicit Object(std::string separator = ", ") : separator_(std::move(separator)) {}
    std::string text() const { return "{" + text_ + "}"; }
    std::string lines() const { return "{\n  " + text_ + "\n}\n"; }

  private:
    std::string text_, separator_;
};

// A comparison and, where a document holds several, its number.
struct NumberedRun {
    const EvaluateRun& run;
    std::optional<Index> number = {};
};

Object run_object(const NumberedRun& numbered) {
    Object object;
    if (numbered.number) object.add("run", *numbered.number);
    return object.add("data", text(numbered.run.data_name));
}

Object method_object(const NumberedRun& numbered, std::size_t method) {
    const EvaluatedMethod& entry = numbered.run.methods[method];
    Object object = run_object(numbered);
    object.add("method", text(entry.method))
        .add("label", text(entry.label))
        .add_json("params", json_text(entry.params));
    return object;
}

void add_measure(Object& object, const Measure& measure) {
    if (measure.clusters > 0) object.add("clusters", measure.clusters);
    object.add("evaluator", text(measure.evaluator)).add("metric", text(measure.metric));
}

Object row_object(const NumberedRun& numbered, const EvaluationRow& row) {
    Object object = method_object(numbered, row.method);
    object.add("k", row.k).add("repeat", row.repeat);
    add_measure(object, {row.evaluator, row.metric, row.clusters});
    return object.add("value", row.value).add("seconds", row.seconds);
}

void add_rows(const NumberedRun& numbered, std::vector<std::string>& records) {
    for (const EvaluationRow& row : numbered.run.rows) records.push_back(row_object(numbered, row).text());
}

std::string folds_json(const EvaluateRun& run) {
    std::vector<std::string> records;
    for (const FoldRow& part : run.folds)
        records.push_back(
            row_object({run}, part.row).add("fold", part.fold).add("weight", part.weight).text());
    return lines_of(records);
}

void add_summary(const NumberedRun& numbered, std::vector<std::string>& records) {
    const EvaluateRun& run = numbered.run;
    for (const SummaryRow& row : summarise(run)) {
        Object object = method_object(numbered, row.method);
        object.add("k", row.k);
        add_measure(object, row.measure);
        object.add("mean", row.mean).add("std", row.std).add("n", row.n);
        records.push_back(object.add("seconds", row.seconds).text());
    }
}

void add_tests(const NumberedRun& numbered, std::vector<std::string>& records) {
    const EvaluateRun& run = numbered.run;
    for (const PairedTest& test : paired_tests(run)) {
        Object object = run_object(numbered);
        object.add("k", test.k);
        add_measure(object, test.measure);
        object.add("a", text(run.methods[test.a].label)).add("b", text(run.methods[test.b].label));
        records.push_back(object.add("p", test.p).add("p_holm", test.p_holm).text());
    }
}

using AddRecords = void (*)(const NumberedRun&, std::vector<std::string>&);

std::string records_json(const EvaluateRun& run, AddRecords add) {
    std::vector<std::string> records;
    add({run}, records);
    return lines_of(records);
}

std::string records_json(const std::vector<PaperRun>& runs, AddRecords add) {
    std::vector<std::string> records;
    for (std::size_t r = 0; r < runs.size(); ++r) add({runs[r].results, static_cast<Index>(r)}, records);
    return lines_of(records);
}

std::string ranks_json(const EvaluateRun& run) {
    std::vector<std::string> records;
    for (const MeanRank& rank : mean_ranks(run)) {
        Object object;
        object.add("data", text(run.data_name)).add("label", text(run.methods[rank.method].label));
        add_measure(object, rank.measure);
        records.push_back(object.add("mean_rank", rank.rank).text());
    }
    return lines_of(records);
}

std::string stability_json(const EvaluateRun& run) {
    std::vector<std::string> records;
    for (const StabilityRow& row : stabilities(run)) {
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

Record as_record(const Settings& settings) {
    Record record;
    for (const auto& [name, value] : settings) record.emplace_back(name, value);
    return record;
}

using json::Json;

Value value_of(const Json& json) {
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_integer()) return json.get<Index>();
    if (json.is_number()) return json.get<double>();
    if (json.is_string()) return json.get<std::string>();
    return nullptr;
}

Record record_of(const Json& json) {
    Record record;
    for (const auto& [name, value] : json.items()) record.emplace_back(name, value_of(value));
    return record;
}

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

EvaluateRun read_run(const Json& document) {
    EvaluateRun run;
    const Json& data = document.at("data");
    run.data_name = data.at("name").get<std::string>();
    run.data_hash = data.at("hash").get<std::string>();
    run.samples = data.at("samples").get<Index>();
    run.features = data.at("features").get<Index>();
    run.classes = data.at("classes").get<Index>();
    for (const auto& [name, value] : data.at("options").items())
        run.data_options.emplace_back(name, value.get<std::string>());
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
        .add_json("options", json_text(as_record(run.data_options)));
    Object document(",\n  ");
    document.add("schema", text(schema))
        .add("version", text(version()))
        .add_json("data", data.text())
        .add("protocol", text(run.protocol))
        .add_json("seed", std::to_string(run.seed))
        .add_json("options", json_text(run.options))
        .add("complete", run.complete)
        .add_json("rows", records_json(run, add_rows));
    if (!run.folds.empty()) document.add_json("folds", folds_json(run));
    return document.add_json("summary", records_json(run, add_summary))
        .add_json("tests", records_json(run, add_tests))
        .add_json("ranks", ranks_json(run))
        .add_json("stability", stability_json(run))
        .add_json("selections", selections_json(run))
        .lines();
}

namespace {

std::string cells_json(const Reproduction& reproduction) {
    std::vector<std::string> records;
    const auto fraction = [](std::optional<double> per_cent) {
        return per_cent ? Value(*per_cent / 100.0) : Value(nullptr);
    };
    for (const PaperCell& cell : reproduction.cells) {
        Object object;
        object.add("table", text(cell.table))
            .add("data", text(cell.data))
            .add("row", text(cell.row))
            .add("column", text(cell.column))
            .add("setting", text(cell.setting))
            .add("mean", fraction(cell.mean))
            .add("std", fraction(cell.std))
            .add("n", cell.n)
            .add("paper", fraction(cell.paper))
            .add("paper_std", fraction(cell.paper_std))
            .add("differs", cell.differs());
        records.push_back(object.text());
    }
    return lines_of(records);
}

std::string claims_json(const Reproduction& reproduction) {
    std::vector<std::string> records;
    for (const Claim& claim : reproduction.claims)
        records.push_back(Object()
                              .add("claim", text(claim.text))
                              .add("measured", text(claim.measured))
                              .add("holds", claim.holds)
                              .text());
    return lines_of(records);
}

}  // namespace

std::string to_json(const Reproduction& reproduction) {
    std::vector<std::string> absent, runs;
    for (const std::string& file : reproduction.absent) absent.push_back(json_text(text(file)));
    for (std::size_t r = 0; r < reproduction.runs.size(); ++r) {
        const PaperRun& run = reproduction.runs[r];
        runs.push_back(run_object({run.results, static_cast<Index>(r)})
                           .add("setting", text(run.setting))
                           .add("protocol", text(run.results.protocol))
                           .add_json("options", json_text(run.results.options))
                           .text());
    }
    return Object(",\n  ")
        .add("schema", text(schema))
        .add("version", text(version()))
        .add("paper", text(reproduction.paper))
        .add("citation", text(reproduction.citation))
        .add("protocol", text(reproduction.protocol))
        .add_json("runs", lines_of(runs))
        .add_json("seed", std::to_string(reproduction.seed))
        .add("quick", reproduction.quick)
        .add_json("cells", cells_json(reproduction))
        .add_json("claims", claims_json(reproduction))
        .add_json("absent", lines_of(absent))
        .add_json("rows", records_json(reproduction.runs, add_rows))
        .add_json("summary", records_json(reproduction.runs, add_summary))
        .add_json("tests", records_json(reproduction.runs, add_tests))
        .lines();
}

EvaluateRun parse_results(const std::string& content, const std::string& source) {
    const json::DocumentKind kind = {schema, "result of 'tamis evaluate'",
                                     "give the file of an earlier run, or a name that is not taken"};
    return json::read_document<Json>(content, source, kind, read_run);
}

}  // namespace tamis
