#include "select_table.hpp"

#include <fmt/format.h>

#include "explanation_table.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/data_text.hpp"
#include "trust_table.hpp"

namespace tamis::cli {

namespace {

constexpr std::size_t most_features = 100;  // longer selections are for --json

std::string option_text(const GraphSummary& graph, const std::string& name) {
    const Value* value = find(graph.options, name);
    return value == nullptr ? "" : to_text(*value);
}

std::string header(const SelectRun& run, double load_seconds, const std::string& reason) {
    std::string text =
        fmt::format("{}{}: the best {} of {} features of {} ({}, {}", run.method,
                    reason.empty() ? "" : " (" + reason + ")", run.selection.selected.size(), run.features,
                    run.data_name, counted(run.samples, "sample"), label_text(run.classes, run.label_name));
    if (run.sparse) text += ", sparse";
    text += ")\n";
    if (!run.k_rule.empty())
        text +=
            fmt::format("{} chose {}: {}\n", run.k_rule,
                        counted(static_cast<Index>(run.selection.selected.size()), "feature"), run.k_reason);
    if (!run.fixed.include.empty())
        text += "included: " + counted(static_cast<Index>(run.fixed.include.size()), "feature") + "\n";
    if (!run.fixed.exclude.empty())
        text += "excluded: " + counted(static_cast<Index>(run.fixed.exclude.size()), "feature") + "\n";
    if (run.graph) text += "graph: " + graph_line(*run.graph) + "\n";
    if (run.scale != Scaling::none) text += "scaling: " + to_text(run.scale) + "\n";
    text += fmt::format("{} = {}, {}\n", run.selection.objective.name,
                        short_number(run.selection.objective.value), to_text(run.selection.stop));
    if (!run.selection.guarantee.empty()) text += "certificate: " + run.selection.guarantee + "\n";
    text += trust_lines(run);
    text += "time: load " + duration_text(load_seconds);
    if (run.rounds.rounds > 0)  // on shards, the sums of a method come with the checks
        text += ", checks and sums " +
                duration_text(run.total_seconds - run.graph_seconds - run.method_seconds - run.trust.seconds);
    if (run.graph) text += ", graph " + duration_text(run.graph_seconds);
    text += ", method " + duration_text(run.method_seconds);
    if (run.trust.seconds > 0.0) text += ", how sure " + duration_text(run.trust.seconds);
    return text + "\n\n";
}

}  // namespace

std::string graph_line(const GraphSummary& graph) {
    std::string text = "your own";
    if (!graph.options.empty()) {
        const std::string neighbors = option_text(graph, "neighbors");
        text = fmt::format("{} {}, {} weights", neighbors, neighbors == "1" ? "neighbor" : "neighbors",
                           option_text(graph, "weights"));
        if (graph.bandwidth > 0.0) text += fmt::format(" (T = {})", short_number(graph.bandwidth));
        text += ", " + option_text(graph, "symmetry");
        if (const std::string factor = option_text(graph, "same_class"); factor != "1")
            text += ", times " + factor + " within a class";
        if (option_text(graph, "search") == "approximate")
            text += fmt::format(", approximate search with recall {:.3f} ({:.3f} to {:.3f})", graph.recall,
                                graph.recall_interval[0], graph.recall_interval[1]);
    }
    return text + fmt::format(", {}, {}", counted(graph.health.edges, "edge"),
                              counted(graph.health.components, "component"));
}

std::string select_table(const SelectRun& run, double load_seconds, const std::string& reason) {
    const Selection& selection = run.selection;
    const bool raw = !selection.raw_scores.empty();
    const std::vector<double>& scores = raw ? selection.raw_scores : selection.scores;
    const bool named = !run.feature_names.empty();
    std::vector<Table::Column> columns = {{"rank", Align::right}};
    if (named) columns.push_back({"feature", Align::left});
    columns.push_back({"column", Align::right});
    if (!scores.empty())
        columns.push_back(
            {raw && selection.raw_direction == Direction::smaller ? "score (smaller is better)" : "score",
             Align::right});
    const TrustColumns trust(run, false);
    trust.add_titles(columns);
    Table table(columns);
    for (std::size_t rank = 0; rank < std::min(selection.selected.size(), most_features); ++rank) {
        const auto column = at(selection.selected[rank]);
        std::vector<std::string> cells = {std::to_string(rank + 1)};
        if (named) cells.push_back(run.feature_names[column]);
        cells.push_back(std::to_string(column));
        if (!scores.empty()) cells.push_back(short_number(scores[column]));
        trust.add_cells(column, cells);
        table.add(std::move(cells));
    }
    std::string text = header(run, load_seconds, reason) + table.text();
    if (selection.selected.size() > most_features)
        text += fmt::format("… and {} more: use --json or -o FILE for all\n",
                            selection.selected.size() - most_features);
    return text + explanation_tables(run);
}

Table select_rows(const SelectRun& run) {
    const Selection& selection = run.selection;
    std::vector<Table::Column> columns = {{"rank"}, {"feature"}, {"column"}};
    if (!selection.scores.empty()) columns.push_back({"score"});
    if (!selection.raw_scores.empty()) columns.push_back({"raw_score"});
    const TrustColumns trust(run, true);
    trust.add_titles(columns);
    const std::vector<ClassProfile>& profiles = run.explanations.profiles;
    if (!profiles.empty())
        for (const char* name : {"highest_class", "highest_difference", "lowest_class", "lowest_difference"})
            columns.push_back({name});
    Table table(columns);
    for (std::size_t rank = 0; rank < selection.selected.size(); ++rank) {
        const auto column = at(selection.selected[rank]);
        std::vector<std::string> cells = {
            std::to_string(rank + 1),
            run.feature_names.empty() ? std::to_string(column) : run.feature_names[column],
            std::to_string(column)};
        if (!selection.scores.empty()) cells.push_back(exact_number(selection.scores[column]));
        if (!selection.raw_scores.empty()) cells.push_back(exact_number(selection.raw_scores[column]));
        trust.add_cells(column, cells);
        if (!profiles.empty())
            for (const std::string& cell :
                 {profiles[rank].highest, exact_number(profiles[rank].highest_difference),
                  profiles[rank].lowest, exact_number(profiles[rank].lowest_difference)})
                cells.push_back(cell);
        table.add(std::move(cells));
    }
    return table;
}

}  // namespace tamis::cli
