#include "tamis/io/text/header.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "tamis/core/index.hpp"
#include "tamis/io/label_column.hpp"

namespace tamis::detail {

namespace {

constexpr std::size_t fewest_rising = 8;

bool occurs_below(const SampleRecords& records, std::size_t field) {
    for (std::size_t r = 1; r < records.size(); ++r)
        if (field < records[r].size() && records[r][field].text == records[0][field].text) return true;
    return false;
}

// At least half of the cells below that are there are numbers; `plain`: none of them is quoted.
bool numbers_below(const SampleRecords& records, std::size_t field, bool plain) {
    std::size_t numbers = 0, texts = 0;
    for (std::size_t r = 1; r < records.size(); ++r) {
        if (field >= records[r].size()) continue;
        const SampleCell& cell = records[r][field];
        if (plain && cell.quoted) return false;
        if (cell.missing) continue;
        (cell.number ? numbers : texts) += 1;
    }
    return numbers > 0 && numbers >= texts;
}

double value_of(const SampleCell& cell) {
    double number = 0.0;
    parse_number(cell.text, number, cell.text.find(',') == std::string::npos ? '.' : ',');
    return number;
}

std::vector<std::size_t> number_fields(const SampleRecord& record) {
    std::vector<std::size_t> fields;
    for (std::size_t j = 0; j < record.size(); ++j)
        if (record[j].number && !record[j].missing) fields.push_back(j);
    return fields;
}

bool rises(const SampleRecord& record, const std::vector<std::size_t>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i] >= record.size() || !record[fields[i]].number) return false;
        if (i > 0 && value_of(record[fields[i]]) <= value_of(record[fields[i - 1]])) return false;
    }
    return true;
}

// "", 0, 1, 2, …
bool counts_columns(const SampleRecord& first, const std::vector<std::size_t>& fields) {
    if (fields.size() < 2 || fields.size() + 1 != first.size() || !first[0].text.empty()) return false;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (value_of(first[fields[i]]) != static_cast<double>(i)) return false;
    return true;
}

bool names_a_text_table(const SampleRecords& records) {
    for (const SampleRecord& record : records)
        for (const SampleCell& cell : record)
            if (cell.number) return false;
    if (records.size() == 1) return true;  // one row of texts: names without data
    std::set<std::string> distinct;
    for (std::size_t j = 0; j < records[0].size(); ++j)
        if (records[0][j].missing || !distinct.insert(records[0][j].text).second || occurs_below(records, j))
            return false;
    return records.size() >= 3;
}

// Words that all differ. Marks of a laboratory ("<0.05", "n.d." in several columns) are none.
bool are_names(const std::vector<std::string>& texts) {
    std::set<std::string> distinct;
    for (const std::string& text : texts) {
        const auto letter = static_cast<unsigned char>(text[0]);
        const bool word = std::isalpha(letter) != 0 || letter == '_' || letter >= 0x80;
        if (!word || !distinct.insert(text).second) return false;
    }
    return true;
}

}  // namespace

HeaderVerdict first_is_header(const SampleRecords& records) {
    const SampleRecord& first = records[0];
    std::vector<std::string> texts_over_numbers;
    std::size_t numbers_over_numbers = 0;
    for (std::size_t j = 0; j < first.size(); ++j) {
        if (is_label_name(first[j].text) && !occurs_below(records, j)) return HeaderVerdict::yes;
        if (first[j].quoted && first[j].number && numbers_below(records, j, true)) return HeaderVerdict::yes;
        if (first[j].missing || !numbers_below(records, j, false)) continue;
        if (first[j].number)
            ++numbers_over_numbers;
        else
            texts_over_numbers.push_back(first[j].text);
    }
    const std::vector<std::size_t> numbers = number_fields(first);
    if (records.size() > 1 && counts_columns(first, numbers)) return HeaderVerdict::yes;
    if (records.size() > 1 && numbers.size() >= fewest_rising && rises(first, numbers)) {
        const bool alone = std::none_of(records.begin() + 1, records.end(),
                                        [&](const SampleRecord& record) { return rises(record, numbers); });
        return alone || !texts_over_numbers.empty() ? HeaderVerdict::yes : HeaderVerdict::unclear;
    }
    if (!texts_over_numbers.empty()) {
        const bool names = texts_over_numbers.size() > numbers_over_numbers && are_names(texts_over_numbers);
        return numbers_over_numbers == 0 || names ? HeaderVerdict::yes : HeaderVerdict::unclear;
    }
    return names_a_text_table(records) ? HeaderVerdict::yes : HeaderVerdict::no;
}

}  // namespace tamis::detail
