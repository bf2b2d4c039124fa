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

Table one_table(const std::vector<const PaperCell*>& cells, const std::vector<std::string>& rows,
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
    return table;
}

void add_tables(const Reproduction& reproduction, const std::string& table, const std::string& setting,
                Page& page) {
    std::vector<const PaperCell*> cells;
    std::vector<std::string> rows;
    std::vector<Column> columns;
    for (const PaperCell& cell : reproduction.cells) {
        if (cell.table != table || cell.setting != setting) continue;
        cells.push_back(&cell);
        add_new(rows, cell.row);
        add_new(columns, Column(cell.data, cell.column));
    }
    page.title(table + (setting.empty() ? "" : ", " + setting));
    for (std::size_t begin = 0; begin < columns.size(); begin += columns_per_table) {
        const auto first = columns.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = columns.begin() +
                          static_cast<std::ptrdiff_t>(std::min(columns.size(), begin + columns_per_table));
        page.table(one_table(cells, rows, {first, last}));
    }
}

}  // namespace

Page reproduction_page(const Reproduction& reproduction) {
    Page page;
    std::vector<std::string> head = {reproduction.citation, reproduction.protocol};
    if (reproduction.quick) head.push_back("Quick run: fewer repeats than the paper.");
    if (!reproduction.absent.empty()) head.push_back("Not found: " + joined(reproduction.absent));
    head.push_back(
        "Ours (mean ± standard deviation over the repeats, in %) / the paper's; ! if they differ by more "
        "than two of");
    head.push_back(fmt::format("the paper's standard deviations, or 3 points if it gives none. Seed {}, {}.",
                               reproduction.seed, duration_text(reproduction.seconds)));
    page.lines(std::move(head));
    std::vector<std::pair<std::string, std::string>> sections;
    Index compared = 0, differing = 0;
    for (const PaperCell& cell : reproduction.cells) {
        add_new(sections, {cell.table, cell.setting});
        compared += cell.paper.has_value();
        differing += cell.differs();
    }
    std::stable_sort(sections.begin(), sections.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [table, setting] : sections) add_tables(reproduction, table, setting, page);
    if (compared > 0)
        page.paragraph(fmt::format("{} of {} printed figures are marked.", differing, compared));
    if (reproduction.claims.empty()) return page;
    std::vector<std::string> claims = {"Claims"};
    for (const Claim& claim : reproduction.claims)
        claims.push_back(
            fmt::format("  {}  {}: {}", claim.holds ? "holds" : "FAILS", claim.text, claim.measured));
    page.lines(std::move(claims));
    return page;
}

Table reproduction_rows(const Reproduction& reproduction) {
    const auto fraction = [](std::optional<double> percent) {
        return percent ? exact_number(*percent / 100.0) : std::string();
    };
    Table table({{"table"},
                 {"data"},
                 {"row"},
                 {"column"},
                 {"setting"},
                 {"mean"},
                 {"std"},
                 {"n"},
                 {"paper"},
                 {"paper_std"},
                 {"differs"}});
    for (const PaperCell& cell : reproduction.cells)
        table.add({cell.table, cell.data, cell.row, cell.column, cell.setting, fraction(cell.mean),
                   fraction(cell.std), std::to_string(cell.n), fraction(cell.paper), fraction(cell.paper_std),
                   cell.differs() ? "true" : "false"});
    return table;
}

}  // namespace tamis::papers
