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

std::string figures_json(const Reproduction& reproduction, const std::vector<Figure>& figures) {
    std::vector<std::string> records;
    for (const Figure& figure : figures)
        records.push_back(figure_object(figure, reproduction.paper, reproduction.seed, reproduction.quick)
                              .add_json("rows", figure_rows(figure))
                              .text());
    return lines_of(records);
}

// The masks of all runs that have any; empty if none has.
std::string exhibits_json(const Reproduction& reproduction) {
    Exhibits all;
    for (const PaperRun& run : reproduction.runs) {
        if (run.results.exhibits.empty()) continue;
        all.image = run.results.exhibits.image;
        for (PixelMask mask : run.results.exhibits.masks) {
            if (!run.setting.empty()) mask.data += ", " + run.setting;
            all.masks.push_back(std::move(mask));
        }
    }
    return all.empty() ? "" : json_text(all);
}

}  // namespace

std::string to_json(const Reproduction& reproduction, const std::vector<Figure>& figures) {
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
    Object document(",\n  ");
    document.add("schema", text(json::results_schema))
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
        .add_json("tests", records_json(numbered, json::add_tests));
    if (!figures.empty()) document.add_json("figures", figures_json(reproduction, figures));
    if (const std::string exhibits = exhibits_json(reproduction); !exhibits.empty())
        document.add_json("exhibits", exhibits);
    return document.lines();
}

}  // namespace tamis::papers
