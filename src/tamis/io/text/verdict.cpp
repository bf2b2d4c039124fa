#include "tamis/io/text/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "tamis/core/error.hpp"
#include "tamis/io/column_list.hpp"
#include "tamis/io/label_column.hpp"

namespace tamis::detail {

namespace {

bool all_distinct(const std::vector<std::string>& names) {
    std::unordered_set<std::string_view> seen;
    for (const std::string& name : names)
        if (is_missing(name) || !seen.insert(name).second) return false;
    return true;
}

bool count_up(const std::vector<std::string>& names) {
    double start = 0.0, number = 0.0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!parse_number(names[i], number)) return false;
        if (i == 0) start = number;
        if (number != start + static_cast<double>(i)) return false;
    }
    return start == 0.0 || start == 1.0;
}

std::string quoted_list(const NamedColumns& columns, const std::vector<Index>& fields) {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, fields.size()); ++i)
        text += (i > 0 ? ", " : "") + columns.label(fields[i]);
    return fields.size() > most ? text + ", …" : text;
}

// As the user would write the column in a list.
std::string list_entry(const NamedColumns& columns, Index field) {
    const bool plain = !columns.names.empty() && !columns.names[at(field)].empty();
    return plain ? columns.names[at(field)] : std::to_string(field);
}

struct OddReport {
    OddCell cell;
    Index odd = 0, numbers = 0;
};

[[noreturn]] void refuse(OddReport report, const RawTable& table, const TextFormat& format,
                         const std::string& file) {
    const NamedColumns columns{format.names, format.fields, file};
    const Index line = table.lines[at(report.cell.row)];
    make_utf8(report.cell.text, Encoding::automatic, file);
    const std::string label = columns.label(report.cell.field);
    Message happened = file + ": line " + std::to_string(line) + ", column " + label +
                       (format.named() ? "" : " (counted from 0)") + ": '" + report.cell.text +
                       "' is not a number, and " + std::to_string(report.numbers) + " of the " +
                       std::to_string(report.numbers + report.odd) + " cells of this column are";
    throw Error(std::move(happened),
                "use " + option("na", report.cell.text) + " if it stands for a missing value, or " +
                    option("drop", list_entry(columns, report.cell.field)) + " to leave the column out",
                {.file = file, .line = line, .column = label});
}

}  // namespace

bool layout_holds(const RawTable& table, const TableLayout& layout, TextFormat& format,
                  LoadOptions& options) {
    bool holds = true;
    for (const auto& [field, odd] : table.odd) {
        const Index numbers = table.numbers_in(field);
        if (odd.count <= numbers) continue;
        FieldSample& sample = format.columns[at(field)];
        sample.texts = odd.count;
        sample.numbers = numbers;
        sample.distinct = sample.distinct && field == 0;
        sample.counts = false;
        holds = false;
    }
    if (layout.name_guessed && !options.transpose) {
        const bool text = format.columns[at(*layout.name)].is_text();
        if (text ? !all_distinct(table.names) : !count_up(table.names)) {
            options.id = "none";
            holds = false;
        }
    }
    return holds;
}

void refuse_odd_cells(const RawTable& table, const TableLayout& layout, const TextFormat& format,
                      const std::string& file, std::optional<Index> skipped_row) {
    std::optional<OddReport> first;
    const auto consider = [&](const OddReport& report) {
        const auto place = [](const OddCell& cell) { return std::pair(cell.row, cell.field); };
        if (!first || place(report.cell) < place(first->cell)) first = report;
    };
    for (const auto& [field, odd] : table.odd)
        for (const OddCell& cell : odd.first)
            if (cell.row != skipped_row) {
                consider({cell, odd.count, table.numbers_in(field)});
                break;
            }
    for (Index field = 0; field < format.fields; ++field) {
        if (layout.use[at(field)] != FieldUse::text) continue;
        const std::vector<std::string>& texts = table.texts_of(field);
        const std::vector<TextTally>& tallies = table.tallies_of(field);
        OddReport report;
        double value = 0.0;
        for (std::size_t t = 0; t < texts.size(); ++t) {
            if (parse_number(texts[t], value, format.decimal)) {
                report.numbers += tallies[t].count;
                continue;
            }
            // Texts are numbered as they appear, so the first of these is in the first row.
            if (report.odd == 0) report.cell = {tallies[t].first_row, field, texts[t]};
            report.odd += tallies[t].count;
        }
        if (report.odd > 0 && report.numbers >= report.odd) consider(report);
    }
    if (first) refuse(*first, table, format, file);
}

std::vector<Message> remarks_on_counters(const RawTable& table, const TableLayout& layout,
                                         const TextFormat& format) {
    if (table.rows < fewest_counted) return {};
    std::vector<Index> counters, numbered;
    for (Index field = 0; field < format.fields; ++field) {
        if (layout.use[at(field)] != FieldUse::number) continue;
        const Index column = table.feature[at(field)];
        const bool called_so = format.named() && is_id_name(format.names[at(field)]);
        if (table.counters.counts_up(column))
            counters.push_back(field);
        else if (called_so && table.counters.distinct_whole_numbers(column))
            numbered.push_back(field);
    }
    const NamedColumns columns{format.names, format.fields, ""};
    std::vector<Message> remarks;
    if (!counters.empty())
        remarks.push_back("column " + quoted_list(columns, counters) +
                          " counts the samples and is kept as a feature: " +
                          option("drop", list_entry(columns, counters[0])) + " leaves it out");
    if (!numbered.empty())
        remarks.push_back("column " + quoted_list(columns, numbered) +
                          " holds whole numbers that all differ and is kept as a feature: " +
                          option("id", list_entry(columns, numbered[0])) +
                          " takes it for the names of the samples");
    return remarks;
}

}  // namespace tamis::detail
