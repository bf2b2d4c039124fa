#include "papers/paper_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tamis/core/options/names.hpp"
#include "tamis/report/table.hpp"

namespace tamis::papers {

namespace {

constexpr std::size_t columns_per_table = 4;  // more are continued below

template <class Element>
void add_new(std::vector<Element>& list, const Element& element) {
    if (std::find(list.begin(), list.end(), element) == list.end()) list.push_back(element);
}

// "87.3 ± 2.1 / 88.0 ± 2.0 !"
std::string cell_text(const PaperCell& cell) {
    std::string text =
        cell.n > 1 ? fmt::format("{:.1f} ± {:.1f}", cell.mean, cell.std) : fmt::format("{:.2f}", cell.mean);
    if (cell.paper) text += fmt::format(" / {}", short_number(*cell.paper));
    if (cell.paper_std) text += fmt::format(" ± {}", short_number(*cell.paper_std));
    return text + (cell.differs() ? " !" : "  ");
}

using Column = std::pair<std::string, std::string>;  // data, column

std::string one_table(const std::vector<const PaperCell*>& cells, const std::vector<std::string>& rows,
                      const std::vector<Column>& columns) {
    std::vector<Table::Column> titles = {{"", Align::left}};
    for (const auto& [data, column] : columns)
        titles.push_back({column == "accuracy" ? data : data + " " + column, Align::right});
    Table table(titles);
    for (const std::string& row : rows) {
        std::vector<std::string> line = {row};
        for (const Column& column : columns) {
            std::string text;
            for (const PaperCell* cell : cells)
                if (cell->row == row && Column(cell->data, cell->column) == column) text = cell_text(*cell);
            line.push_back(text);
        }
        table.add(std::move(line));
    }
    return table.text() + "\n";
}

std::string tables_of(const Reproduction& reproduction, const std::string& table,
                      const std::string& setting) {
    std::vector<const PaperCell*> cells;
    std::vector<std::string> rows;
    std::vector<Column> columns;
    for (const PaperCell& cell : reproduction.cells) {
        if (cell.table != table || cell.setting != setting) continue;
        cells.push_back(&cell);
        add_new(rows, cell.row);
        add_new(columns, Column(cell.data, cell.column));
    }
    std::string text = table + (setting.empty() ? "" : ", " + setting) + "\n\n";
    for (std::size_t begin = 0; begin < columns.size(); begin += columns_per_table) {
        const auto first = columns.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = columns.begin() +
                          static_cast<std::ptrdiff_t>(std::min(columns.size(), begin + columns_per_table));
        text += one_table(cells, rows, {first, last});
    }
    return text;
}

}  // namespace

std::string reproduction_table(const Reproduction& reproduction) {
    std::string text = reproduction.citation + "\n" + reproduction.protocol + "\n";
    if (reproduction.quick) text += "Quick run: fewer repeats than the paper.\n";
    if (!reproduction.absent.empty()) text += "Not found: " + joined(reproduction.absent) + "\n";
    text += fmt::format(
        "Ours (mean ± standard deviation over the repeats, in %) / the paper's; ! if they differ by more "
        "than two of\nthe paper's standard deviations, or 3 points if it gives none. Seed {}, {}.\n\n",
        reproduction.seed, duration_text(reproduction.seconds));
    std::vector<std::pair<std::string, std::string>> sections;
    Index compared = 0, differing = 0;
    for (const PaperCell& cell : reproduction.cells) {
        add_new(sections, {cell.table, cell.setting});
        compared += cell.paper.has_value();
        differing += cell.differs();
    }
    std::stable_sort(sections.begin(), sections.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [table, setting] : sections) text += tables_of(reproduction, table, setting);
    if (compared > 0) text += fmt::format("{} of {} printed figures are marked.\n", differing, compared);
    if (!reproduction.claims.empty()) text += "\nClaims\n";
    for (const Claim& claim : reproduction.claims)
        text += fmt::format("  {}  {}: {}\n", claim.holds ? "holds" : "FAILS", claim.text, claim.measured);
    return text;
}

}  // namespace tamis::papers
