#include "tamis/io/text/sample.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/io/text/blocks.hpp"
#include "tamis/io/text/cells.hpp"

namespace tamis::detail {

namespace {

constexpr std::size_t prefix_bytes = 1 << 18;
constexpr std::size_t most_records = 200;

bool is_enough(const std::string& text) {
    if (text.size() < prefix_bytes) return false;
    bool open_quote = false;
    const std::size_t whole = complete_records(text, ',', open_quote);
    return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(whole), '\n') >= 3;
}

}  // namespace

std::string read_prefix(ByteSource& source, const std::string& name) {
    std::string text;
    bool at_end = false;
    while (!at_end && !is_enough(text)) {
        const std::size_t filled = text.size();
        const std::size_t target = std::max(fitting_bytes(source, prefix_bytes), 2 * filled);
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

SampleRecords cut(std::string_view text, char delimiter, bool comments, const MissingMarkers& missing) {
    bool open_quote = false;
    const std::size_t whole = complete_records(text, delimiter, open_quote, comments);
    const char* end = text.data() + whole;
    SampleRecords records;
    CellCursor cursor(text.data(), delimiter, comments);
    for (;;) {
        cursor.skip_empty_lines(end);
        if (cursor.position() >= end || records.size() == most_records) return records;
        SampleRecord& record = records.emplace_back();
        for (bool ends = false; !ends;) {
            const Cell cell = cursor.next();
            ends = cell.ends_record;
            double number = 0.0;
            record.push_back(
                {std::string(cell.text), cell.quoted, missing(cell.text), parse_number(cell.text, number)});
        }
    }
}

bool has_decimal_comma(std::string_view text) {
    double number = 0.0;
    return text.find(',') != std::string_view::npos && parse_number(text, number, ',');
}

void use_decimal_commas(SampleRecords& records) {
    double number = 0.0;
    for (SampleRecord& record : records)
        for (SampleCell& cell : record) cell.number = parse_number(cell.text, number, ',');
}

}  // namespace tamis::detail
