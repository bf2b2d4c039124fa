#include "tamis/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "tamis/report/escape.hpp"

namespace tamis::detail {

namespace {

struct Interval {
    char32_t first, last;
};

constexpr std::array zero_width = {Interval{0x0300, 0x036F}, Interval{0x1AB0, 0x1AFF},
                                   Interval{0x200B, 0x200F}, Interval{0x20D0, 0x20FF},
                                   Interval{0xFE00, 0xFE0F}, Interval{0xFE20, 0xFE2F}};
constexpr std::array double_width = {
    Interval{0x1100, 0x115F},   Interval{0x2E80, 0x303E},  Interval{0x3041, 0xA4CF},
    Interval{0xAC00, 0xD7A3},   Interval{0xF900, 0xFAFF},  Interval{0xFE30, 0xFE4F},
    Interval{0xFF00, 0xFF60},   Interval{0xFFE0, 0xFFE6},  Interval{0x1F300, 0x1F64F},
    Interval{0x1F900, 0x1F9FF}, Interval{0x20000, 0x3FFFD}};

template <class Intervals>
bool within(const Intervals& intervals, char32_t code) {
    return std::any_of(intervals.begin(), intervals.end(), [code](const Interval& interval) {
        return code >= interval.first && code <= interval.last;
    });
}

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u; }

// The code point that starts at `at`; moves `at` behind it. A stray byte counts as one character.
char32_t next_code(std::string_view text, std::size_t& at) {
    const auto lead = static_cast<unsigned char>(text[at++]);
    int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    char32_t code = more == 3 ? lead & 0x07u : more == 2 ? lead & 0x0Fu : more == 1 ? lead & 0x1Fu : lead;
    for (; more > 0 && at < text.size() && continues(text[at]); --more)
        code = (code << 6) | (static_cast<unsigned char>(text[at++]) & 0x3Fu);
    return code;
}

std::string blanks(std::size_t count) { return std::string(count, ' '); }

void trim_right(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

std::string trimmed(std::string text) {
    trim_right(text);
    return text;
}

}  // namespace

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = next_code(text, at);
        if (within(zero_width, code)) continue;
        width += within(double_width, code) ? 2 : 1;
    }
    return width;
}

std::string padded(std::string_view text, std::size_t width) {
    const std::size_t taken = display_width(text);
    return std::string(text) + blanks(taken < width ? width - taken : 0);
}

void Table::add(std::vector<std::string> cells) {
    if (cells.size() != columns_.size()) throw std::logic_error("a table row needs one cell per column");
    rows_.push_back(std::move(cells));
}

Table Table::shown() const {
    Table table(columns_);
    for (Column& column : table.columns_) column.title = visible(column.title);
    for (std::vector<std::string> row : rows_) {
        for (std::string& cell : row) cell = visible(cell);
        table.rows_.push_back(std::move(row));
    }
    return table;
}

std::string Table::text() const { return shown().plain_text(); }

std::string Table::plain_text() const {
    std::vector<std::size_t> widths;
    std::vector<std::string> titles, rules;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        std::size_t width = display_width(columns_[c].title);
        for (const auto& row : rows_) width = std::max(width, display_width(row[c]));
        widths.push_back(width);
        titles.push_back(columns_[c].title);
        rules.emplace_back(width, '-');
    }
    std::string text;
    const auto add_line = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (c > 0) line += "  ";
            const std::string space = blanks(widths[c] - display_width(cells[c]));
            line += columns_[c].align == Align::right ? space + cells[c] : cells[c] + space;
        }
        trim_right(line);
        text += line + "\n";
    };
    add_line(titles);
    add_line(rules);
    for (const auto& row : rows_) add_line(row);
    return text;
}

std::string Table::markdown() const {
    std::string titles = "|", rules = "|", body;
    for (const Column& column : columns_) {
        titles += " " + markdown_text(trimmed(visible(column.title))) + " |";
        rules += column.align == Align::right ? " ---: |" : " --- |";
    }
    for (const auto& row : rows_) {
        body += "|";
        for (const std::string& cell : row) body += " " + markdown_text(trimmed(visible(cell))) + " |";
        body += "\n";
    }
    return titles + "\n" + rules + "\n" + body;
}

std::string Table::latex() const {
    std::string shape, titles, body;
    for (const Column& column : columns_) {
        shape += column.align == Align::right ? 'r' : 'l';
        if (&column != columns_.data()) titles += " & ";
        titles += latex_text(trimmed(visible(column.title)));
    }
    for (const auto& row : rows_) {
        for (std::size_t c = 0; c < row.size(); ++c)
            body += (c > 0 ? " & " : "") + latex_text(trimmed(visible(row[c])));
        body += " \\\\\n";
    }
    return "\\begin{tabular}{" + shape + "}\n\\toprule\n" + titles + " \\\\\n\\midrule\n" + body +
           "\\bottomrule\n\\end{tabular}\n";
}

std::string Table::delimited(char delimiter) const {
    std::string text;
    for (std::size_t c = 0; c < columns_.size(); ++c)
        text += (c > 0 ? std::string(1, delimiter) : "") + delimited_text(columns_[c].title, delimiter);
    text += '\n';
    for (const auto& row : rows_) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c > 0) text += delimiter;
            text += delimited_text(row[c], delimiter);
        }
        text += '\n';
    }
    return text;
}

std::string paired_lines(const std::vector<std::pair<std::string, std::string>>& pairs) {
    std::size_t width = 0;
    for (const auto& [name, value] : pairs) width = std::max(width, display_width(name));
    std::string text;
    for (const auto& [name, value] : pairs) text += padded(visible(name), width + 2) + visible(value) + "\n";
    return text;
}

std::string exact_number(double value) { return fmt::format("{}", value); }

std::string short_number(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }

std::string duration_text(double seconds) {
    constexpr double largest = 0.9995;  // of a unit: three digits of more are 1 of the next
    if (seconds == 0.0) return "0 ms";
    if (seconds < 1e-6) return "< 1 µs";
    if (seconds < largest * 1e-3) return fmt::format("{:.3g} µs", seconds * 1e6);
    if (seconds < largest) return fmt::format("{:.3g} ms", seconds * 1e3);
    if (seconds < 60.0) return fmt::format("{:.3g} s", seconds);
    const auto whole = std::llround(seconds);
    return fmt::format("{} min {} s", whole / 60, whole % 60);
}

}  // namespace tamis::detail
