#include "tamis/io/text/format.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "tamis/core/error.hpp"
#include "tamis/io/no_rows.hpp"
#include "tamis/io/text/cells.hpp"
#include "tamis/io/text/decimal.hpp"
#include "tamis/io/text/header.hpp"

namespace tamis::detail {

namespace {

// Larger is better, in this order: agreement on two or more fields, share of numbers, fields.
using Merit = std::tuple<double, double, std::size_t>;

Merit merit(const SampleRecords& records) {
    std::map<std::size_t, std::size_t> lengths;
    std::size_t cells = 0, numbers = 0;
    for (const SampleRecord& record : records) {
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

// The delimiter of a line "sep=;" as Excel writes it, or nothing.
std::optional<char> excel_delimiter(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == '"')) line.remove_suffix(1);
    if (line.starts_with('"')) line.remove_prefix(1);
    const bool starts = line.size() == 5 && (line.starts_with("sep=") || line.starts_with("SEP="));
    return starts ? std::optional(line[4]) : std::nullopt;
}

// Comments are few; where most lines start with '#', it belongs to the data.
bool has_comments(std::string_view text) {
    Index lines = 0, comments = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (text.find_first_not_of(" \t\r", begin) < end) {
            ++lines;
            comments += end - begin >= 2 && starts_comment(text.data() + begin) ? 1 : 0;
        }
        begin = end + 1;
    }
    return comments > 0 && 2 * comments <= lines + 1;
}

SampleRecords cut_best(std::string_view text, const TextSettings& settings, TextFormat& format) {
    SampleRecords records = cut(text, format.delimiter, format.comments, settings.missing);
    Merit best = merit(records);
    const auto try_delimiter = [&](char delimiter, bool only_if_more_agree) {
        SampleRecords other = cut(text, delimiter, format.comments, settings.missing);
        const Merit value = merit(other);
        if (only_if_more_agree ? std::get<0>(value) <= std::get<0>(best) : value <= best) return;
        best = value;
        records = std::move(other);
        format.delimiter = delimiter;
    };
    try_delimiter('\t', false);
    try_delimiter(';', false);
    try_delimiter('|', true);
    try_delimiter(run_of_blanks, true);
    return records;
}

bool ends_empty(const SampleRecord& record) { return record.back().text.empty() && !record.back().quoted; }

// Takes off what follows a delimiter at the end of every record: nothing.
void drop_trailing(SampleRecords& records, TextFormat& format) {
    if (format.delimiter == run_of_blanks || records.size() < 2 || records[1].size() < 2) return;
    const std::size_t fields = records[1].size();
    SampleRecord& first = records[0];
    if (first.size() == fields + 1 && ends_empty(first)) {
        first.pop_back();
        return;
    }
    const auto is_empty = [&](const SampleRecord& record) {
        return record.size() != fields || ends_empty(record);
    };
    format.trailing = std::all_of(records.begin() + 1, records.end(), is_empty) &&
                      (first.size() + 1 == fields || (first.size() == fields && ends_empty(first)));
    if (!format.trailing) return;
    for (SampleRecord& record : records)
        if (record.size() == fields) record.pop_back();
}

// The names in a comment right above the first record: "# age weight class".
std::vector<std::string> commented_names(std::string_view text, const TextFormat& format) {
    std::string_view last;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1);
        if (end - begin < 2 || !starts_comment(text.data() + begin)) break;
        last = text.substr(begin, end + 1 - begin);
        begin = end + 1;
    }
    if (last.empty()) return {};
    last.remove_prefix(last.find_first_not_of("# "));
    const SampleRecords records = cut(last, format.delimiter, false, {});
    if (records.size() != 1 || static_cast<Index>(records[0].size()) != format.fields || format.fields < 2)
        return {};
    std::vector<std::string> names;
    for (const SampleCell& cell : records[0]) {
        if (!cell.is_text()) return {};
        names.push_back(cell.text);
    }
    return names;
}

[[noreturn]] void ask_for_header(const SampleRecords& records, const std::string& name) {
    std::string start;
    for (std::size_t j = 0; j < std::min<std::size_t>(3, records[0].size()); ++j)
        start += (j > 0 ? ", " : "") + records[0][j].text;
    throw Error(name + ": the first row (" + start + (records[0].size() > 3 ? ", …" : "") +
                    ") may hold names or numbers",
                "say which with " + option("header", "yes") + " or " + option("header", "no"));
}

// Decides on the header, the names and the number of columns.
void find_header(SampleRecords& records, std::string_view text, const TextSettings& settings,
                 const std::string& name, TextFormat& format) {
    const auto is_longer = [&](const SampleRecord& record) { return record.size() == records[0].size() + 1; };
    const bool short_header =
        records.size() > 1 && std::all_of(records.begin() + 1, records.end(), is_longer);
    if (short_header) records[0].insert(records[0].begin(), SampleCell());
    if (settings.header) {
        format.header_record = *settings.header;
    } else {
        const HeaderVerdict verdict = first_is_header(records);
        if (verdict == HeaderVerdict::unclear) ask_for_header(records, name);
        format.header_record = verdict == HeaderVerdict::yes;
    }
    if (short_header && !format.header_record) records[0].erase(records[0].begin());
    format.fields = static_cast<Index>(records[0].size());
    if (format.header_record)
        for (const SampleCell& cell : records[0]) format.names.push_back(cell.text);
    else if (format.comments && settings.header.value_or(true))
        format.names = commented_names(text, format);
}

FieldSample sample_field(const SampleRecords& records, std::size_t field, std::size_t first) {
    FieldSample sample;
    std::unordered_set<std::string_view> seen;
    double start = 0.0;
    for (std::size_t r = first; r < records.size(); ++r) {
        if (field >= records[r].size()) continue;
        const SampleCell& cell = records[r][field];
        sample.distinct = sample.distinct && !cell.missing && seen.insert(cell.text).second;
        double number = 0.0;
        sample.counts = sample.counts && parse_number(cell.text, number);
        if (r == first) start = number;
        sample.counts = sample.counts && number == start + static_cast<double>(r - first);
        if (cell.missing) continue;
        (cell.number ? sample.numbers : sample.texts) += 1;
    }
    sample.counts = sample.counts && (start == 0.0 || start == 1.0);
    return sample;
}

}  // namespace

TextFormat detect_format(ByteSource& source, const std::string& name, const TextSettings& settings) {
    const std::string prefix = read_prefix(source, name);
    source.rewind();
    std::string_view text = prefix;
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) throw NoRows(name + ": is empty");
    const std::string_view inside = text.substr(0, text.find_last_not_of("\r\n"));
    if (inside.find('\n') == std::string_view::npos && inside.find('\r') != std::string_view::npos)
        throw Error(name + ": its lines end in CR alone, as on old Macs: save it with LF or CRLF");
    TextFormat format;
    const std::size_t line_end = text.find('\n');
    const auto said = excel_delimiter(text.substr(0, line_end));
    if (said) {
        format.skipped_lines = 1;
        text.remove_prefix(line_end + 1);
    }
    format.comments = has_comments(text);
    SampleRecords records;
    if (settings.delimiter || said) {
        format.delimiter = settings.delimiter.value_or(said.value_or(','));
        records = cut(text, format.delimiter, format.comments, settings.missing);
    } else {
        records = cut_best(text, settings, format);
    }
    if (records.empty() && text.find('"') == std::string_view::npos)
        throw NoRows(name + ": holds no data, only " + (format.comments ? "comments" : "empty lines"));
    if (records.empty()) throw Error(name + ": a quote opened in its first record is never closed");

    format.decimal = settings.decimal ? *settings.decimal : detect_decimal(records, name);
    if (format.decimal == ',') {
        use_decimal_commas(records);
        if (!settings.decimal) format.remarks.emplace_back("numbers are read with a decimal comma");
    }
    drop_trailing(records, format);
    find_header(records, text, settings, name, format);
    const std::size_t first = format.header_record ? 1 : 0;
    format.sampled = static_cast<Index>(records.size() - first);
    for (std::size_t j = 0; j < records[0].size(); ++j)
        format.columns.push_back(sample_field(records, j, first));
    return format;
}

}  // namespace tamis::detail
