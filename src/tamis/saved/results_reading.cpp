// Documents of comparisons, read back.
#include <nlohmann/json.hpp>

#include "tamis/saved/json_values.hpp"
#include "tamis/saved/records_json.hpp"
#include "tamis/saved/results_json.hpp"

namespace tamis::detail {

namespace {

using json::Json, json::record_of, json::settings_of;

std::size_t method_of(EvaluateRun& run, const Json& entry) {
    const auto label = entry.at("label").get<std::string>();
    for (std::size_t m = 0; m < run.methods.size(); ++m)
        if (run.methods[m].label == label) return m;
    run.methods.push_back({label, entry.at("method").get<std::string>(), record_of(entry.at("params")),
                           entry.value("k_rule", std::string())});
    return run.methods.size() - 1;
}

// The library would turn any other number into one.
const Json& require_whole(const Json& number) {
    if (!number.is_number_integer())
        throw json::WrongKind{"it has something else where a whole number belongs"};
    return number;
}

Index read_whole(const Json& entry, const char* name) { return require_whole(entry.at(name)).get<Index>(); }

Index read_clusters(const Json& entry) {
    return entry.contains("clusters") ? read_whole(entry, "clusters") : 0;
}

Index read_count(const Json& entry) {
    const Index k = read_whole(entry, "k");
    if (k < 0) throw json::WrongKind{"a number of features is negative"};
    return k;
}

EvaluationRow read_row(EvaluateRun& run, const Json& row) {
    return {.method = method_of(run, row),
            .k = read_count(row),
            .clusters = read_clusters(row),
            .repeat = read_whole(row, "repeat"),
            .evaluator = row.at("evaluator").get<std::string>(),
            .metric = row.at("metric").get<std::string>(),
            .value = row.at("value").get<double>(),
            .seconds = row.at("seconds").get<double>()};
}

// The head of one run: `settings` has its options and whether it is complete.
EvaluateRun read_head(const Json& document, const Json& data, const Json& settings) {
    EvaluateRun run;
    run.data_name = data.at("name").get<std::string>();
    run.data_hash = data.at("hash").get<std::string>();
    run.samples = read_whole(data, "samples");
    run.features = read_whole(data, "features");
    run.classes = read_whole(data, "classes");
    if (data.contains("label") && data["label"].is_string())
        run.label_name = data["label"].get<std::string>();
    run.data_options = settings_of(data.at("options"));
    run.protocol = document.at("protocol").get<std::string>();
    run.seed = require_whole(document.at("seed")).get<std::uint64_t>();
    run.options = record_of(settings.at("options"));
    run.complete = settings.at("complete").get<bool>();
    return run;
}

std::vector<Index> read_selected(const EvaluateRun& run, const Json& chosen) {
    std::vector<Index> selected;
    for (const Json& one : chosen.at("selected")) selected.push_back(require_whole(one).get<Index>());
    for (const Index feature : selected)
        if (feature < 0 || feature >= run.features)
            throw json::WrongKind{"feature " + std::to_string(feature) + " was chosen from " +
                                  std::to_string(run.features) + " (counted from 0)"};
    if (read_count(chosen) > static_cast<Index>(selected.size()))
        throw json::WrongKind{"a selection holds fewer features than its k"};
    return selected;
}

// `owner(record)` is the run that a record belongs to.
template <class Owner>
void read_records(const Json& document, const Owner& owner) {
    for (const Json& row : document.at("rows")) {
        EvaluateRun& run = owner(row);
        run.rows.push_back(read_row(run, row));
    }
    for (const Json& part : document.value("folds", Json::array())) {
        EvaluateRun& run = owner(part);
        run.folds.push_back({.row = read_row(run, part),
                             .fold = read_whole(part, "fold"),
                             .weight = part.at("weight").get<double>()});
    }
    for (const Json& chosen : document.at("selections")) {
        EvaluateRun& run = owner(chosen);
        run.selections.push_back({.method = method_of(run, chosen),
                                  .k = read_count(chosen),
                                  .clusters = read_clusters(chosen),
                                  .repeat = read_whole(chosen, "repeat"),
                                  .fold = read_whole(chosen, "fold"),
                                  .nested = chosen.at("nested").get<bool>(),
                                  .selected = read_selected(run, chosen)});
    }
}

EvaluateRuns read_comparison(const Json& document) {
    std::vector<EvaluateRun> runs;
    const Json& data = document.at("data");
    const bool several = data.is_array();
    if (several) {
        runs.push_back(read_head(document, data.at(0), document.at("runs").at(0)));
        for (std::size_t d = 1; d < data.size(); ++d)
            runs.push_back(read_head(document, data[d], document.at("runs").at(d)));
    } else {
        runs.push_back(read_head(document, data, document));
    }
    Json places = Json::object();  // by the name of the data
    for (std::size_t r = 0; r < runs.size(); ++r) places[runs[r].data_name] = r;
    read_records(document, [&](const Json& record) -> EvaluateRun& {
        if (!several) return runs.front();
        return runs[places.at(record.at("data").get<std::string>()).get<std::size_t>()];
    });
    for (const Json& remark : document.value("remarks", Json::array())) {
        const auto words = remark.get<std::string>();
        for (EvaluateRun& run : runs) {
            const std::string front = several ? run.data_name + ": " : "";
            if (words.starts_with(front)) run.remarks.push_back(words.substr(front.size()));
        }
    }
    for (EvaluateRun& run : runs) run.summary = summarize(run);
    return gathered(std::move(runs));
}

}  // namespace

EvaluateRuns parse_results(const std::string& content, const std::string& source) {
    const json::DocumentKind kind = {json::results_schema, "result of 'tamis evaluate'",
                                     "give the file of an earlier run, or a name that is not taken"};
    return json::read_document<Json>(content, source, kind, read_comparison);
}

}  // namespace tamis::detail
