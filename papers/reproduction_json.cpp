#include "papers/reproduction_json.hpp"

#include "tamis/core/version.hpp"
#include "tamis/saved/records_json.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::papers {

using json::lines_of, json::Object, json::records_json, json::text;

namespace {

std::string cells_json(const Reproduction& reproduction) {
    std::vector<std::string> records;
    const auto fraction = [](std::optional<double> percent) {
        return percent ? Value(*percent / 100.0) : Value(nullptr);
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
    std::vector<json::NumberedRun> numbered;
    for (const std::string& file : reproduction.absent) absent.push_back(json_text(text(file)));
    for (std::size_t r = 0; r < reproduction.runs.size(); ++r) {
        const PaperRun& run = reproduction.runs[r];
        numbered.push_back({run.results, static_cast<Index>(r)});
        runs.push_back(json::run_object(numbered.back())
                           .add("setting", text(run.setting))
                           .add("protocol", text(run.results.protocol))
                           .add_json("options", json_text(run.results.options))
                           .text());
    }
    return Object(",\n  ")
        .add("schema", text(json::results_schema))
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
        .add_json("rows", records_json(numbered, json::add_rows))
        .add_json("summary", records_json(numbered, json::add_summary))
        .add_json("tests", records_json(numbered, json::add_tests))
        .lines();
}

}  // namespace tamis::papers
