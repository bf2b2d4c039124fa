#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/report/escape.hpp"
#include "tamis/report/html/paper_figures.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

// The cells of one of the paper's tables on one data set, made one way.
struct Block {
    std::string table, data, setting;
    std::vector<Node> cells;
};

std::vector<Block> blocks_of(const std::vector<Node>& cells) {
    std::vector<Block> blocks;
    for (const Node& cell : cells) {
        const std::string table = cell["table"].text(), data = cell["data"].text(),
                          setting = cell["setting"].text();
        auto block = std::find_if(blocks.begin(), blocks.end(), [&](const Block& one) {
            return one.table == table && one.data == data && one.setting == setting;
        });
        if (block == blocks.end()) block = blocks.insert(block, {table, data, setting, {}});
        block->cells.push_back(cell);
    }
    return blocks;
}

std::string with_deviation(const Node& mean, const Node& deviation) {
    if (!mean) return "—";
    std::string text = fmt::format("{:.1f}", 100.0 * mean.number());
    if (deviation && deviation.number() > 0.0) text += fmt::format(" ± {:.1f}", 100.0 * deviation.number());
    return text;
}

Cell cell_of(const Node& cell) {
    const std::string ours = with_deviation(cell["mean"], cell["std"]),
                      printed = cell["paper"] ? with_deviation(cell["paper"], cell["paper_std"]) : "";
    const bool differs = cell["differs"].truth();
    std::string text = printed.empty() ? ours : ours + " (" + printed + ")";
    if (differs) text += " ≠";
    return {
        .text = text, .value = number_cell(cell["mean"].number()).value, .style = differs ? "differs" : ""};
}

void add_block(const Block& block, std::size_t number, Section& section) {
    std::vector<std::string> rows, columns;
    bool printed = false;
    for (const Node& cell : block.cells) {
        add_once(rows, cell["row"].text());
        add_once(columns, cell["column"].text());
        printed = printed || static_cast<bool>(cell["paper"]);
    }
    std::vector<DataTable::Column> titles = {{"method", DataTable::Kind::text}};
    for (const std::string& column : columns) titles.push_back({column});
    DataTable table(block.table + ", " + block.data + (block.setting.empty() ? "" : ", " + block.setting) +
                        (printed ? ": ours in %, the printed number in parentheses; ≠ where they differ"
                                 : ": ours in %; the paper prints no numbers"),
                    titles);
    for (const std::string& row : rows) {
        std::vector<Cell> cells = {{.text = row}};
        for (const std::string& column : columns) {
            const auto found = std::find_if(block.cells.begin(), block.cells.end(), [&](const Node& cell) {
                return cell["row"].text() == row && cell["column"].text() == column;
            });
            cells.push_back(found == block.cells.end() ? Cell{.text = "—"} : cell_of(*found));
        }
        table.add(std::move(cells));
    }
    section.table(fmt::format("table_{}", number), table);
}

void add_claims(const std::vector<Node>& claims, Section& section) {
    if (claims.empty()) return;
    using Kind = DataTable::Kind;
    DataTable table("Claims of the paper that were checked.",
                    {{"claim", Kind::text}, {"measured", Kind::text}, {"holds", Kind::text}});
    for (const Node& claim : claims) {
        const auto wide = [](const std::string& text) {
            return Cell{.text = text, .html = "<bdi>" + html_text(text) + "</bdi>"};
        };
        table.add({wide(claim["claim"].text()),
                   wide(claim["measured"].text()),
                   {.text = claim["holds"].truth() ? "yes" : "no",
                    .style = claim["holds"].truth() ? "" : "differs"}});
    }
    section.table("claims", table);
}

}  // namespace

Section papers_part(const Result& result) {
    Section section("papers", "Figures and tables of the paper");
    if (result.kind != ResultKind::reproduction) return section;
    for (const Node& figure : result.root["figures"].items()) add_paper_figure(figure, section);
    std::size_t number = 0;
    for (const Block& block : blocks_of(result.root["cells"].items())) add_block(block, ++number, section);
    add_claims(result.root["claims"].items(), section);
    if (section.empty()) section.note("The document holds neither tables nor figures.");
    return section;
}

}  // namespace tamis::detail::html
