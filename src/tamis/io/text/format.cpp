#include "tamis/io/text/format.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "tamis/core/error.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/text/cells.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis {

namespace {

constexpr std::size_t prefix_bytes = 1 << 18;
constexpr std::size_t most_records = 200;

struct SampleCell {
    std::string text;
    bool quoted = false;
    bool missing = false;
    bool number = false;
    bool is_text() const { return !missing && !number; }
};
using Records = std::vector<std::vector<SampleCell>>;

bool has_decimal_comma(std::string text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) return false;
    text[comma] = '.';
    double number = 0.0;
    return parse_number(text, number);
}

Records cut(std::string_view text, char delimiter) {
    bool open_quote = false;
    const std::size_t whole = complete_records(text, delimiter, open_quote);
    const char* end = text.data() + whole;
    Records records;
    CellCursor cursor(text.data(), delimiter);
    for (;;) {
        cursor.skip_empty_lines(end);
        if (cursor.position() >= end || records.size() == most_records) return records;
        std::vector<SampleCell>& record = records.emplace_back();
        for (bool ends = false; !ends;) {
            const Cell cell = cursor.next();
            ends = cell.ends_record;
            double number = 0.0;
            record.push_back({std::string(cell.text), cell.quoted, is_missing(cell.text),
                              parse_number(cell.text, number)});
        }
    }
}

// Larger is better, in this order: agreement on two or more fields, share of numbers, fields.
std::tuple<double, double, std::size_t> merit(const Records& records) {
    std::map<std::size_t, std::size_t> lengths;
    std::size_t cells = 0, numbers = 0;
    for (const auto& record : records) {
        ++lengths[record.size()];
        cells += record.size();
        for (const SampleCell& cell : record)
            numbers += cell.number || cell.missing || has_decimal_comma(cell.text) ? 1 : 0;
    }
    std::size_t fields = 0, agreeing = 0;
    for (const auto& [length, count] : lengths)
        if (length >= 2 && count >= agreeing) std::tie(fields, agreeing) = std::tie(length, count);
    if (agreeing == 0) return {0.0, 0.0, 0};
    return {static_cast<double>(agreeing) / static_cast<double>(records.size()),
            static_cast<double>(numbers) / static_cast<double>(cells), fields};
}

// A header and two rows at least, however long they are.
bool is_enough(const std::string& text) {
    if (text.size() < prefix_bytes) return false;
    bool open_quote = false;
    const std::size_t whole = complete_records(text, ',', open_quote);
    return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(whole), '\n') >= 3;
}

std::string read_prefix(ByteSource& source, const std::string& name) {
    std::string text;
    bool at_end = false;
    while (!at_end && !is_enough(text)) {
        const std::size_t filled = text.size();
        const std::size_t target = std::max(prefix_bytes, 2 * filled);
        text.resize(target);
        text.resize(filled + source.read(text.data() + filled, target - filled));
        at_end = text.size() < target;
    }
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        throw Error(name + ": is UTF-16 text: save it as UTF-8");
    if (text.find('\0') != std::string::npos)
        throw Error(name + ": is not a text file (it has zero bytes): give it the extension of its format");
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (at_end && !text.empty() && text.back() != '\n') text += '\n';
    return text;
}

bool occurs_below(const Records& records, std::size_t field) {
    for (std::size_t r = 1; r < records.size(); ++r)
        if (field < records[r].size() && records[r][field].text == records[0][field].text) return true;
    return false;
}

// Some cell below is a number and all of them are numbers or missing; `plain`: none of them is quoted.
bool numbers_below(const Records& records, std::size_t field, bool plain) {
    bool some = false;
    for (std::size_t r = 1; r < records.size(); ++r) {
        if (field >= records[r].size()) continue;
        const SampleCell& cell = records[r][field];
        if (cell.is_text() || (plain && cell.quoted)) return false;
        some = some || cell.number;
    }
    return some;
}

bool first_is_header(const Records& records) {
    const std::vector<SampleCell>& first = records[0];
    for (std::size_t j = 0; j < first.size(); ++j) {
        if (first[j].is_text() && numbers_below(records, j, false)) return true;
        if (first[j].quoted && first[j].number && numbers_below(records, j, true)) return true;
        if (is_label_name(first[j].text) && !occurs_below(records, j)) return true;
    }
    for (const auto& record : records)
        for (const SampleCell& cell : record)
            if (cell.number) return false;
    if (records.size() == 1) return true;  // one row of texts: names without data
    std::set<std::string> distinct;
    for (std::size_t j = 0; j < first.size(); ++j)
        if (first[j].missing || !distinct.insert(first[j].text).second || occurs_below(records, j))
            return false;
    return records.size() >= 3;
}

// Read as text, such numbers would silently become categories.
void reject_decimal_commas(const Records& records, const TextFormat& format, const std::string& name) {
    for (std::size_t r = format.header ? 1 : 0; r < records.size(); ++r)
        for (std::size_t j = 0; j < records[r].size(); ++j)
            if (has_decimal_comma(records[r][j].text))
                throw Error(name + ": record " + std::to_string(r + 1) + ", column " + std::to_string(j + 1) +
                            ": '" + records[r][j].text +
                            "' has a decimal comma: write numbers with a decimal point");
}

}  // namespace

TextFormat detect_format(ByteSource& source, const std::string& name) {
    const std::string text = read_prefix(source, name);
    source.rewind();
    TextFormat format;
    Records records = cut(text, format.delimiter);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw Error(name + ": is empty");
    auto best = merit(records);
    const auto try_delimiter = [&](char delimiter, bool only_if_more_agree) {
        Records other = cut(text, delimiter);
        const auto value = merit(other);
        if (only_if_more_agree ? std::get<0>(value) <= std::get<0>(best) : value <= best) return;
        best = value;
        records = std::move(other);
        format.delimiter = delimiter;
    };
    try_delimiter('\t', false);
    try_delimiter(';', false);
    try_delimiter(run_of_blanks, true);
    if (records.empty()) throw Error(name + ": a quote opened in its first record is never closed");

    format.fields = static_cast<Index>(records[0].size());
    format.header = first_is_header(records);
    if (format.header)
        for (const SampleCell& cell : records[0]) format.names.push_back(cell.text);
    if (format.delimiter == ';') reject_decimal_commas(records, format, name);
    format.is_text.resize(records[0].size());
    for (std::size_t r = format.header ? 1 : 0; r < records.size(); ++r)
        for (std::size_t j = 0; j < std::min(records[r].size(), format.is_text.size()); ++j)
            if (records[r][j].is_text()) format.is_text[j] = 1;
    return format;
}

}  // namespace tamis
