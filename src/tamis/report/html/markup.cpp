#include "tamis/report/html/markup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/report/escape.hpp"

namespace tamis::detail::html {

std::string shortened(std::string_view text, std::size_t letters) {
    // A letter takes at most 4 bytes, and a byte becomes at most 6: no need to look at the rest.
    std::string shown = visible(text.substr(0, 4 * letters + 8));
    const bool cut_already = text.size() > 4 * letters + 8;
    std::size_t count = 0, keep = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if ((static_cast<unsigned char>(shown[i]) & 0xC0U) == 0x80U) continue;
        if (++count == letters) keep = i;
    }
    if (count <= letters && !cut_already) return shown;
    if (keep > 0) shown.resize(keep);
    return shown + "…";
}

std::string name_html(std::string_view name, std::size_t letters) {
    const std::string cut = shortened(name, letters);
    const std::string title = cut.ends_with("…") ? " title=\"" + html_text(name) + "\"" : "";
    return "<bdi" + title + ">" + html_text(cut) + "</bdi>";
}

std::string number_text(double value, int digits) {
    if (std::isnan(value)) return "—";
    if (std::isinf(value)) return value > 0.0 ? "∞" : "−∞";
    std::string text = short_number(value, digits);
    if (text.starts_with('-')) text.replace(0, 1, "−");
    return text;
}

std::string percent(double share, int decimals) {
    return std::isnan(share) ? "—" : fmt::format("{:.{}f} %", 100.0 * share, decimals);
}

std::string probability_text(double p) {
    if (std::isnan(p)) return "—";
    if (p < 1e-3) return p > 0.0 ? fmt::format("{:.0e}", p) : "< 1e-300";
    return short_number(p, 2);
}

std::string class_count(std::size_t classes) {
    return classes == 1 ? "1 class" : std::to_string(classes) + " classes";
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

void add_once(std::vector<std::string>& list, const std::string& text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

Cell number_cell(double value, int digits) {
    return {.text = number_text(value, digits), .value = std::isfinite(value) ? exact_number(value) : ""};
}

Cell percent_cell(double share) {
    return {.text = percent(share), .value = std::isfinite(share) ? exact_number(share) : ""};
}

void DataTable::add(std::vector<Cell> cells, std::string row_attributes) {
    rows_.push_back({std::move(cells), std::move(row_attributes)});
}

std::string DataTable::cell_html(const Cell& cell, std::size_t column) const {
    const bool heading = column == heading_;
    const bool number = columns_[column].kind == Kind::number;
    std::string style = heading && number ? "name number" : heading ? "name" : number ? "number" : "";
    if (!cell.style.empty()) style += (style.empty() ? "" : " ") + cell.style;
    std::string open = heading ? "<th scope=\"row\"" : "<td";
    if (!style.empty()) open += " class=\"" + style + "\"";
    if (columns_[column].kind != Kind::none)
        open += " data-value=\"" + html_text(number ? cell.value : shortened(cell.text, 200)) + "\"";
    const std::string inside = cell.html.empty() ? name_html(cell.text) : cell.html;
    return open + ">" + (number && cell.html.empty() ? html_text(cell.text) : inside) +
           (heading ? "</th>" : "</td>");
}

std::string DataTable::html() const {
    std::string text = "<div class=\"scroll\" role=\"group\" aria-label=\"" +
                       html_text(shortened(caption_, 80)) +
                       "\" tabindex=\"0\"><table class=\"data sortable\"><caption>" + html_text(caption_) +
                       "</caption><thead><tr>";
    for (const Column& column : columns_)
        text += fmt::format("<th scope=\"col\"{} data-sort=\"{}\">{}</th>",
                            column.kind == Kind::number ? " class=\"number\"" : "",
                            column.kind == Kind::number ? "number"
                            : column.kind == Kind::text ? "text"
                                                        : "none",
                            html_text(shortened(column.title, 60)));
    text += "</tr></thead><tbody>\n";
    for (const Row& row : rows_) {
        text += "<tr" + row.attributes + ">";
        for (std::size_t c = 0; c < row.cells.size(); ++c) text += cell_html(row.cells[c], c);
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

Table DataTable::plain(bool exact) const {
    std::vector<Table::Column> columns;
    for (const Column& column : columns_)
        columns.push_back({column.title, column.kind == Kind::number ? Align::right : Align::left});
    Table table(std::move(columns));
    for (const Row& row : rows_) {
        std::vector<std::string> cells;
        for (const Cell& cell : row.cells)
            cells.push_back(exact && !cell.value.empty() ? cell.value : cell.text);
        table.add(std::move(cells));
    }
    return table;
}

}  // namespace tamis::detail::html
